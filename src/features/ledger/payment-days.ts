/**
 * The days on which money may be dated, and the years that may be charged or changed: one rule for
 * the writer, for imports and for the forms.
 */
import { type Day, longDate } from '#shared/dates.ts'
import { financialYear, yearNamed } from '#shared/financial-year.ts'
import { type AccountEntry, isRecordingError, type VoidReason } from './account-entries.ts'

export interface BooksLimits {
  /** The last closed financial year, like '2025-26', '' for none; the years before it are also closed. */
  closed_to: string
  /** The year in which the association was founded, '' for no check. */
  founded_in: string
}

/** `paidOn` is yyyy-MM-dd. */
export const returnedBeforeMessage = (paidOn: Day): string =>
  `The payment is of ${longDate(paidOn)}, so it cannot have gone back before`

/** Why nothing can be dated on a day (yyyy-MM-dd); undefined when it can. */
export function dayRefusal(day: Day, { closed_to, founded_in }: BooksLimits): string | undefined {
  const closed = yearNamed(closed_to)
  if (closed && day <= closed.to)
    return `The books are closed up to ${longDate(closed.to)}, so nothing can be dated ${longDate(day)}`
  if (day.slice(0, 4) < founded_in)
    return `The association was founded in ${founded_in}, so nothing can be dated ${longDate(day)}`
  return undefined
}

/** Why nothing can be charged for a financial year, like '2025-26'; undefined when it can. */
export function yearRefusal(
  year: string,
  { closed_to }: Pick<BooksLimits, 'closed_to'>,
): string | undefined {
  const closed = yearNamed(closed_to)
  const charged = yearNamed(year)
  if (!closed || !charged || charged.to > closed.to) return undefined
  return `The books are closed up to ${longDate(closed.to)}, so nothing can be charged for ${year}`
}

type VoidedEntry = Pick<AccountEntry, 'kind' | 'year' | 'paid_at' | 'receipt_number'>

/**
 * Why an entry cannot be voided, because it is in the books of a closed year; undefined when it can. Payments with a
 * number of the portal can always be reversed, because their cancellation has its own number and day. So can payments
 * that the bank returned.
 */
export function voidRefusal(
  entry: VoidedEntry,
  reason: VoidReason | null,
  { closed_to }: Pick<BooksLimits, 'closed_to'>,
): string | undefined {
  const closed = yearNamed(closed_to)
  const year = bookedYear(entry, reason)
  const booked = year && yearNamed(year)
  if (!closed || !booked || booked.to > closed.to) return undefined
  return `The books are closed up to ${longDate(closed.to)}, so nothing of ${year} can be cancelled. Please reopen ${year} with a reason first`
}

type Money = Pick<AccountEntry, 'kind' | 'paid_at'>

/** Whether a void is dated on the day of the money that it cancels (if the year of that day is open). */
export const keepsDayOfMoney = (
  { kind }: Pick<Money, 'kind'>,
  reason: VoidReason | null,
): boolean =>
  (kind === 'payment' || kind === 'refund' || kind === 'tds') && isRecordingError(reason)

/**
 * A warning that a void is dated today (`today` is yyyy-MM-dd), because the year of its own day is closed; otherwise
 * undefined.
 */
export function movedDayWarning(
  entry: Money,
  reason: VoidReason | null,
  { closed_to }: Pick<BooksLimits, 'closed_to'>,
  today: Day,
): string | undefined {
  const { name, to } = financialYear(new Date(entry.paid_at))
  const closed = yearNamed(closed_to)
  if (!closed || to > closed.to || !keepsDayOfMoney(entry, reason)) return undefined
  return `The books of ${name} are closed: the reversal is written on ${longDate(today)}. To reverse it on its own day, reopen ${name} first`
}

/** The financial year whose books would change if the entry were voided. */
function bookedYear(
  { kind, year, paid_at, receipt_number }: VoidedEntry,
  reason: VoidReason | null,
): string | null {
  if (kind === 'charge') return year
  const isImported = kind === 'payment' && receipt_number === null && reason !== 'bounced'
  return isImported || kind === 'waiver' ? financialYear(new Date(paid_at)).name : null
}

/** Whether the bank may have credited a cheque on a day (yyyy-MM-dd). */
export const canClear = ({ received_on }: { received_on: Day }, day: Day): boolean =>
  received_on <= day
