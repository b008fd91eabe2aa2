/** What is known when payments are proposed for lines (contract 13.11). */
import type { Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { AmountsOwed } from '../charges/amounts-owed.ts'
import type { ChequeToClear } from '../clues/held-cheques.ts'
import type { ClueSources } from '../clues/identify.ts'
import type { MemberFacts } from '../doubts/line-doubts.ts'
import { companyOrName } from '../names/names-of-member.ts'

export interface LedgerPayment {
  id: string
  person_id: string
  amount_paise: Paise
  reference: string
  receipt_number: string | null
  mode: string | null
  /** The day in India. */
  paid_on: Day
  /** A bank line is matched to it. */
  is_matched: boolean
}

export interface BouncedPayment extends Omit<LedgerPayment, 'mode' | 'is_matched'> {
  /** Another line of the same statement is matched to it. */
  is_in_statement: boolean
}

export interface ProposalFacts extends MemberFacts {
  notices: ClueSources['notices']
  /** What candidates owe, in paise; for members in `notRaised` this includes the dues of the year. */
  owed: ReadonlyMap<string, Paise>
  /** Members without dues for the year who have not paid. */
  notRaised: ReadonlySet<string>
  payments: readonly LedgerPayment[]
  /** Payments that were reversed because the bank returned them, by a bank line or by hand. */
  bounced: readonly BouncedPayment[]
  cheques: readonly ChequeToClear[]
  /** Why nothing is proposed for credits that the bank returned, by their ids. */
  returned: ReadonlyMap<string, string>
}

export type CurrentFacts = ProposalFacts & { amountsOwed: AmountsOwed }

export const companyNameById = (
  id: string,
  { members }: Pick<ProposalFacts, 'members'>,
): string => {
  const member = members.get(id)
  return member ? companyOrName(member) : ''
}
