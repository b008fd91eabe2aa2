/** Reads a whole file into the plan of its import. */

import { numberKey } from '#features/members/membership-number.ts'
import type { Column } from '#features/members/spreadsheet-columns.ts'
import type { Database } from '#platform/server/database/database.ts'
import { yieldToEventLoop } from '#platform/server/event-loop.ts'
import { openTextSpool, type TextSpool } from '#platform/server/files/temp-files.ts'
import type { SingleUpload } from '#platform/server/http/single-upload.ts'
import { unescapeFormula } from '#shared/csv.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { ChangedField, ImportCounts, ImportPlan, RowError } from '../../contract.ts'
import { type Cells, cellText, paymentChange } from './cells.ts'
import { type ChangedRow, type FileRow, type PlanContext, planRows, type RowPlan } from './plan.ts'
import { type Headings, openSheet, readHeadings, type SheetRow, UnreadableRow } from './sheet.ts'

const mostRows = 200_000
/** So many of the new and of the changed ones are listed in a plan; the counts have them all. */
const listed = 500
/** So many reasons are told: a file that is no list of members would have one for every word in it. */
const mostErrors = 100_000

export interface PlannedFile {
  plan: ImportPlan
  /** The rows that are not the same already, as JSON, some hundred at a time. */
  chunks: TextSpool
  /** Keys of the membership numbers that the file itself names. */
  numbersInFile: Set<string>
  /** What planning these rows needs, from the beginning again. */
  newContext: () => PlanContext
}

/**
 * Everything wrong is in the plan; refused is only what is no list of members at all. `told` hears
 * how many rows were looked at so far. The rows are there as long as `work` takes.
 */
export async function withPlannedFile<Outcome>(
  db: Database,
  file: SingleUpload,
  { role, now, told }: { role: MemberRole | undefined; now: Date; told: (rows: number) => void },
  work: (read: PlannedFile) => Promise<Outcome>,
): Promise<Outcome> {
  const pieces = await openTextSpool()
  try {
    return await work(await planFile(db, file, { role, now, told, pieces }))
  } finally {
    await pieces.close()
  }
}

interface ReadNeeds {
  role: MemberRole | undefined
  now: Date
  told: (rows: number) => void
  pieces: TextSpool
}

async function planFile(
  db: Database,
  file: SingleUpload,
  { role, now, told, pieces }: ReadNeeds,
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
  const read: PlannedFile = {
    plan,
    chunks: pieces,
    numbersInFile: new Set(),
    newContext: () => needs,
  }
  const usualRole = role ?? (/^vendor-/i.test(file.name) ? 'vendor' : 'oem')
  const needs: PlanContext = {
    role,
    defaultRole: usualRole,
    now,
    headings: new Map(),
    firstLines: new Map(),
  }
  let headings: Headings | undefined
  let rows = 0
  try {
    for await (const lines of sheet.rows()) {
      const [head] = lines
      if (!head) continue
      const below = headings ? lines : lines.slice(1)
      headings ??= readHeadings(head)
      needs.headings = headings.named
      if (headings.errors.length > 0) {
        plan.errors.push(...headings.errors)
        break
      }
      await addRows(db, rowsOf(below, headings, plan.errors), read, needs)
      rows += below.length
      told(rows)
      if (plan.errors.length > mostErrors) throw tooMuchWrong(plan.errors)
      await yieldToEventLoop()
    }
  } catch (error) {
    if (!(error instanceof UnreadableRow)) throw error
    plan.errors.push(error.error)
  }
  if (!headings) throw new Refusal('invalid', 'The file is empty')
  plan.counts.wrong = new Set(plan.errors.map(({ line }) => line)).size
  read.newContext = () => {
    needs.firstLines.clear()
    return needs
  }
  return read
}

function tooMuchWrong(errors: RowError[]): UnreadableRow {
  errors.length = mostErrors
  const many = mostErrors.toLocaleString('en-IN')
  const words = `More than ${many} cells cannot be taken; nothing after this line was looked at`
  return new UnreadableRow(errors.at(-1)?.line ?? 1, words)
}

async function addRows(
  db: Database,
  rows: readonly FileRow[],
  { plan, chunks: pieces, numbersInFile: wantedNumbers }: PlannedFile,
  needs: PlanContext,
): Promise<void> {
  const planned = await planRows(db, rows, needs)
  count(plan.counts, planned)
  if (plan.counts.new + plan.counts.changed + plan.counts.same > mostRows)
    throw new Refusal('too-large', 'Please import at most 200,000 rows at once')
  plan.errors.push(...planned.errors)
  list(plan, planned, needs.now)
  for (const { cells } of rows)
    if (cells.membership_number) wantedNumbers.add(numberKey(cells.membership_number))
  // Once something is wrong nothing will be written any more.
  if (plan.errors.length > 0) return
  const raw = new Map(rows.map((row) => [row.line, row]))
  const toWrite: FileRow[] = [
    // What was judged once is not judged again when it is written.
    ...planned.added.map(({ line, role, cells, seeker }) => ({
      line,
      cells: { ...cells, role, email: seeker?.email ?? cells.email ?? '' },
      judged: true as const,
    })),
    ...planned.changed.flatMap(({ line }) => raw.get(line) ?? []),
  ]
  toWrite.sort((one, other) => one.line - other.line)
  if (toWrite.length > 0) await pieces.append(JSON.stringify(toWrite))
}

function count(counts: ImportCounts, { added, changed, same }: RowPlan): void {
  counts.new += added.length
  counts.changed += changed.length
  counts.same += same
}

function list(plan: ImportPlan, { added, changed }: RowPlan, now: Date): void {
  for (const { line, cells, seeker } of added.slice(0, listed - plan.new.length))
    plan.new.push({
      line,
      name: cells.name ?? '',
      company_name: cells.company_name ?? '',
      email: seeker?.email ?? cells.email ?? '',
    })
  for (const row of changed.slice(0, listed - plan.changed.length)) {
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

/** The cells that hold something, by column; running numbers and empty lines are left out. */
function rowsOf(lines: readonly SheetRow[], { columns }: Headings, errors: RowError[]): FileRow[] {
  return lines.flatMap(({ line, cells: given }) => {
    const cells: Cells = {}
    let isEmpty = true
    for (const [index, cell] of given.entries()) {
      const plain = unescapeFormula(cell).trim()
      if (plain === '') continue
      const column = columns[index]
      if (index >= columns.length) {
        const reason = `This line has ${given.length} cells, the headings are ${columns.length}`
        errors.push({ line, column: '', reason, value: plain.slice(0, 80) })
        return []
      }
      if (!column) continue
      cells[column] = plain
      isEmpty = false
    }
    return isEmpty ? [] : [{ line, cells }]
  })
}
