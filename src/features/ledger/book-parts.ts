/** What the books say of a payment: what it paid for, and whether it is history that an import brought. */
import { isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { type AccountEntry, isVoid, recordedUntil } from './account-entries.ts'
import { creditOfPaper } from './credit.ts'
import type { ReceiptLine } from './receipts/content.ts'
import { settlementsOf } from './settlements.ts'

/**
 * `dues` are dues of the year in which the money came, `arrears` are dues of earlier years, and an `advance` pays dues
 * of later years.
 */
export const bookParts = ['joining_fee', 'dues', 'arrears', 'advance', 'other'] as const
export type BookPart = (typeof bookParts)[number]

export const bookPartLabels: Record<BookPart, string> = {
  joining_fee: 'Joining fee',
  dues: 'Dues of the year',
  arrears: 'Arrears',
  advance: 'Advance',
  other: 'Other charges',
}

/** Whole paise; together they are the amount of the entry. */
export type BookParts = Record<BookPart, number>

const noParts: BookParts = { joining_fee: 0, dues: 0, arrears: 0, advance: 0, other: 0 }

/**
 * Splits a payment into the parts that it paid when it was recorded; later entries do not change them. Tax that was
 * deducted from it is an entry with its own parts. A cancellation has the same parts with the opposite sign; dues of the
 * year of the payment are arrears in a later year. A refund of credit reduces the advance. The parts of a charge, and of a
 * paper, are what credit paid of the charge, with the same amount taken from the advance. `entries` must be all entries of
 * the member.
 */
export function partsOf(entries: readonly AccountEntry[], id: string): BookParts {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return noParts
  const { name: year } = financialYear(new Date(entry.paid_at))
  if (isVoid(entry)) {
    const voided = entries.find((one) => one.id === entry.reverses_id)
    const parts = opposite(partsOf(entries, entry.reverses_id ?? ''))
    const isOfYear = !voided || financialYear(new Date(voided.paid_at)).name === year
    return isOfYear ? parts : { ...parts, dues: 0, arrears: parts.arrears + parts.dues }
  }
  if (entry.kind === 'paper') {
    const { charge, paise } = creditOfPaper(entries, entry)
    const parts = { ...noParts, advance: 0 - paise }
    parts[partOf(charge, year)] += paise
    return parts
  }
  const isCharge = entry.kind === 'charge'
  const parts = { ...noParts, advance: isCharge ? 0 : entry.amount_paise }
  for (const { money_id, charge, kind, paise } of settlementsOf(recordedUntil(entries, entry))
    .settlements) {
    if (isCharge ? charge.id !== id || kind === 'waiver' : money_id !== id) continue
    parts.advance -= paise
    parts[partOf(charge, year)] += paise
  }
  return parts
}

// 0 - 0, because -0 is another number.
const opposite = (parts: BookParts): BookParts => ({
  joining_fee: 0 - parts.joining_fee,
  dues: 0 - parts.dues,
  arrears: 0 - parts.arrears,
  advance: 0 - parts.advance,
  other: 0 - parts.other,
})

/** What a line is for, of money that came in the financial year `ofMoney`: for the books and for Tally. */
export function partOf(
  { item, year }: Pick<ReceiptLine, 'item' | 'year'>,
  ofMoney: string,
): BookPart {
  if (item === 'joining fee') return 'joining_fee'
  if (item === 'arrears') return 'arrears'
  // What was paid back from an advance, and came again.
  if (item === 'advance' || item === 'refund to return') return 'advance'
  if (item === 'membership') return 'dues'
  if (item !== 'dues') return 'other'
  if (year === ofMoney) return 'dues'
  return year < ofMoney ? 'arrears' : 'advance'
}

interface BookedPayment {
  receipt_number: string | null
  paid_at: string
  recorded_at: string
  valid_to: string | null
}

/**
 * Whether a payment is history of an earlier year that an import brought: the portal gave it no number, and it was
 * paid, or was for days, before the financial year in which it was recorded. Such payments are in no sum of a book.
 */
export function isImportedHistory(payment: BookedPayment): boolean {
  if (payment.receipt_number !== null) return false
  const { from } = financialYear(new Date(payment.recorded_at))
  return isoDay(payment.paid_at) < from || (payment.valid_to !== null && payment.valid_to < from)
}
