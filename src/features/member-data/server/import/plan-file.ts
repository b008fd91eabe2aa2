/** Reads a spreadsheet and plans its import; nothing is written. */

import { numberKey } from '#features/members/membership-number.ts'
import type { Column } from '#features/members/spreadsheet-columns.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import type { TempUpload } from '#platform/server/files/temp-files.ts'
import { openTextSpool, type TextSpool } from '#platform/server/files/temp-files.ts'
import { unescapeFormula } from '#shared/csv.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MemberRole } from '#shared/roles.ts'
import { formatCount } from '#shared/sentences.ts'
import type { ChangedField, ImportCounts, ImportPlan, RowError } from '../../answers.ts'
import { type Cells, cellText, paymentChange } from './cells.ts'
import {
  type ChangedRow,
  type FileRow,
  type PlanContext,
  planRows,
  type RowPlan,
} from './plan-rows.ts'
import { type Headings, openSheet, readHeadings, type SheetRow, UnreadableRow } from './sheet.ts'

const maxRows = 200_000
/** How many new and how many changed members a plan lists; `counts` includes all. */
const maxListed = 500
/** Limits the errors of a plan: a file that is no list of members could have one for every cell. */
const maxErrors = 100_000

export interface PlannedFile {
  plan: ImportPlan
  /** The rows to write (new and changed) as JSON of `FileRow[]`, a few hundred in each chunk. */
  chunks: TextSpool
  /** Keys of the membership numbers that occur in the file. */
  numbersInFile: Set<string>
  /** The context to plan the chunks again, reset to the start of the file. */
  resetContext: () => PlanContext
}

interface PlanFileOptions {
  /** The member type that every row must have; undefined: it is read from the file. */
  role: MemberRole | undefined
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
  { role, now, onProgress }: PlanFileOptions,
  chunks: TextSpool,
): Promise<PlannedFile> {
  const sheet = await openSheet(file)
  const plan: ImportPlan = {
    counts: { new: 0, changed: 0, same: 0, wrong: 0 },
    encoding: sheet.encoding,
    delimiter: sheet.delimiter,
    new: [],
    changed: [],
    errors: [],
  }
  const context: PlanContext = {
    role,
    defaultRole: role ?? (/^vendor-/i.test(file.name) ? 'vendor' : 'oem'),
    now,
    headings: new Map(),
    firstLines: new Map(),
  }
  const planned: PlannedFile = {
    plan,
    chunks,
    numbersInFile: new Set(),
    resetContext: () => {
      context.firstLines.clear()
      return context
    },
  }
  let headings: Headings | undefined
  let rowCount = 0
  try {
    for await (const rows of sheet.rows()) {
      const [first] = rows
      if (!first) continue
      const dataRows = headings ? rows : rows.slice(1)
      headings ??= readHeadings(first)
      context.headings = headings.spelling
      if (headings.errors.length > 0) {
        plan.errors.push(...headings.errors)
        break
      }
      await addRows(db, toFileRows(dataRows, headings, plan.errors), planned, context)
      rowCount += dataRows.length
      onProgress(rowCount)
      if (plan.errors.length > maxErrors) throw tooManyErrors(plan.errors)
      await yieldToEventLoop()
    }
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    plan.errors.push(error.error)
  }
  if (!headings) throw new Refusal('invalid', 'The file is empty')
  plan.counts.wrong = new Set(plan.errors.map(({ line }) => line)).size
  return planned
}

/** Cuts the list of errors; the error that replaces the rest stops the reading. */
function tooManyErrors(errors: RowError[]): UnreadableRow {
  errors.length = maxErrors
  const reason = `More than ${formatCount(maxErrors)} cells cannot be taken; nothing after this line was looked at`
  return new UnreadableRow(errors.at(-1)?.line ?? 1, reason)
}

async function addRows(
  db: Database,
  rows: readonly FileRow[],
  { plan, chunks, numbersInFile }: PlannedFile,
  context: PlanContext,
): Promise<void> {
  const rowPlan = await planRows(db, rows, context)
  addCounts(plan.counts, rowPlan)
  if (plan.counts.new + plan.counts.changed + plan.counts.same > maxRows)
    throw new Refusal('too-large', 'Please import at most 200,000 rows at once')
  plan.errors.push(...rowPlan.errors)
  addListed(plan, rowPlan, context.now)
  for (const { cells } of rows)
    if (cells.membership_number) numbersInFile.add(numberKey(cells.membership_number))
  // A file with errors is never written.
  if (plan.errors.length > 0) return
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const toWrite: FileRow[] = [
    ...rowPlan.added.map(({ line, role, cells, seeker }) => ({
      line,
      cells: { ...cells, role, email: seeker?.email ?? cells.email ?? '' },
      isValidated: true as const,
    })),
    ...rowPlan.changed.flatMap(({ line }) => byLine.get(line) ?? []),
  ]
  toWrite.sort((a, b) => a.line - b.line)
  if (toWrite.length > 0) await chunks.append(JSON.stringify(toWrite))
}

function addCounts(counts: ImportCounts, { added, changed, same }: RowPlan): void {
  counts.new += added.length
  counts.changed += changed.length
  counts.same += same
}

function addListed(plan: ImportPlan, { added, changed }: RowPlan, now: Date): void {
  for (const { line, cells, seeker } of added.slice(0, maxListed - plan.new.length))
    plan.new.push({
      line,
      name: cells.name ?? '',
      company_name: cells.company_name ?? '',
      email: seeker?.email ?? cells.email ?? '',
    })
  for (const row of changed.slice(0, maxListed - plan.changed.length)) {
    const { line, person, cells } = row
    const payment = paymentChange(cells, person, now)
    const { id, name } = person
    plan.changed.push({ line, id, name, fields: fieldsOf(row), ...(payment && { payment }) })
  }
}

const fieldsOf = ({ person, cells }: ChangedRow): ChangedField[] =>
  Object.entries(cells).map(([name, to]) => ({
    column: name,
    from: cellText(name as Column, person),
    to,
  }))

/** The non-empty cells of each row by column; ignored columns and empty rows are left out. */
function toFileRows(
  rows: readonly SheetRow[],
  { columns }: Headings,
  errors: RowError[],
): FileRow[] {
  return rows.flatMap(({ line, cells: sheetCells }) => {
    const cells: Cells = {}
    let isEmpty = true
    for (const [index, cell] of sheetCells.entries()) {
      const text = unescapeFormula(cell).trim()
      if (text === '') continue
      const column = columns[index]
      if (index >= columns.length) {
        const reason = `This line has ${sheetCells.length} cells, the headings are ${columns.length}`
        errors.push({ line, column: '', reason, value: text.slice(0, 80) })
        return []
      }
      if (!column) continue
      cells[column] = text
      isEmpty = false
    }
    return isEmpty ? [] : [{ line, cells }]
  })
}
