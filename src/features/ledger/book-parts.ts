/** The purposes of money in the books, and which payments an import brought from earlier years. */
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import { financialYear } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import type { Charge } from './charges.ts'
import type { ReceiptLine } from './receipts/content.ts'

/**
 * `dues` are dues of the year in which the money came, and `arrears` are dues of earlier years. An `advance` pays dues
 * of later years, or a charge that was raised in a later year than the money came.
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

export const noParts: BookParts = { joining_fee: 0, dues: 0, arrears: 0, advance: 0, other: 0 }

export const sumOfParts = (all: readonly BookParts[]): BookParts => {
  const sum = { ...noParts }
  for (const parts of all) for (const part of bookParts) sum[part] += parts[part]
  return sum
}

/** A charge, or the line of a paper. */
type PaidItem = Pick<ReceiptLine, 'item' | 'year' | 'raised_in'>

/** Whether money of a financial year came before the year in which its charge was raised. */
export const isRaisedAfter = ({ raised_in }: Pick<PaidItem, 'raised_in'>, ofMoney: string) =>
  raised_in !== undefined && raised_in > ofMoney

/** The purpose of a line that money of the financial year `ofMoney` paid: for the books and for Tally. */
export function bookPartOf(line: PaidItem, ofMoney: string): BookPart {
  if (isRaisedAfter(line, ofMoney)) return 'advance'
  const { item, year } = line
  if (item === 'joining fee') return 'joining_fee'
  if (item === 'arrears') return 'arrears'
  // A refund that the member returned was an advance before.
  if (item === 'advance' || item === 'refund to return') return 'advance'
  if (item === 'membership') return 'dues'
  if (item !== 'dues') return 'other'
  if (year === ofMoney) return 'dues'
  return year < ofMoney ? 'arrears' : 'advance'
}

interface BookedPayment {
  receipt_number: string | null
  paid_at: Instant
  recorded_at: Instant
  valid_to: Day | null
}

/**
 * Whether an import brought this payment from an earlier year: the portal gave it no number, and it was paid, or is for
 * days, before the financial year of its recording. Such payments are in no sum of the books.
 */
export function isImportedHistory(payment: BookedPayment): boolean {
  if (payment.receipt_number !== null) return false
  const { from } = financialYear(new Date(payment.recorded_at))
  return isoDay(payment.paid_at) < from || (payment.valid_to !== null && payment.valid_to < from)
}

/** Moves an amount from the advance to the part of the charge that it pays, in the financial year `year`. */
export function moveFromAdvance(
  { charge, paise }: { charge: Charge; paise: Paise },
  year: string,
): BookParts {
  const parts = { ...noParts, advance: negative(paise) }
  parts[bookPartOf(charge, year)] += paise
  return parts
}
