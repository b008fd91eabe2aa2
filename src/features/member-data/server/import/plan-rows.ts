/** Plans some rows of an import: which are new, which change a member, which are wrong. */

import { numberTakenMessage } from '#features/members/membership-number.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { findNumberOwners } from '#features/members/server/record/membership-number-queries.ts'
import { findPeople, findPeopleByEmail } from '#features/members/server/register/bulk-queries.ts'
import { type Column, importColumns } from '#features/members/spreadsheet-columns.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import type { RowError } from '../../answers.ts'
import { type Cells, cellText, isPaymentColumn } from './cells.ts'
import { matchKey, validateCell } from './validate-cell.ts'

/** A row of the file with its non-empty cells by column. */
export interface FileRow {
  line: number
  cells: Cells
  /** For new members only: the cells are results of `validateCell`. */
  isValidated?: true
}

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
  /** The cells that differ from the person, as results of `validateCell`. */
  cells: Cells
}

export interface RowPlan {
  added: NewMemberRow[]
  changed: ChangedRow[]
  same: number
  errors: RowError[]
}

export interface PlanContext {
  now: Date
  /** The member type that every row must have; undefined: it is read from each row. */
  role: MemberRole | undefined
  /** The type of a new member whose row has none. */
  defaultRole: MemberRole
  /** How the file spells the heading of each column. */
  headings: ReadonlyMap<Column, string>
  /** The first line of each e-mail address and membership number of the file, across calls. */
  firstLines: Map<string, number>
}

/**
 * Matches rows by membership number, then by e-mail address (contract 15.2). An empty cell changes
 * nothing. A cell that equals the current value is not validated, so that an export can always be
 * imported again unchanged.
 */
export async function planRows(
  db: Database,
  rows: readonly FileRow[],
  context: PlanContext,
): Promise<RowPlan> {
  const keysByRow = new Map(rows.map((row) => [row, matchKeysOf(row)]))
  const existing = await findExistingPeople(db, [...keysByRow.values()])
  const plan: RowPlan = { added: [], changed: [], same: 0, errors: [] }
  const headingOf = (column: Column | '') =>
    column === '' ? '' : (context.headings.get(column) ?? column)
  for (const row of rows) {
    const { line } = row
    const keys = keysByRow.get(row) ?? {}
    const errors: RowError[] = []
    const addError = (column: Column | '', reason: string) => {
      const value = column === '' ? undefined : row.cells[column]?.slice(0, 80)
      errors.push({ line, column: headingOf(column), reason, ...(value && { value }) })
    }
    const person = matchPerson(row, keys, existing, addError)
    const isNew = !person?.role
    const cells = isNew ? newMemberCells(row, addError) : changedCells(row, person, addError)
    const columnsWithErrors = new Set(errors.map(({ column }) => column))
    reportDuplicates(line, keys, context.firstLines, (column, reason) => {
      // An invalid address or number is reported once.
      if (!columnsWithErrors.has(headingOf(column))) addError(column, reason)
    })
    const role = roleFor(row, cells, person, context, addError)
    checkPayment(cells, isNew ? null : person, addError)
    plan.errors.push(...errors)
    if (errors.length > 0) continue
    if (isNew) plan.added.push({ line, role, cells, seeker: person ?? null })
    else if (Object.keys(cells).length === 0) plan.same += 1
    else plan.changed.push({ line, person, cells })
  }
  return plan
}

/** The column is '' when the error concerns the full row. */
type AddError = (column: Column | '', reason: string) => void

interface ExistingPeople {
  byEmail: ReadonlyMap<string, PersonRow>
  byId: ReadonlyMap<string, PersonRow>
  /** Ids of people by the keys of all membership numbers they have or had. */
  numberOwners: ReadonlyMap<string, string>
}

/** What a row is matched by, normalised as in the database. */
type MatchKeys = Partial<Record<'email' | 'membership_number', string>>

function matchKeysOf({ cells, isValidated }: FileRow): MatchKeys {
  const { email, membership_number: number } = cells
  return {
    ...(email && { email: isValidated ? email : normalisedEmail(email) }),
    ...(number && { membership_number: matchKey('membership_number', number) }),
  }
}

function normalisedEmail(cell: string): string {
  const result = validateCell('email', cell)
  return 'text' in result ? result.text : matchKey('email', cell)
}

async function findExistingPeople(
  db: Database,
  keys: readonly MatchKeys[],
): Promise<ExistingPeople> {
  const distinct = (column: keyof MatchKeys) => [
    ...new Set(keys.flatMap((rowKeys) => rowKeys[column] ?? [])),
  ]
  const numberOwners = await findNumberOwners(db, distinct('membership_number'))
  const byEmail = await findPeopleByEmail(db, distinct('email'))
  const byNumber = await findPeople(db, [...new Set(numberOwners.values())])
  return {
    byEmail: new Map(byEmail.map((person) => [person.email, person])),
    byId: new Map(byNumber.map((person) => [person.id, person])),
    numberOwners,
  }
}

