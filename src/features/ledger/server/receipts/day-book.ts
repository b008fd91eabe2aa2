/** The day book: every payment and cancellation in the order in which they were recorded. */
import { Readable } from 'node:stream'
import type { Database } from '#platform/server/database/database.ts'
import { type XlsxCell, type XlsxColumn, xlsxStream } from '#platform/server/files/xlsx.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import { addDays, isoDay, numericDate, startOfDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import type { DayBookQuery } from '../../receipts/contract.ts'
import { modeLabel } from '../../receipts/labels.ts'
import { type DayBookEntry, listDayBook } from './queries.ts'

export const columns = [
  { heading: 'Date', kind: 'day', width: 12 },
  { heading: 'Receipt No.', kind: 'text', width: 22 },
  { heading: 'Particulars', kind: 'text', width: 26 },
  { heading: 'Company', kind: 'text', width: 32 },
  { heading: 'Member', kind: 'text', width: 24 },
  { heading: 'Membership No.', kind: 'text', width: 16 },
  { heading: 'Mode', kind: 'text', width: 14 },
  { heading: 'Reference', kind: 'text', width: 26 },
  { heading: 'Paid On', kind: 'day', width: 12 },
  { heading: 'Amount (₹)', kind: 'money', width: 14 },
] as const satisfies readonly XlsxColumn[]

const pageSize = 500

/** A workbook or a CSV file of the days, which are those of India. The last row has the sum. */
export function dayBook(db: Database, { from, to, format }: DayBookQuery): ReadableStream {
  const rows = dayBookRows(db, from, to)
  return format === 'xlsx' ? xlsxStream('Day book', columns, rows) : csvStream(rows)
}

async function* dayBookRows(db: Database, from: string, to: string) {
  let total = 0
  for await (const entry of dayBookEntries(db, from, to)) {
    total += entry.amount_paise
    yield rowOf(entry)
  }
  yield totalRow(total)
}

/** The payments and cancellations that were recorded within these days (yyyy-MM-dd) in India. */
export async function* dayBookEntries(
  db: Database,
  from: string,
  to: string,
): AsyncGenerator<DayBookEntry> {
  const range = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  let after = { at: '', id: '' }
  for (;;) {
    const entries = await listDayBook(db, { ...range, after }, pageSize)
    yield* entries
    const last = entries.at(-1)
    if (!last || entries.length < pageSize) return
    after = { at: last.recorded_at, id: last.id }
  }
}

export const totalRow = (paise: number): XlsxCell[] => [
  null,
  'Total',
  ...Array<null>(7).fill(null),
  paise / 100,
]

export const rowOf = (entry: DayBookEntry): XlsxCell[] => [
  isoDay(entry.recorded_at),
  entry.number,
  entry.kind === 'payment' ? 'Payment' : `Cancels ${entry.cancels ?? 'a payment'}`,
  entry.company_name,
  entry.member_name,
  entry.membership_number,
  entry.mode === null ? null : modeLabel(entry.mode, 'en'),
  entry.reference,
  isoDay(entry.paid_at),
  entry.amount_paise / 100,
]

function csvStream(rows: AsyncIterable<readonly XlsxCell[]>): ReadableStream<Uint8Array> {
  async function* chunks() {
    yield byteOrderMark + csvRow(columns.map(({ heading }) => heading))
    for await (const row of rows)
      yield csvRow(row.map((cell, index) => csvCell(cell, columns[index]?.kind)))
  }
  return Readable.toWeb(
    Readable.from(chunks(), { objectMode: false }),
  ) as ReadableStream<Uint8Array>
}

function csvCell(cell: XlsxCell, kind: XlsxColumn['kind'] | undefined): string {
  if (cell === null) return ''
  if (kind === 'day') return numericDate(`${cell}T00:00:00Z`)
  return typeof cell === 'number' ? decimalRupees(Math.round(cell * 100)) : cell
}
