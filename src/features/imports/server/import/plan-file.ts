/** Reads a spreadsheet and plans its import; nothing is written. */

import { readBooksLimits } from '#features/ledger/server/payment-day.ts'
import { type Column, columnOf } from '#features/members/columns/spreadsheet-columns.ts'
import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { numberKey } from '#features/members/membership-number.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openTextSpool, type TempUpload, type TextSpool } from '#platform/server/http/temp-files.ts'
import {
  maxHeadRows,
  openSheet,
  type Sheet,
  type SheetRow,
  UnreadableRow,
} from '#platform/server/spreadsheets/sheet.ts'
import { addToList } from '#shared/add-to-list.ts'
import { cellText } from '#shared/csv.ts'
import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MemberRole } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import { type DayOrder, orderWith } from '#shared/values/day.ts'
import type { ChangedField, ImportPlan, RowError } from '../../answers.ts'
import { cellOfPerson, isPaymentColumn, paymentChange } from './cells.ts'
import type { FileRow } from './file-row.ts'
import { arrearsOf } from './plan-arrears.ts'
import { addNotes } from './plan-notes.ts'
import { type ChangedRow, type PlanContext, planRows, type RowPlan } from './plan-rows.ts'
import { referenceNotes } from './reference-notes.ts'
import { addErrorRow, emptyErrorSheet } from './sheet/error-sheet.ts'
import { findHeadings, type Headings, type Mapping } from './sheet/headings.ts'
import {
  type Corrections,
  leftOutRow,
  noRowAbove,
  type RowAbove,
  readMemberRows,
} from './sheet/member-rows.ts'

const maxRows = 200_000
/** How many new and how many changed members a plan lists; `counts` includes all. */
const maxListed = 500
/** Limits the errors of a plan: a file that is no list of members could have one for every cell. */
const maxErrors = 100_000
const maxLeftOut = 500
const maxSample = 80

export interface PlannedFile {
  plan: ImportPlan
  /** The rows to write (new and changed) as JSON of `FileRow[]`, a few hundred in each chunk. */
  chunks: TextSpool
  /** Keys of the membership numbers that occur in the file. */
  numbersInFile: Set<string>
  /** The context to plan the chunks again, reset to the start of the file. */
  resetContext: () => PlanContext
}

/** How the administrator wants the file to be read. */
export interface ImportOptions {
  /** The member type that every row must have; undefined: it is read from the file. */
  role: MemberRole | undefined
  /** Headings that were matched by hand. */
  mapping: Mapping
  corrections: Corrections
  /** A payment without validity gets the financial year of its date. */
  hasValidityOfYear: boolean
  /**
   * Rows may correct payments that have a receipt of the portal's series: it becomes void, the payment gets the next.
   */
  correctsReceipts: boolean
  /** Rows with errors are left out of the chunks; otherwise a file with errors has none. */
  skipsErrors: boolean
}

interface PlanFileOptions extends ImportOptions {
  now: Date
  /** Called with the number of rows checked so far. */
  onProgress: (rows: number) => void
}

/**
 * Plans a file and passes the plan to `work`; the chunks exist until `work` ends. Wrong rows are errors
 * in the plan; a file that is not a CSV file, is empty or has too many rows is refused.
 */
export async function withPlannedFile<Outcome>(
  db: Database,
  file: TempUpload,
  options: PlanFileOptions,
  work: (planned: PlannedFile) => Promise<Outcome>,
): Promise<Outcome> {
  const chunks = await openTextSpool()
  try {
    return await work(await planFile(db, file, options, chunks))
  } finally {
    await chunks.close()
  }
}

async function planFile(
  db: Database,
  file: TempUpload,
  options: PlanFileOptions,
  chunks: TextSpool,
): Promise<PlannedFile> {
  const sheet = await openSheet(file, { isHeading: (cell) => columnOf(cell) !== undefined })
  const plan = emptyPlan(sheet)
  const { role, now, hasValidityOfYear, correctsReceipts, onProgress } = options
  const roleInName = /^(vendor|oem)-/i.exec(file.name)?.[1]?.toLowerCase()
  const context: PlanContext = {
    role,
    defaultRole: role ?? (roleInName === 'vendor' ? 'vendor' : 'oem'),
    now,
    hasValidityOfYear,
    correctsReceipts,
    dayOrders: new Map(),
    today: isoDay(now),
    limits: await readBooksLimits(db),
    headings: new Map(),
    firstRows: new Map(),
    written: new Set(),
    emails: new Set(),
    references: new Map(),
  }
  const planned: PlannedFile = {
    plan,
    chunks,
    numbersInFile: new Set(),
    resetContext: () => {
      context.firstRows.clear()
      context.references.clear()
      return context
    },
  }
  let headings: Headings | undefined
  let rowCount = 0
  let above = noRowAbove
  try {
    for await (const rows of withHeadRows(sheet)) {
      let dataRows = rows
      if (!headings) {
        const foundHeadings = findHeadings(rows, options.mapping)
        headings = foundHeadings.headings
        dataRows = foundHeadings.rest
        describeHeadings(plan, headings, dataRows)
        context.headings = headings.spelling
        context.dayOrders = await readDayOrders(sheet, headings)
        addDayNotes(plan, headings, context.dayOrders)
        plan.role_from = roleSource(role, headings, roleInName)
        if (headings.errors.length > 0) {
          plan.can_skip_errors = false
          break
        }
      }
      above = await addRows(db, dataRows, { planned, context, headings, options, above })
      rowCount += dataRows.length
      onProgress(rowCount)
      if (plan.errors.length > maxErrors) throw tooManyErrors(plan.errors)
      await yieldToEventLoop()
    }
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    plan.can_skip_errors = false
    plan.errors.push(error.error)
  }
  if (!headings && plan.errors.length === 0) throw new Refusal('invalid', 'The file is empty')
  plan.counts.wrong = new Set(plan.errors.map(({ line }) => line)).size
  return planned
}

