/** The year book: the money of a financial year by its day, and the sums of it. */

import { listDatedOutside } from '#features/ledger/server/receipts/day-book-queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { renderInThread } from '#platform/server/documents/render-in-thread.ts'
import type { XlsxColumn } from '#platform/server/files/xlsx.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { FinancialYear } from '#shared/financial-year.ts'
import { advancesUsed } from './advance-sums.ts'
import { type BookEntry, bookColumns, columns, dayBookEntries, isHistory } from './day-book.ts'
import type { YearBookJob } from './year-book-workbook.ts'

const summaryColumns = [
  { heading: 'Sum', kind: 'text', width: 14 },
  { heading: 'Of', kind: 'text', width: 40 },
  { heading: 'Entries', kind: 'count', width: 10 },
  { heading: 'Amount (₹)', kind: 'money', width: 16 },
] as const satisfies readonly XlsxColumn[]

const entriesAtATime = 100

/** A workbook with all rows and their sums by month, mode, kind and purpose; `client` is who waits for it. */
export async function yearBook(
  db: Database,
  year: FinancialYear,
  client: string,
): Promise<Uint8Array> {
  const { from, to } = year
  const entries: Uint8Array<ArrayBuffer>[] = []
  const encoder = new TextEncoder()
  let batch: BookEntry[] = []
  const flush = () => {
    entries.push(encoder.encode(JSON.stringify(batch)))
    batch = []
  }
  for await (const entry of dayBookEntries(db, from, to)) {
    batch.push(entry)
    if (batch.length === entriesAtATime) flush()
  }
  flush()
  const elsewhere = await listDatedOutside(db, {
    from: startOfDay(from),
    to: startOfDay(addDays(to, 1)),
  })
  const job: YearBookJob = {
    year,
    entries,
    columns: await bookColumns(db, columns),
    summaryColumns: await bookColumns(db, summaryColumns),
    elsewhere: elsewhere.filter((entry) => !isHistory(entry)).map((entry) => entry.amount_paise),
    advances: (await advancesUsed(db, year)).map(({ paise }) => paise),
  }
  const transfer = entries.map(({ buffer }) => buffer)
  return renderInThread(workbookModule, job, { client, transfer })
}

const workbookModule = new URL('./year-book-workbook.ts', import.meta.url)
