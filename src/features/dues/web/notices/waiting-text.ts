import { longDate } from '#shared/dates.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from '../../notices/answers.ts'

/** What a member reads after reporting a payment: it must not be paid twice. */
export const waitingText = ({
  amount_paise,
  reported_at,
}: Pick<Notice['reports'][number], 'amount_paise' | 'reported_at'>): string =>
  `You reported a payment of ${formatRupees(amount_paise)} on ${longDate(reported_at)}. The office is checking it.`