const emptyPlan = ({ encoding, delimiter }: Sheet): ImportPlan => ({
  counts: { new: 0, changed: 0, same: 0, wrong: 0 },
  encoding,
  delimiter,
  header_row: 1,
  headings: [],
  role_from: 'default',
  new: [],
  changed: [],
  errors: [],
  can_skip_errors: true,
  receipt_corrections: 0,
  arrears: { members: 0, amount_paise: 0 },
  notes: [],
  note_counts: {},
  left_out: [],
  error_sheet: emptyErrorSheet(),
})

/**
 * The columns of days in which the month is first, because one of their cells can only be read so, like 4/25/2026, and
 * no cell only the other way. The rows are read once more for this, since a column has one order.
 */
async function readDayOrders(
  sheet: Sheet,
  { row: heading, columns }: Headings,
): Promise<ReadonlyMap<Column, DayOrder>> {
  const ordersByColumn = new Map<Column, DayOrder>()
  const positions = columns.flatMap((column, index) => {
    const kind = column && fieldOfColumn(column)?.kind
    return column && (kind === 'day' || kind === 'instant') ? [{ column, index }] : []
  })
  if (positions.length === 0) return ordersByColumn
  for await (const rows of sheet.rows()) {
    for (const { row, cells } of rows)
      for (const { column, index } of row > heading.row ? positions : []) {
        const order = orderWith(ordersByColumn.get(column), cells[index] ?? '')
        if (order) ordersByColumn.set(column, order)
      }
    if (positions.every(({ column }) => ordersByColumn.get(column) === 'day first')) break
  }
  return ordersByColumn
}

function addDayNotes(
  plan: ImportPlan,
  { row, spelling }: Headings,
  orders: ReadonlyMap<Column, DayOrder>,
): void {
  for (const [column, order] of orders)
    if (order === 'month first') {
      plan.note_counts.days = (plan.note_counts.days ?? 0) + 1
      plan.notes.push({
        row: row.row,
        column: spelling.get(column) ?? column,
        kind: 'days',
        text: 'one of the days can only be read with the month first, so all of them are',
      })
    }
}

/** The rows in chunks. The first chunk has all rows that may contain the headings. */
async function* withHeadRows(sheet: Sheet): AsyncGenerator<SheetRow[]> {
  let head: SheetRow[] | undefined = []
  for await (const rows of sheet.rows()) {
    if (!head) {
      yield rows
      continue
    }
    head.push(...rows)
    if (head.length < maxHeadRows) continue
    yield head
    head = undefined
  }
  if (head && head.length > 0) yield head
}

function describeHeadings(
  plan: ImportPlan,
  { row, titles, list, errors }: Headings,
  rows: readonly SheetRow[],
): void {
  const sampleOf = (index: number): string =>
    cellText(rows.find(({ cells }) => (cells[index] ?? '').trim() !== '')?.cells[index] ?? '')
      .trim()
      .slice(0, maxSample)
  plan.header_row = row.row
  plan.headings = list.flatMap(({ index, ...heading }) => {
    const sample = sampleOf(index)
    const isUnnamed = (row.cells[index] ?? '').trim() === '' && heading.column === ''
    return isUnnamed && sample === '' ? [] : [{ ...heading, sample }]
  })
  plan.left_out.push(...titles.map((title) => leftOutRow(title, 'title')))
  plan.error_sheet.head = [...titles, row]
    .toSorted((a, b) => a.row - b.row)
    .map(({ cells }) => cells)
  plan.errors.push(...errors)
}

function roleSource(
  role: MemberRole | undefined,
  { spelling }: Headings,
  roleInName: string | undefined,
): ImportPlan['role_from'] {
  if (role) return 'request'
  if (spelling.has('role')) return 'column'
  return roleInName ? 'file name' : 'default'
}

/** Cuts the list of errors; the error that replaces the rest stops the reading. */
function tooManyErrors(errors: RowError[]): UnreadableRow {
  errors.length = maxErrors
  const reason = `More than ${formatCount(maxErrors)} cells have errors; nothing after this row was read`
  const last = errors.at(-1)
  return new UnreadableRow(last?.line ?? 1, last?.row ?? 1, reason)
}

