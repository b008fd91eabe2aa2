import { isoDay } from '#shared/dates.ts'

export type Validity = 'VALID' | 'EXPIRED' | 'Not set'

/** VALID while valid-to lies after now; its day counts to the end in India (contract 13). */
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

/** The Indian financial year around a moment: 1 April to 31 March, as days yyyy-MM-dd. */
export function financialYear(now: Date): FinancialYear {
  return financialYearFrom(financialStartYear(now))
}

/** The calendar year in which the financial year around a moment began. */
export function financialStartYear(now: Date): number {
  const [year = 0, month = 0] = isoDay(now).split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** The financial year that begins in April of a calendar year. */
export const financialYearFrom = (first: number): FinancialYear => ({
  from: `${first}-04-01`,
  to: `${first + 1}-03-31`,
  name: `${first}-${String((first + 1) % 100).padStart(2, '0')}`,
})

/** Whether somebody has paid for a membership that lasts at least to a day (yyyy-MM-dd) already. */
export const isCovered = (
  member: { payment_status: boolean; membership_valid_to: string | null },
  day: string,
): boolean => member.payment_status && day !== '' && (member.membership_valid_to ?? '') >= day

/** Whether a payment for a membership from a day on comes after the one that stands; else it takes its place. */
export const isRenewal = (member: { membership_valid_to: string | null }, from: string): boolean =>
  from > (member.membership_valid_to ?? '9999')

/**
 * Whether what a spreadsheet says was paid comes after the payment that stands: for days behind the
 * membership paid for, or in a later financial year. Anything else corrects that payment.
 */
export const isImportedRenewal = (
  standing: { payment_date: string | null; membership_valid_to: string | null },
  payment: { valid_from: string | null; paid_at: string },
): boolean =>
  isRenewal(standing, payment.valid_from ?? '') ||
  (standing.payment_date !== null && yearOf(payment.paid_at) > yearOf(standing.payment_date))

const yearOf = (moment: string): number => financialStartYear(new Date(moment))

/** The financial year after a membership that lasts to a day (yyyy-MM-dd). */
export const nextFinancialYear = (to: string): ReturnType<typeof financialYear> =>
  financialYear(new Date(Date.parse(`${to.slice(0, 10)}T12:00:00Z`) + 86_400_000))

/** 'R2024-25/0001': receipts count through a financial year. */
export const receiptNumber = (yearName: string, serial: number): string =>
  `R${yearName}/${String(serial).padStart(4, '0')}`

interface Line {
  id: string
  kind: 'payment' | 'reversal'
  reverses_id: string | null
  paid_at: string
}

/**
 * The payments that nothing has taken back, but for the one that counts (of the instant `counts`).
 * They stay in the book when that one is taken back, and the member is PENDING all the same.
 */
export function otherActivePayments<Entry extends Line>(
  entries: readonly Entry[],
  counts: string | null,
): Entry[] {
  const takenBack = new Set(entries.map((entry) => entry.reverses_id))
  return entries.filter(
    ({ id, kind, paid_at }) => kind === 'payment' && !takenBack.has(id) && paid_at !== counts,
  )
}
