import { isoDay } from '#shared/dates.ts'
import type { LedgerEntry } from './answers.ts'

export type Validity = 'VALID' | 'EXPIRED' | 'Not set'

/** A membership is VALID to the end of its last day in India (contract 13.4). */
export function validity(validTo: string | null | undefined, now: Date): Validity {
  if (!validTo) return 'Not set'
  return validTo.slice(0, 10) >= isoDay(now) ? 'VALID' : 'EXPIRED'
}

interface FinancialYear {
  /** yyyy-MM-dd. */
  from: string
  to: string
  /** '2025-26'. */
  name: string
}

/** The Indian financial year, 1 April to 31 March, that a moment belongs to. */
export function financialYear(now: Date): FinancialYear {
  return financialYearFrom(financialStartYear(now))
}

/** The calendar year in which the financial year of a moment starts. */
export function financialStartYear(now: Date): number {
  const [year = 0, month = 0] = isoDay(now).split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** The financial year that starts in April of a calendar year. */
export const financialYearFrom = (startYear: number): FinancialYear => ({
  from: `${startYear}-04-01`,
  to: `${startYear + 1}-03-31`,
  name: `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`,
})

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

/** The financial year after a membership that lasts to a day (yyyy-MM-dd). */
export const nextFinancialYear = (to: string): FinancialYear =>
  financialYear(new Date(Date.parse(`${to.slice(0, 10)}T12:00:00Z`) + 86_400_000))

/** 'R2024-25/0001': receipts are numbered within a financial year. */
export const receiptNumber = (yearName: string, serial: number): string =>
  `R${yearName}/${String(serial).padStart(4, '0')}`

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
