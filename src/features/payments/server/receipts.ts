/** Makes receipt numbers, for single payments (ledger.ts) and for imports (imported-payments.ts). */
import type { Database } from '#platform/server/database/database.ts'
import { financialYear, receiptNumber } from '../rules.ts'
import { reserveReceipts } from './queries.ts'

/** The next receipt numbers of the financial year; concurrent callers get different ones. */
export async function takeReceiptNumbers(
  db: Database,
  count: number,
  now: Date,
): Promise<string[]> {
  const year = financialYear(now).name
  const last = await reserveReceipts(db, year, count)
  return Array.from({ length: count }, (_, index) => receiptNumber(year, last - count + 1 + index))
}
