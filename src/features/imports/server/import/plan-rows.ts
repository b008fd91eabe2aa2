/** Plans some rows of an import: which are new, which change a member, which are wrong. */

import { type BooksLimits, dayRefusal } from '#features/ledger/payment-days.ts'
import { type BroughtForward, readArrears } from '#features/ledger/server/charges/arrears.ts'
import { readSeriesReceipts } from '#features/ledger/server/receipt-number-queries.ts'
import { type Column, importColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { memberWithCompany } from '#features/members/display-name.ts'
import { shortRoleLabels } from '#features/members/role-labels.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import { keysOf, pickKeys } from '#shared/records.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import type { RowError } from '../../answers.ts'
import { addExtras, addValidityOfYear, moveUnpaidToRemarks } from './added-cells.ts'
import {
  type Cells,
  cellOfPerson,
  isPaymentColumn,
  namesLaterEndOnly,
  paymentChange,
  paymentFromCells,
  renewsMembership,
} from './cells.ts'
import type { FileRow } from './file-row.ts'
import {
  type AddError,
  findExistingPeople,
  matchKeysOf,
  matchPerson,
  reportDuplicates,
} from './match-rows.ts'
import { checkArrears } from './plan-arrears.ts'
import { removeRecordedPayments } from './recorded-payments.ts'
import { isSameValue } from './same-value.ts'
import type { CellNote } from './sheet/interpret-row.ts'
import { type CellRules, validateCell } from './validate-cell.ts'

export interface NewMemberRow {
  line: number
  role: MemberRole
  cells: Cells
  /** The job seeker who becomes a member. */
  seeker: PersonRow | null
}

export interface ChangedRow {
  line: number
  person: PersonRow
  /** The cells that differ from the person, and all cells of a renewal, as results of `validateCell`. */
  cells: Cells
}

export interface RowPlan {
  added: NewMemberRow[]
  changed: ChangedRow[]
  same: number
  errors: RowError[]
  /** Notes of lines, by the number of the line. */
  notes: [number, CellNote][]
  /** Changed rows that correct a payment with a receipt of the portal's series, those with errors included. */
  receiptCorrections: number
}

export interface PlanContext extends CellRules {
  now: Date
  /** The member type that every row must have; undefined: it is read from each row. */
  role: MemberRole | undefined
  /** The type of a new member whose row has none. */
  defaultRole: MemberRole
  /** How the file spells the heading of each column. */
  headings: ReadonlyMap<Column, string>
  /** A payment without validity gets the financial year of its date. */
  hasValidityOfYear: boolean
  /** The first row of each key by which members are matched, across calls. */
  firstRows: Map<string, number>
  /** An import may correct payments that have a receipt of the portal's series. */
  correctsReceipts: boolean
  /** The ids of the members whom this import has written: no other row is theirs. */
  written: Set<string>
  /** Every email of the file, across calls. */
  emails: Set<string>
  /** The days on which payments may be dated. */
  limits: BooksLimits
  /** The first line with each key of a payment reference, across calls. */
  references: Map<string, number>
}

/**
 * Matches rows by membership number, by email, or by phone and company (contract 15.2). An empty cell
 * changes nothing. A cell that equals the current value is not validated, so that an export can always be
 * imported again unchanged.
 */
export async function planRows(
  db: Database,
  rows: readonly FileRow[],
  context: PlanContext,
): Promise<RowPlan> {
  const keyedRows = rows.map((row) => ({ row, keys: matchKeysOf(row) }))
  const existing = await findExistingPeople(
    db,
    keyedRows.map(({ keys }) => keys),
    context.written,
  )
  const brought = await findBroughtForward(db, rows, existing)
  const plan: RowPlan = {
    added: [],
    changed: [],
    same: 0,
    errors: [],
    notes: [],
    receiptCorrections: 0,
  }
  const headingOf = (column: Column | '') =>
    column === '' ? '' : (context.headings.get(column) ?? column)
  const readRows = keyedRows.map(({ row, keys }) => {
    const errors: RowError[] = []
    const addError = (column: Column | '', reason: string) =>
      errors.push(errorOf(row, column, reason, headingOf(column)))
    const person = matchPerson(row, keys, existing, addError)
    const cells = cellsOf(row, person, context, addError)
    return { row, keys, person, cells, errors, addError }
  })
  await removeRecordedPayments(db, readRows, context.now)
  for (const { row, keys, person, cells, errors, addError } of readRows) {
    const { line } = row
    if (keys.email) context.emails.add(keys.email)
    const isNew = !person?.role
    const columnsWithErrors = new Set(errors.map(({ column }) => column))
    reportDuplicates(row.row, keys, context.firstRows, (column, reason) => {
      // An invalid address or number is reported once.
      if (!columnsWithErrors.has(headingOf(column))) addError(column, reason)
    })
    if (person && errors.length === 0)
      reportSamePerson(row.row, person, context.firstRows, (reason) => addError('', reason))
    const role = roleFor({ row, cells, person, addError }, context)
    const unpaid = moveUnpaidToRemarks(row, cells, isNew ? null : person, {
      headingOf,
      now: context.now,
    })
    checkValidity(cells, isNew ? null : person, addError)
    checkPaymentDay(cells, isNew ? null : person, context, addError)
    checkArrears({ cells, person: isNew ? null : person, addError }, brought, context)
    plan.errors.push(...errors)
    if (errors.length > 0) continue
    for (const note of unpaid) plan.notes.push([line, note])
    if (isNew && lacksType(row, context))
      plan.notes.push([line, { column: 'role', kind: 'type', text: shortRoleLabels[role] }])
    if (!person && !cells.created_at)
      plan.notes.push([line, { column: 'created_at', kind: 'joined', text: 'joins today' }])
    if (isNew) plan.added.push({ line, role, cells, seeker: person ?? null })
    else if (Object.keys(cells).length === 0) plan.same += 1
    else {
      if (namesLaterEndOnly(cells, person)) plan.notes.push([line, laterEndNote(cells, person)])
      plan.changed.push({ line, person, cells })
    }
  }
  await checkReceiptCorrections(db, plan, rows, context)
  return plan
}

/** The cells of a new member, or those that change this one, with what follows from them. */
function cellsOf(
  row: FileRow,
  person: PersonRow | undefined,
  context: PlanContext,
  addError: AddError,
): Cells {
  const member = person?.role ? person : null
  const { cells, same } = member
    ? changedCells(row, member, context, addError)
    : { cells: newMemberCells(row, context, addError), same: {} }
  addExtras(row, cells, member)
  if (context.hasValidityOfYear) addValidityOfYear(row, cells, member)
  if (member) Object.assign(cells, pickKeys(same, keptColumns(cells, same, member)))
  return cells
}

/** The columns of the payment that say something although they have the member's value. */
function keptColumns(cells: Cells, same: Cells, member: PersonRow): Column[] {
  const all = keysOf(same).filter(isPaymentColumn)
  if (renewsMembership({ ...same, ...cells }, member)) return all
  // Without them the same cells would be a renewal.
  return renewsMembership(cells, member)
    ? all.filter((column) => column === 'membership_valid_from' || column === 'payment_date')
    : []
}

const laterEndNote = (cells: Cells, person: PersonRow): CellNote => ({
  column: 'membership_valid_to',
  kind: 'renewal',
  text: `${cells.membership_valid_to} is after ${person.membership_valid_to}`,
})

/** A receipt of the series becomes void only when the administrator has chosen so. */
async function checkReceiptCorrections(
  db: Database,
  plan: RowPlan,
  rows: readonly FileRow[],
  context: PlanContext,
): Promise<void> {
  const corrections = plan.changed.filter(
    ({ cells, person }) => paymentChange(cells, person) === 'correction',
  )
  if (corrections.length === 0) return
  const receipts = await readSeriesReceipts(
    db,
    corrections.flatMap(({ person }) => person.ledger_entry_id ?? []),
  )
  const rowByLine = new Map(rows.map(({ line, row }) => [line, row]))
  for (const row of corrections) {
    const receipt = receipts.get(row.person.ledger_entry_id ?? '')
    if (receipt === undefined) continue
    plan.receiptCorrections += 1
    if (context.correctsReceipts) continue
    plan.changed.splice(plan.changed.indexOf(row), 1)
    const column = Object.keys(row.cells).find(isPaymentColumn)
    plan.errors.push({
      line: row.line,
      row: rowByLine.get(row.line) ?? row.line,
      column: column ? (context.headings.get(column) ?? column) : '',
      reason: `The payment has the receipt ${receipt}: to change it, choose “Correct payments that have a receipt” below`,
      ...(column && { value: row.cells[column]?.slice(0, 80) }),
    })
  }
}

/** The arrears that were brought forward for those who may be in the rows; none for rows without arrears. */
async function findBroughtForward(
  db: Database,
  rows: readonly FileRow[],
  { byEmail, byId, byContact }: Awaited<ReturnType<typeof findExistingPeople>>,
) {
  if (rows.every(({ cells }) => !cells.arrears)) return new Map<string, BroughtForward>()
  const people = [...byEmail.values(), ...byId.values(), ...[...byContact.values()].flat()]
  return readArrears(db, [...new Set(people.map(({ id }) => id))])
}

const maxMemberName = 80

function errorOf(row: FileRow, column: Column | '', reason: string, heading: string): RowError {
  const value = column === '' ? undefined : cellInFile(row, column)?.slice(0, 80)
  const { company_name, name, membership_number } = row.cells
  const member = (company_name || name || membership_number)?.slice(0, maxMemberName)
  return {
    line: row.line,
    row: row.row,
    column: heading,
    reason,
    ...(value && { value }),
    ...(member && { member }),
  }
}

const cellInFile = ({ cells, typed }: FileRow, column: Column): string | undefined =>
  typed?.[column] ?? cells[column]

/** Two rows that are matched in different ways may still be the same member. */
function reportSamePerson(
  row: number,
  person: PersonRow,
  firstRows: Map<string, number>,
  addError: (reason: string) => void,
): void {
  const first = firstRows.get(person.id)
  if (first === undefined) firstRows.set(person.id, row)
  else if (first !== row)
    addError(`${memberWithCompany(person)} is in row ${first} already; keep one of the two rows`)
}

const requiredColumns: readonly Column[] = ['name', 'company_name', 'whatsapp_number']

function newMemberCells(
  { cells: given, isValidated }: FileRow,
  context: PlanContext,
  addError: AddError,
): Cells {
  if (isValidated) return { ...given }
  const isFirm = !context.headings.has('name')
  const cells: Cells = {}
  for (const column of importColumns) {
    const cell = column === 'name' && isFirm ? given.company_name : given[column]
    if (cell === undefined && !requiredColumns.includes(column)) continue
    const result = validateCell(column, cell ?? '', context)
    if ('reason' in result) addError(column, result.reason)
    else if (result.text !== '') cells[column] = result.text
  }
  return cells
}

/** The cells that differ from the member, and those that have the member's value. */
function changedCells(
  row: FileRow,
  person: PersonRow,
  rules: CellRules,
  addError: AddError,
): { cells: Cells; same: Cells } {
  const cells: Cells = {}
  const same: Cells = {}
  for (const [name, cell] of Object.entries(row.cells)) {
    const column = name as Column
    const current = cellOfPerson(column, person)
    const typed = row.typed?.[column]
    const isSame = [cell, typed].some(
      (text) => text !== undefined && isSameValue(column, text, current),
    )
    const result = isSame ? { text: current } : validateCell(column, cell, rules)
    if ('reason' in result) addError(column, result.reason)
    else if (result.text === '') continue
    else if (result.text === current) same[column] = current
    else cells[column] = result.text
  }
  return { cells, same }
}

/** The type of the row, removed from its cells; an import never changes a member's type. */
function roleFor(
  {
    row: { cells: given },
    cells,
    person,
    addError,
  }: { row: FileRow; cells: Cells; person: PersonRow | undefined; addError: AddError },
  { role, defaultRole }: PlanContext,
): MemberRole {
  const result = given.role === undefined ? undefined : validateCell('role', given.role)
  const rowRole =
    result && 'text' in result && result.text ? (result.text as MemberRole) : undefined
  delete cells.role
  if (role && rowRole && role !== rowRole)
    addError('role', `This is an import of ${role} members; the row is of a ${rowRole} member`)
  const statedRole = rowRole ?? role
  if (isMemberRole(person?.role) && statedRole && statedRole !== person.role)
    addError(
      'role',
      `${memberWithCompany(person)} is ${person.role}; an import does not change the type`,
    )
  return statedRole ?? defaultRole
}

/** The sheet has types, and this row has none. */
const lacksType = ({ cells }: FileRow, { role, headings }: PlanContext): boolean =>
  role === undefined && headings.has('role') && cells.role === undefined

/** A payment that the row records must not lie in a closed year, or before the association was founded. */
function checkPaymentDay(
  cells: Cells,
  person: PersonRow | null,
  { now, limits }: PlanContext,
  addError: AddError,
): void {
  if (!Object.keys(cells).some(isPaymentColumn)) return
  const payment = paymentFromCells(cells, person, now)
  const reason = payment && dayRefusal(isoDay(payment.paid_at), limits)
  if (reason) addError('payment_date', reason)
}

function checkValidity(cells: Cells, person: PersonRow | null, addError: AddError): void {
  if (!cells.membership_valid_from && !cells.membership_valid_to) return
  const from = cells.membership_valid_from ?? person?.membership_valid_from
  const to = cells.membership_valid_to ?? person?.membership_valid_to
  if (from && to && from > to)
    addError('membership_valid_to', 'The membership ends before it begins')
}
