/**
 * Numbers the receipts of payments: by the portal's series, or as the office has numbered them. The year of a number is
 * the year of recording. The series skips numbers that an import used and has no other gaps: its counter is a row that
 * the transaction of the payment increments (`takeReceiptSerial`). Other transactions, in any process, wait for that
 * transaction, and a rollback restores the counter.
 */
import type { Database } from '#platform/server/database/database.ts'
import { type ReceiptSeries, receiptNumber } from '#shared/dues/receipt-number.ts'
import { financialYear } from '#shared/financial-year.ts'
import { type LedgerRow, readLedgerSettings } from './queries.ts'
import { isOfficeReceipt, lockReceiptSeries, takeReceiptSerial } from './receipt-number-queries.ts'

/**
 * 'series': the next number of the portal's series, for a payment that the portal records. Otherwise
 * the number that the payment has already, or null for none; it takes no number of the series.
 */
export type ReceiptNumbering = 'series' | { number: string | null }

export type ReceiptColumns = Pick<LedgerRow, 'receipt_number' | 'office_receipt_number'>

export const receiptColumns = async (
  db: Database,
  receipt: ReceiptNumbering,
  now: Date,
): Promise<ReceiptColumns> =>
  receipt === 'series' ? numbered(await takeReceiptNumber(db, now)) : officeReceipt(receipt.number)

const numbered = (number: string): ReceiptColumns => ({
  receipt_number: number,
  office_receipt_number: null,
})

export const officeReceipt = (number: string | null): ReceiptColumns => ({
  receipt_number: null,
  office_receipt_number: number,
})

/**
 * The receipt columns of a reversal. A number of the series is cancelled by the next number of the series of
 * cancellations; a payment without a number of the series gets none. A cancelled refund that had a credit note gets the
 * next receipt number.
 */
export const cancellationColumns = async (
  db: Database,
  { kind, receipt_number }: Pick<LedgerRow, 'kind' | 'receipt_number'>,
  now: Date,
): Promise<ReceiptColumns> => {
  if (receipt_number === null) return officeReceipt(null)
  return numbered(await takeNumber(db, kind === 'refund' ? 'receipt' : 'cancellation', now))
}

/** The number for the credit note of a refund whose credit is on a tax invoice; none for any other. */
export const refundColumns = async (
  db: Database,
  invoice: string | null,
  now: Date,
): Promise<ReceiptColumns> =>
  invoice === null ? officeReceipt(null) : numbered(await takeNumber(db, 'cancellation', now))

/**
 * The next receipt number of the financial year, for the portal's own payments; concurrent callers get
 * different ones. Numbers that an import used are skipped.
 */
export const takeReceiptNumber = (db: Database, now: Date): Promise<string> =>
  takeNumber(db, 'receipt', now)

/** The next number of a document beside a paper, in the transaction that takes the number of the paper. */
export const takeDocumentNumber = (
  db: Database,
  series: 'bill' | 'note',
  now: Date,
): Promise<string> => takeNumber(db, series, now)

const counterOf = (year: string, series: ReceiptSeries): string =>
  series === 'receipt' ? year : `${year} ${series}`

async function takeNumber(db: Database, series: ReceiptSeries, now: Date): Promise<string> {
  const year = financialYear(now).name
  const { receipt_prefix: prefix, receipt_short_year } = await readLedgerSettings(db)
  const numbering = { prefix, hasShortYear: receipt_short_year === 'yes' }
  const counter = counterOf(year, series)
  if (counter !== year) await lockReceiptSeries(db, year)
  for (;;) {
    const number = receiptNumber(year, await takeReceiptSerial(db, counter), numbering, series)
    if (!(await isOfficeReceipt(db, number))) return number
  }
}