function matchPerson(
  { cells }: FileRow,
  keys: MatchKeys,
  existing: ExistingPeople,
  addError: AddError,
): PersonRow | undefined {
  const { membership_number: number } = cells
  const byEmail = keys.email ? existing.byEmail.get(keys.email) : undefined
  const ownerId = keys.membership_number
    ? existing.numberOwners.get(keys.membership_number)
    : undefined
  const owner = ownerId === undefined ? undefined : existing.byId.get(ownerId)
  const isCurrentNumber =
    number &&
    owner &&
    matchKey('membership_number', owner.membership_number ?? '') === keys.membership_number
  if (ownerId !== undefined && !isCurrentNumber && ownerId !== byEmail?.id)
    addError('membership_number', numberTakenMessage(number ?? ''))
  if (isCurrentNumber && byEmail && byEmail.id !== owner.id)
    addError('email', `This e-mail address already belongs to ${nameOf(byEmail)}`)
  const person = isCurrentNumber ? owner : byEmail
  if (person?.role === 'admin')
    addError('email', `${nameOf(person)} is an administrator; an import changes members only`)
  else if (person && !person.is_active && cells.is_active === undefined)
    addError('', `${nameOf(person)} is among the deleted users; please restore them first`)
  return person
}

const nameOf = ({ name, company_name, email }: PersonRow): string =>
  [name || email, company_name].filter(Boolean).join(' of ')

/** Two rows with the same address or number are an error: which of them is right is unknown. */
function reportDuplicates(
  line: number,
  keys: MatchKeys,
  firstLines: Map<string, number>,
  addError: AddError,
) {
  for (const column of ['email', 'membership_number'] as const) {
    if (!keys[column]) continue
    const key = `${column} ${keys[column]}`
    const firstLine = firstLines.get(key)
    if (firstLine === undefined) firstLines.set(key, line)
    else if (firstLine !== line)
      addError(column, `Line ${firstLine} has the same ${matchLabels[column]}`)
  }
}

const matchLabels = { email: 'e-mail address', membership_number: 'membership number' }

const requiredColumns: readonly Column[] = ['name', 'email', 'company_name', 'whatsapp_number']

function newMemberCells({ cells: given, isValidated }: FileRow, addError: AddError): Cells {
  if (isValidated) return { ...given }
  const cells: Cells = {}
  for (const column of importColumns) {
    const cell = given[column]
    if (cell === undefined && !requiredColumns.includes(column)) continue
    const result = validateCell(column, cell ?? '')
    if ('reason' in result) addError(column, result.reason)
    else if (result.text !== '') cells[column] = result.text
  }
  return cells
}

function changedCells({ cells: given }: FileRow, person: PersonRow, addError: AddError): Cells {
  const cells: Cells = {}
  for (const [name, cell] of Object.entries(given)) {
    const column = name as Column
    const current = cellText(column, person)
    if (cell === current) continue
    const result = validateCell(column, cell)
    if ('reason' in result) addError(column, result.reason)
    else if (result.text !== '' && result.text !== current) cells[column] = result.text
  }
  return cells
}

/** The type of the row, removed from its cells; an import never changes a member's type. */
function roleFor(
  { cells: given }: FileRow,
  cells: Cells,
  person: PersonRow | undefined,
  { role, defaultRole }: PlanContext,
  addError: AddError,
): MemberRole {
  const result = given.role === undefined ? undefined : validateCell('role', given.role)
  const rowRole =
    result && 'text' in result && result.text ? (result.text as MemberRole) : undefined
  delete cells.role
  if (role && rowRole && role !== rowRole)
    addError('role', `This is an import of ${role} members; the row is of a ${rowRole} member`)
  const statedRole = rowRole ?? role
  if (isMemberRole(person?.role) && statedRole && statedRole !== person.role)
    addError('role', `${nameOf(person)} is ${person.role}; an import does not change the type`)
  return statedRole ?? defaultRole
}

function checkPayment(cells: Cells, person: PersonRow | null, addError: AddError): void {
  if (!Object.keys(cells).some(isPaymentColumn)) return
  if (!cells.payment_amount && !person?.ledger_entry_id)
    addError('payment_amount', 'Please enter the amount, or leave the payment empty')
  const from = cells.membership_valid_from ?? person?.membership_valid_from
  const to = cells.membership_valid_to ?? person?.membership_valid_to
  if (from && to && from > to)
    addError('membership_valid_to', 'The membership ends before it begins')
}
