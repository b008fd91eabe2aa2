import type { ChargeItem } from '#features/ledger/contract.ts'
import { formatRupees } from '#shared/rupees.ts'
import type { Notice } from './answers.ts'
import { waitingReport } from './rules.ts'

/** Texts of a notice's page, with and without script. */
export const itemLabels: Record<ChargeItem, string> = {
  dues: 'Membership dues',
  'joining fee': 'Joining fee',
  arrears: 'Arrears brought forward',
  'refund to return': 'Refund to return',
  other: 'Other charge',
}

/** A reported reference as administrators read it: 'UTR 412356789012'. */
export const namedReference = (reference: string): string =>
  /^utr\b/i.test(reference) ? reference : `UTR ${reference}`

export const reportStates = {
  open: 'Reported, not confirmed yet',
  confirmed: 'Confirmed',
  rejected: 'Not found',
  withdrawn: 'Withdrawn',
} as const

/** What a notice says once nothing is owed; a reported payment may still wait, when the dues were paid otherwise. */
export function paidText(notice: Pick<Notice, 'reports'>): string {
  const waiting = waitingReport(notice)
  return waiting
    ? `Your dues are paid; the office is still checking the ${formatRupees(waiting.amount_paise)} that you reported.`
    : 'Your dues are paid. Thank you.'
}
