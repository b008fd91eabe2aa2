/** The workbook of the year book, made in the thread of documents: all rows and their sums. */

import { bookPartLabels, bookParts } from '#features/ledger/book-parts.ts'
import { type XlsxCell, type XlsxColumn, xlsxWorkbook } from '#platform/server/files/xlsx.ts'
import { compare } from '#shared/compare.ts'
import { type Day, isoDay, monthNames } from '#shared/dates.ts'
import { type FinancialYear, monthsOf, startYearOf } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { type BookEntry, bookRows, deductedTax, isMoney, modeOf, movedKind } from './day-book.ts'

export interface YearBookJob {
  year: FinancialYear
  /** The entries of the year as JSON, some in each array of bytes: bytes are handed over to the thread, not copied. */
  entries: readonly Uint8Array<ArrayBuffer>[]
  columns: readonly XlsxColumn[]
  summaryColumns: readonly XlsxColumn[]
  /** Whole paise that were recorded in the year and paid in another. */
  elsewhere: readonly number[]
  /** Whole paise of earlier advances that were used in the year. */
  advances: readonly Paise[]
}

export function render(job: YearBookJob): Promise<Uint8Array> {
  const { year, columns, summaryColumns, elsewhere, advances } = job
  const decoder = new TextDecoder()
  const entries = job.entries.flatMap((batch): BookEntry[] => JSON.parse(decoder.decode(batch)))
  const counted = entries.filter(({ is_history }) => !is_history)
  return xlsxWorkbook([
    { name: `Payments ${year.name}`, columns, rows: bookRows(entries) },
    {
      name: 'Summary',
      columns: summaryColumns,
      rows: [
        ...summaryRows(counted, year.from),
        amountsRow('GST', 'Included in the total', taxesOf(counted)),
        ...movedRows(year, counted, elsewhere),
        amountsRow('Advances', 'Used in the year, not in the total', advances),
      ],
    },
  ])
}

const taxesOf = (entries: readonly BookEntry[]): number[] =>
  entries.map(({ gst_paise }) => gst_paise).filter((paise) => paise !== 0)

type Summed = Pick<
  BookEntry,
  'paid_at' | 'mode' | 'kind' | 'cancelled_kind' | 'amount_paise' | 'parts'
>

/** The sums by month, mode (of money), kind and purpose, and the total; `from` is 1 April of the year. */
export function summaryRows(entries: readonly Summed[], from: Day): XlsxCell[][] {
  const months = Map.groupBy(entries, ({ paid_at }) => isoDay(paid_at).slice(0, 7))
  // Charges that credit pays move no money, so they have no mode.
  const modes = Map.groupBy(entries.filter(isMoney), (entry) => modeOf(entry) ?? 'Not recorded')
  const kinds = [
    ['Payments', entries.filter(({ kind }) => kind === 'payment')],
    [
      'Cancellations',
      entries.filter((entry) => entry.kind === 'reversal' && movedKind(entry) === 'payment'),
    ],
    ['Refunds', entries.filter((entry) => movedKind(entry) === 'refund')],
    [deductedTax, entries.filter((entry) => movedKind(entry) === 'tds')],
    ['Charges paid from credit', entries.filter((entry) => !isMoney(entry))],
  ] as const
  return [
    ...monthsOf(startYearOf(from)).map((month) =>
      sumRow('Month', monthLabel(month), months.get(month) ?? []),
    ),
    ...[...modes]
      .toSorted(([a], [b]) => compare(a, b))
      .map(([label, those]) => sumRow('Mode', label, those)),
    ...kinds.map(([label, those]) => sumRow('Kind', label, those)),
    ...bookParts.map((part) => {
      const amounts = entries.map(({ parts }) => parts[part]).filter((paise) => paise !== 0)
      return amountsRow('For', bookPartLabels[part], amounts)
    }),
    sumRow('Total', null, entries),
  ]
}

/**
 * The rows from the sum that was recorded in the year, whose receipts have its numbers, to the total of the year, which
 * goes by the days of payment.
 */
function movedRows(
  { from, to }: FinancialYear,
  entries: readonly BookEntry[],
  of: readonly number[],
): XlsxCell[][] {
  const isRecordedIn = ({ recorded_at }: BookEntry) =>
    isoDay(recorded_at) >= from && isoDay(recorded_at) <= to
  const amountsOf = (those: readonly { amount_paise: Paise }[]) =>
    those.map(({ amount_paise }) => amount_paise)
  const booked = entries.filter(({ is_later }) => !is_later)
  const into = amountsOf(booked.filter((entry) => !isRecordedIn(entry)))
  const own = amountsOf(booked.filter(isRecordedIn))
  return [
    amountsRow('Recorded', 'In the year', [...own, ...of]),
    amountsRow('Moved', 'Paid in the year, recorded in another', into),
    ['Moved', 'Recorded in the year, paid in another', -of.length || 0, -sum(of) / 100 || 0],
  ]
}

const sumRow = (label: string, of: string | null, entries: readonly Summed[]): XlsxCell[] =>
  amountsRow(
    label,
    of,
    entries.map(({ amount_paise }) => amount_paise),
  )

const amountsRow = (label: string, of: string | null, amounts: readonly Paise[]): XlsxCell[] => [
  label,
  of,
  amounts.length,
  sum(amounts) / 100,
]

/** 'April 2026' for '2026-04'. */
const monthLabel = (month: string): string =>
  `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
