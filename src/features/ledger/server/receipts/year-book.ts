/** The year book: the payments and cancellations of a financial year, and their sums. */
import type { Database } from '#platform/server/database/database.ts'
import { type XlsxCell, type XlsxColumn, xlsxWorkbook } from '#platform/server/files/xlsx.ts'
import { isoDay, monthNames } from '#shared/dates.ts'
import { type FinancialYear, monthsOf, startYearOf } from '#shared/financial-year.ts'
import { modeLabel } from '../../receipts/labels.ts'
import { columns, dayBookEntries, rowOf, totalRow } from './day-book.ts'
import type { DayBookEntry } from './queries.ts'

const summaryColumns = [
  { heading: 'Sum', kind: 'text', width: 14 },
  { heading: 'Of', kind: 'text', width: 24 },
  { heading: 'Entries', kind: 'count', width: 10 },
  { heading: 'Amount (₹)', kind: 'money', width: 16 },
] as const satisfies readonly XlsxColumn[]

/** A workbook with all rows and their sums by month, mode and kind. */
export async function yearBook(
  db: Database,
  { from, to, name }: FinancialYear,
): Promise<Uint8Array> {
  const entries: DayBookEntry[] = []
  for await (const entry of dayBookEntries(db, from, to)) entries.push(entry)
  const total = entries.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  return xlsxWorkbook([
    { name: `Payments ${name}`, columns, rows: [...entries.map(rowOf), totalRow(total)] },
    { name: 'Summary', columns: summaryColumns, rows: summaryRows(entries, from) },
  ])
}

type Summed = Pick<DayBookEntry, 'recorded_at' | 'mode' | 'kind' | 'amount_paise'>

/** The sums by month, by mode and by kind, each of all entries, and the total; `from` is 1 April of the year. */
export function summaryRows(entries: readonly Summed[], from: string): XlsxCell[][] {
  const months = Map.groupBy(entries, ({ recorded_at }) => isoDay(recorded_at).slice(0, 7))
  const modes = Map.groupBy(entries, ({ mode }) => (mode ? modeLabel(mode, 'en') : 'Not recorded'))
  const kinds = [
    ['Payments', entries.filter(({ kind }) => kind === 'payment')],
    ['Cancellations', entries.filter(({ kind }) => kind !== 'payment')],
  ] as const
  return [
    ...monthsOf(startYearOf(from)).map((month) =>
      sumRow('Month', monthLabel(month), months.get(month) ?? []),
    ),
    ...[...modes]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, those]) => sumRow('Mode', label, those)),
    ...kinds.map(([label, those]) => sumRow('Kind', label, those)),
    sumRow('Total', null, entries),
  ]
}

const sumRow = (sum: string, of: string | null, entries: readonly Summed[]): XlsxCell[] => [
  sum,
  of,
  entries.length,
  entries.reduce((paise, { amount_paise }) => paise + amount_paise, 0) / 100,
]

/** 'April 2026' for '2026-04'. */
const monthLabel = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
