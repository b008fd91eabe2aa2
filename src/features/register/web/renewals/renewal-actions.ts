import { memberDisplayName } from '#features/members/display-name.ts'
import type { Renewal } from '../../renewals/answers.ts'

/** What the buttons of a row open. */
export type RenewalAction = 'record payment' | 'waive' | 'account' | 'whatsapp'
export type OnRenewalAction = (renewal: Renewal, action: RenewalAction) => void

/** The company, which a treasurer knows best, else the person. */
export const nameOf = (renewal: Renewal): string =>
  renewal.company_name || memberDisplayName(renewal)
