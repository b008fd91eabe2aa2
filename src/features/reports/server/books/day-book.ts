/** The day book: money received and paid back, with cancellations, each by its day. */
import { type Book, bookOf, hasLaterRow } from '#features/ledger/book.ts'
import {
  type BookParts,
  bookParts,
  isImportedHistory,
  noParts,
} from '#features/ledger/book-parts.ts'
import { adjustedBy, type ReceiptContent } from '#features/ledger/receipts/content.ts'
import { modeLabel, receiptLabels } from '#features/ledger/receipts/labels.ts'
import { takesAdvances } from '#features/ledger/receipts/paper-balances.ts'
import { listEntriesOfMembers } from '#features/ledger/server/queries.ts'
import {
  type DayBookEntry,
  listDayBook,
  listEarlierVoids,
} from '#features/ledger/server/receipts/day-book-queries.ts'
import { paperContent } from '#features/ledger/server/receipts/receipt-content.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { streamOfChunks } from '#platform/server/core/web-stream.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { type XlsxCell, type XlsxColumn, xlsxStream } from '#platform/server/files/xlsx.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import {
  addDays,
  type Day,
  type Instant,
  isDay,
  isoDay,
  numericDate,
  type Period,
  startOfDay,
} from '#shared/dates.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import type { DayBookQuery } from '../../books/contract.ts'

const gstHeading = 'GST Included (₹)'

export const columns = [
  { heading: 'Date', kind: 'day', width: 12 },
  { heading: 'Receipt No.', kind: 'text', width: 22 },
  { heading: 'Particulars', kind: 'text', width: 26 },
  { heading: 'Company', kind: 'text', width: 32 },
  { heading: 'Member', kind: 'text', width: 24 },
  { heading: 'Membership No.', kind: 'text', width: 16 },
  { heading: 'Mode', kind: 'text', width: 14 },
  { heading: 'Reference', kind: 'text', width: 26 },
  { heading: 'Recorded On', kind: 'day', width: 12 },
  { heading: 'Amount (₹)', kind: 'money', width: 14 },
  { heading: 'Joining Fee (₹)', kind: 'money', width: 14 },
  { heading: 'Dues of the Year (₹)', kind: 'money', width: 14 },
  { heading: 'Arrears (₹)', kind: 'money', width: 14 },
  { heading: 'Advance (₹)', kind: 'money', width: 14 },
  { heading: 'Other (₹)', kind: 'money', width: 14 },
  { heading: gstHeading, kind: 'money', width: 14 },
] as const satisfies readonly XlsxColumn[]

/** The columns for an association, whose amounts include GST when it is registered. */
export async function bookColumns<Column extends XlsxColumn>(
  db: Database,
  ofBook: readonly Column[],
): Promise<XlsxColumn[]> {
  const isRegistered = (await readSettings(db, ['association_gstin'])).get('association_gstin')
  return ofBook.map((column) =>
    isRegistered && column.heading !== gstHeading
      ? { ...column, heading: column.heading.replace('(₹)', 'incl. GST (₹)') }
      : column,
  )
}

const pageSize = 500

/** A row of a book: the entry with the purposes of its money. */
export interface BookEntry extends DayBookEntry {
  parts: BookParts
  /** The tax on its paper; negative for a cancellation. */
  gst_paise: Paise
  /** History of earlier years, which is listed after the total and is in no sum. */
  is_history: boolean
  /** The effects of an earlier-dated cancellation on the day of its recording; the row moves no money. */
  is_later?: boolean
}

/**
 * Writes a workbook or a CSV file of the days, which are days in India. The sum follows the entries; the payments that
 * an import brought as history of earlier years come last, on their own.
 */
export async function dayBook(
  db: Database,
  { from, to, format }: DayBookQuery,
): Promise<ReadableStream> {
  const rows = dayBookRows(db, from, to)
  const headed = await bookColumns(db, columns)
  return format === 'xlsx' ? xlsxStream('Day book', headed, rows) : csvStream(headed, rows)
}

async function* dayBookRows(db: Database, from: Day, to: Day) {
  const sums = newSums()
  for await (const entry of dayBookEntries(db, from, to))
    if (!entry.is_history) yield rowOf(add(sums, entry))
  yield totalRow('Total', sums)
  const history = newSums()
  for await (const entry of dayBookEntries(db, from, to))
    if (entry.is_history) yield rowOf(add(history, entry))
  if (history.entries > 0) yield totalRow(historyLabel, history)
}

