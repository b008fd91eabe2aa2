/** Numbers the receipts of payments: by the portal's series, or as the office has numbered them. */
import type { Database } from '#platform/server/database/database.ts'
import { financialYear } from '#shared/financial-year.ts'
import { receiptNumber } from '../rules.ts'
import { isOfficeReceipt, type LedgerRow, takeReceiptSerial } from './queries.ts'

/**
 * 'series': the next number of the portal's series, for a payment that the portal records. Otherwise
 * the number that the payment has already, or null for none; it takes no number of the series.
 */
export type Receipt = 'series' | { number: string | null }

type ReceiptColumns = Pick<LedgerRow, 'receipt_number' | 'office_receipt_number'>

export const receiptColumns = async (
  db: Database,
  receipt: Receipt,
  now: Date,
): Promise<ReceiptColumns> =>
  receipt === 'series'
    ? { receipt_number: await takeReceiptNumber(db, now), office_receipt_number: null }
    : officeReceipt(receipt.number)

export const officeReceipt = (number: string | null): ReceiptColumns => ({
  receipt_number: null,
  office_receipt_number: number,
})

/**
 * The next receipt number of the financial year, for the portal's own payments; concurrent callers get
 * different ones. A number that an import has brought is skipped.
 */
export async function takeReceiptNumber(db: Database, now: Date): Promise<string> {
  const year = financialYear(now).name
  for (;;) {
    const receipt = receiptNumber(year, await takeReceiptSerial(db, year))
    if (!(await isOfficeReceipt(db, receipt))) return receipt
  }
}