interface AddRowsContext {
  planned: PlannedFile
  context: PlanContext
  headings: Headings
  options: PlanFileOptions
  /** The last member in the rows before. */
  above: RowAbove
}

/** Adds a chunk of the sheet to the plan; returns its last member. */
async function addRows(
  db: Database,
  sheetRows: readonly SheetRow[],
  { planned, context, headings, options, above }: AddRowsContext,
): Promise<RowAbove> {
  const { plan, chunks, numbersInFile } = planned
  const reading = { corrections: options.corrections, above }
  const { rows, notes, leftOut, errors, last } = readMemberRows(sheetRows, headings, reading)
  const rowPlan = await planRows(db, rows, context)
  addCounts(plan, rowPlan)
  plan.receipt_corrections += rowPlan.receiptCorrections
  if (plan.counts.new + plan.counts.changed + plan.counts.same > maxRows)
    throw new Refusal('too-large', 'Please import at most 200,000 rows at once')
  const newErrors = [...errors, ...rowPlan.errors].toSorted((a, b) => a.line - b.line)
  plan.errors.push(...newErrors)
  addErrorRows(plan, sheetRows, newErrors)
  addListed(plan, rowPlan, rows, context)
  for (const [line, note] of [...rowPlan.notes, ...(await referenceNotes(db, rowPlan, context))])
    addToList(notes, line, note)
  addNotes(plan, rowPlan, rows, { notes, spelling: headings.spelling })
  plan.left_out.push(...leftOut.slice(0, Math.max(0, maxLeftOut - plan.left_out.length)))
  for (const { cells } of rows)
    if (cells.membership_number) numbersInFile.add(numberKey(cells.membership_number))
  // A file with errors is written only without these rows.
  if (plan.errors.length > 0 && !options.skipsErrors) return last
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const toWrite: FileRow[] = [
    ...rowPlan.added.map(({ line, role, cells, seeker }) => ({
      line,
      row: byLine.get(line)?.row ?? line,
      cells: { ...cells, role, email: seeker?.email ?? cells.email ?? '' },
      isValidated: true as const,
    })),
    ...rowPlan.changed.flatMap(({ line }) => byLine.get(line) ?? []),
  ]
  toWrite.sort((a, b) => a.line - b.line)
  if (toWrite.length > 0) await chunks.append(JSON.stringify(toWrite))
  return last
}

function addErrorRows(
  { error_sheet: sheet }: ImportPlan,
  sheetRows: readonly SheetRow[],
  errors: readonly RowError[],
): void {
  if (errors.length === 0) return
  const lines = new Set(errors.map(({ line }) => line))
  for (const sheetRow of sheetRows) if (lines.has(sheetRow.line)) addErrorRow(sheet, sheetRow)
}

function addCounts({ counts, arrears }: ImportPlan, { added, changed, same }: RowPlan): void {
  for (const { cells } of [...added, ...changed]) {
    const charged = arrearsOf(cells)
    if (!charged) continue
    arrears.members += 1
    arrears.amount_paise += charged.amount_paise
  }
  counts.new += added.length
  counts.changed += changed.length
  counts.same += same
}

function addListed(
  plan: ImportPlan,
  { added, changed }: RowPlan,
  rows: readonly FileRow[],
  { headings }: PlanContext,
): void {
  const byLine = new Map(rows.map(({ line, row }) => [line, row]))
  const rowOf = (line: number) => byLine.get(line) ?? line
  for (const { line, role, cells, seeker } of added.slice(0, maxListed - plan.new.length)) {
    const email = seeker?.email ?? cells.email ?? ''
    plan.new.push({
      line,
      row: rowOf(line),
      name: cells.name ?? '',
      company_name: cells.company_name ?? '',
      email,
      cells: { ...cells, role, ...(email && { email }) },
    })
  }
  for (const row of changed.slice(0, maxListed - plan.changed.length)) {
    const { line, person, cells } = row
    const payment = paymentChange(cells, person)
    const { id, name } = person
    const columns: Column[] = ['name', 'company_name', ...headings.keys()]
    // Nothing of the current payment becomes part of a further one.
    const shown = columns.filter((column) => payment !== 'renewal' || !isPaymentColumn(column))
    plan.changed.push({
      line,
      row: rowOf(line),
      id,
      name,
      fields: fieldsOf(row),
      ...(payment && { payment }),
      cells: { ...currentCells(person, shown), ...cells },
    })
  }
}

/** The values of a member in these columns, without the empty cells. */
const currentCells = (person: PersonRow, columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(
    columns
      .map((column) => [column, cellOfPerson(column, person)] as const)
      .filter(([, text]) => text !== ''),
  )

const fieldsOf = ({ person, cells }: ChangedRow): ChangedField[] =>
  Object.entries(cells)
    .map(([name, to]) => ({ column: name, from: cellOfPerson(name as Column, person), to }))
    .filter(({ from, to }) => from !== to)