const historyLabel = 'Imported history of earlier years, in no sum'

/** The sums of a book in whole paise. */
interface Sums {
  entries: number
  amount: number
  parts: BookParts
  gst: number
}

const newSums = (): Sums => ({
  entries: 0,
  amount: 0,
  parts: { joining_fee: 0, dues: 0, arrears: 0, advance: 0, other: 0 },
  gst: 0,
})

function add(sums: Sums, entry: BookEntry): BookEntry {
  sums.entries += 1
  sums.amount += entry.amount_paise
  for (const part of bookParts) sums.parts[part] += entry.parts[part]
  sums.gst += entry.gst_paise
  return entry
}

/** Returns rows of `columns`: the entries with their sum, then the history with its own sum. */
export function bookRows(entries: readonly BookEntry[]): XlsxCell[][] {
  const history = entries.filter(({ is_history }) => is_history)
  const counted = entries.filter(({ is_history }) => !is_history)
  return [
    ...counted.map(rowOf),
    totalRow('Total', sumsOf(counted)),
    ...history.map(rowOf),
    ...(history.length > 0 ? [totalRow(historyLabel, sumsOf(history))] : []),
  ]
}

function sumsOf(entries: readonly BookEntry[]): Sums {
  const sums = newSums()
  for (const entry of entries) add(sums, entry)
  return sums
}

/** `to` is the first instant after it. */
type TimeRange = Period<Instant>

/** The entries of these days (yyyy-MM-dd) in India, with what cancellations of an earlier day change on them. */
export async function* dayBookEntries(db: Database, from: Day, to: Day): AsyncGenerator<BookEntry> {
  const range = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  const later = await laterEntries(db, range)
  for await (const entry of ownEntries(db, range)) {
    while (later[0] && later[0].paid_at < entry.paid_at) yield later.shift() as BookEntry
    yield entry
  }
  yield* later
}

/** By the day of recording. */
async function laterEntries(db: Database, range: TimeRange): Promise<BookEntry[]> {
  const voids = (await listEarlierVoids(db, range)).filter(hasLaterRow)
  const books = await readBooks(db, voids)
  return voids
    .map((entry) => ({
      ...entry,
      paid_at: entry.recorded_at,
      amount_paise: 0,
      mode: null,
      reference: '',
      parts: books.get(entry.person_id)?.later.get(entry.id) ?? noParts,
      gst_paise: 0,
      is_history: false,
      is_later: true,
    }))
    .filter(({ parts }) => bookParts.some((part) => parts[part]))
}

/** The books of these entries' members, by the members' ids. */
async function readBooks(
  db: Database,
  entries: readonly Pick<DayBookEntry, 'person_id'>[],
): Promise<Map<string, Book>> {
  const ids = new Set(entries.map(({ person_id }) => person_id))
  const ledgers = await listEntriesOfMembers(db, [...ids])
  const books = new Map<string, Book>()
  const pause = pauses()
  for (const [id, ledger] of ledgers) {
    await pause()
    books.set(id, bookOf(ledger))
  }
  return books
}

async function* ownEntries(db: Database, range: TimeRange): AsyncGenerator<BookEntry> {
  let after = { at: range.from, id: '' }
  for (;;) {
    const entries = await listDayBook(db, { ...range, after }, pageSize)
    const books = await readBooks(db, entries)
    for (const { content, ...entry } of entries) {
      const parts = books.get(entry.person_id)?.parts.get(entry.id) ?? noParts
      if (
        !isMoney(entry) &&
        entry.receipt_number === null &&
        bookParts.every((part) => !parts[part])
      )
        continue
      yield {
        ...entry,
        gst_paise: entry.receipt_number ? gstOf(await paperContent(db, entry.id, content)) : 0,
        parts,
        is_history: isHistory(entry),
      }
    }
    const last = entries.at(-1)
    if (!last || entries.length < pageSize) return
    after = { at: last.paid_at, id: last.id }
    await yieldToEventLoop()
  }
}

/**
 * Returns the tax of a paper minus the tax of the advances that it uses up. A cancellation has the tax that it takes
 * back.
 */
function gstOf(content: ReceiptContent | undefined): number {
  if (!content) return 0
  const adjusted = sum(adjustedBy(content), (one) => one.paise - one.taxable_paise)
  const { cgst_paise, sgst_paise, igst_paise } = content.tax
  const paise = cgst_paise + sgst_paise + igst_paise - adjusted
  return content.cancels === null ? paise : negative(paise)
}

