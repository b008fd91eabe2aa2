import { isoDay } from '#shared/dates.ts'
import { financialStartYear } from '#shared/financial-year.ts'
import type { LedgerEntry } from './answers.ts'

export type Validity = 'VALID' | 'EXPIRED' | 'Not set'

/** A membership is VALID to the end of its last day in India (contract 13.4). */
export function validity(validTo: string | null | undefined, now: Date): Validity {
  if (!validTo) return 'Not set'
  return validTo.slice(0, 10) >= isoDay(now) ? 'VALID' : 'EXPIRED'
}

/** Whether a member has already paid for a membership that lasts to a day (yyyy-MM-dd) or longer. */
export const isCovered = (
  member: { payment_status: boolean; membership_valid_to: string | null },
  day: string,
): boolean => member.payment_status && day !== '' && (member.membership_valid_to ?? '') >= day

/** Whether a membership from a day on starts after the one paid for; otherwise it replaces that one. */
export const isRenewal = (member: { membership_valid_to: string | null }, from: string): boolean =>
  from > (member.membership_valid_to ?? '9999')

/**
 * Whether an imported payment is a further one: for days after the membership paid for, or made in a
 * later financial year. Any other imported payment corrects the current one.
 */
export const isImportedRenewal = (
  member: { payment_date: string | null; membership_valid_to: string | null },
  payment: { valid_from: string | null; paid_at: string },
): boolean =>
  isRenewal(member, payment.valid_from ?? '') ||
  (member.payment_date !== null && startYearOf(payment.paid_at) > startYearOf(member.payment_date))

const startYearOf = (moment: string): number => financialStartYear(new Date(moment))

/**
 * The active payments (not reversed) other than the current one, which was paid at `currentPaidAt`.
 * They stay in the ledger when the current one is reversed, although the member is PENDING then.
 */
export function otherActivePayments<
  Entry extends Pick<LedgerEntry, 'id' | 'kind' | 'reverses_id' | 'paid_at'>,
>(entries: readonly Entry[], currentPaidAt: string | null): Entry[] {
  const reversed = new Set(entries.map((entry) => entry.reverses_id))
  return entries.filter(
    ({ id, kind, paid_at }) => kind === 'payment' && !reversed.has(id) && paid_at !== currentPaidAt,
  )
}

/** Whether the portal has issued this number: the office's own of an import look otherwise. */
export const isSeriesNumber = (number: string | null): number is string =>
  /^(R|[A-Z0-9-]+\/)\d{4}-\d{2}\/C?\d{4,}$/.test(number ?? '')

/** Whether the bank can have credited a cheque on a day, yyyy-MM-dd. */
export const canClear = ({ received_on }: { received_on: string }, day: string): boolean =>
  received_on <= day

/** What the charge is called that passes on the fee of the bank for a returned payment. */
export const bankFeeLabel = 'Bank fee'
