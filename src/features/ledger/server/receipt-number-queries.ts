/** The counters of receipt numbers, and the numbers that entries have. */
import { sql } from 'kysely'
import { chunks } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    receipt_counter: { series: string; last: number }
  }
}

/** Takes the next serial of a receipt series; concurrent callers get different ones. */
export async function takeReceiptSerial(db: Database, series: string): Promise<number> {
  const { last } = await db
    .insertInto('receipt_counter')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`receipt_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Locks a receipt series until the transaction ends, without taking a number. Transactions lock the series
 * of receipts before the one of cancellations, so that no two of them wait for each other.
 */
export async function lockReceiptSeries(db: Database, series: string): Promise<void> {
  await db
    .insertInto('receipt_counter')
    .values({ series, last: 0 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`receipt_counter.last` }),
    )
    .execute()
}

/** The receipt numbers of those of the entries that have one of the portal's series, by their ids. */
export async function readSeriesReceipts(
  db: Database,
  entryIds: readonly string[],
): Promise<Map<string, string>> {
  const numbers = new Map<string, string>()
  for (const batch of chunks(entryIds, 500)) {
    const rows = await db
      .selectFrom('ledger_entry')
      .select(['id', 'receipt_number'])
      .where('id', 'in', batch)
      .where('receipt_number', 'is not', null)
      .execute()
    for (const { id, receipt_number } of rows) numbers.set(id, receipt_number ?? '')
  }
  return numbers
}

/** Whether an imported payment has this receipt number. */
export async function isOfficeReceipt(db: Database, receipt: string): Promise<boolean> {
  const entry = await db
    .selectFrom('ledger_entry')
    .select('id')
    .where('office_receipt_number', '=', receipt)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