/**
 * Whether an entry is history: an import brought a payment of an earlier year, or the entry cancels such a payment. A
 * payment of March that was imported in March counts in its year. A cancellation that is recorded in April with a later
 * day than the payment is history, unless the bank returned the money, which then went back in that year.
 */
export function isHistory(entry: DayBookEntry): boolean {
  if (entry.kind === 'payment') return isImportedHistory(entry)
  if (entry.kind !== 'reversal') return false
  const {
    cancelled_paid_at: paid,
    cancelled_recorded_at: brought,
    recorded_at,
    void_reason,
  } = entry
  const cancelled = {
    receipt_number: entry.cancelled_receipt_number,
    paid_at: paid ?? entry.paid_at,
    valid_to: entry.valid_to,
  }
  return (
    isImportedHistory({ ...cancelled, recorded_at: brought ?? recorded_at }) ||
    (void_reason !== 'bounced' &&
      entry.paid_at !== paid &&
      isImportedHistory({ ...cancelled, recorded_at }))
  )
}

const totalRow = (label: string, { amount, parts, gst }: Sums): XlsxCell[] => [
  null,
  label,
  ...Array<null>(7).fill(null),
  amount / 100,
  ...bookParts.map((part) => parts[part] / 100),
  gst / 100,
]

const rowOf = (entry: BookEntry): XlsxCell[] => [
  isoDay(entry.paid_at),
  entry.number,
  particularsOf(entry),
  entry.company_name,
  entry.member_name,
  entry.membership_number,
  modeOf(entry),
  entry.reference,
  isoDay(entry.recorded_at),
  entry.amount_paise / 100,
  ...bookParts.map((part) => entry.parts[part] / 100),
  entry.gst_paise / 100,
]

/** The mode of the money; deducted tax has none. */
export const modeOf = (entry: Pick<DayBookEntry, 'kind' | 'cancelled_kind' | 'mode'>) =>
  movedKind(entry) === 'tds' ? 'TDS' : entry.mode && modeLabel(entry.mode, 'en')

/** Whether money moves by an entry or by its cancellation, which charges, waivers and papers of credit do not. */
export const isMoney = (entry: Pick<BookEntry, 'kind' | 'cancelled_kind' | 'is_later'>): boolean =>
  !['charge', 'paper', 'waiver'].includes(movedKind(entry))

/** The kind of an entry, or of the one that it cancels; what moves on a later day is credit, as on a paper. */
export const movedKind = ({
  kind,
  cancelled_kind,
  is_later,
}: Pick<BookEntry, 'kind' | 'cancelled_kind' | 'is_later'>) =>
  is_later ? 'paper' : (cancelled_kind ?? kind)

/** The name on receipts and statements. */
export const deductedTax = receiptLabels.en.tds

function particularsOf({ kind, cancels, cancelled_kind, is_later }: BookEntry): string {
  if (is_later) return cancels ? `Moved when ${cancels} was cancelled` : 'Moved by a cancellation'
  const names = { payment: 'Payment', refund: 'Refund', tds: deductedTax }
  if (kind === 'payment' || kind === 'refund' || kind === 'tds') return names[kind]
  if (takesAdvances({ kind })) return 'Charge paid from credit'
  if (cancels) return `Cancels ${cancels}`
  if (cancelled_kind === 'tds') return 'Cancels tax deducted at source (TDS)'
  if (cancelled_kind === 'charge') return 'Cancels a charge'
  if (cancelled_kind === 'waiver') return 'Cancels a waiver'
  return cancelled_kind === 'refund' ? 'Cancels a refund' : 'Cancels a payment'
}

function csvStream(
  headed: readonly XlsxColumn[],
  rows: AsyncIterable<readonly XlsxCell[]>,
): ReadableStream<Uint8Array> {
  async function* chunks() {
    yield byteOrderMark + csvRow(headed.map(({ heading }) => heading))
    for await (const row of rows)
      yield csvRow(row.map((cell, index) => csvCell(cell, columns[index]?.kind)))
  }
  return streamOfChunks(chunks())
}

const csvCell = (cell: XlsxCell, kind: XlsxColumn['kind'] | undefined): string | number =>
  kind === 'day' && isDay(cell) ? numericDate(cell) : (cell ?? '')
