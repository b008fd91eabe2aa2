/** What an import would do with some rows: who is new, what changes, what cannot be taken. */

import { numberTakenMessage } from '#features/members/membership-number.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { findNumberOwners } from '#features/members/server/record/membership-number-queries.ts'
import { findPeople, findPeopleByEmail } from '#features/members/server/register/bulk-queries.ts'
import { type Column, exportColumns } from '#features/members/spreadsheet-columns.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import type { RowError } from '../../contract.ts'
import { matchKey, validateCell } from '../../rules.ts'
import { type Cells, cellText, isPaymentColumn } from './cells.ts'

/** A line of the file: its cells that hold something, by column. */
export interface FileRow {
  line: number
  cells: Cells
  /** Of somebody new: the cells are judged already, in the portal's spelling. */
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
  /** What is new, in the portal's spelling. */
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
  /** The type every row must have; undefined: each says so itself. */
  role: MemberRole | undefined
  /** The type of new members of whom nothing says it. */
  defaultRole: MemberRole
  headings: ReadonlyMap<Column, string>
  /** Where each address and each number of the file stood first. */
  firstLines: Map<string, number>
}

/**
 * Matches by membership number, then by e-mail address. An empty cell leaves what is there, and a
 * cell that says what is there already is not judged: an export always comes back unchanged.
 */
export async function planRows(
  db: Database,
  rows: readonly FileRow[],
  needs: PlanContext,
): Promise<RowPlan> {
  const keys = new Map(rows.map((row) => [row, matchKeysOf(row)]))
  const known = await findExistingPeople(db, [...keys.values()])
  const planned: RowPlan = { added: [], changed: [], same: 0, errors: [] }
  const headingOf = (column: Column | '') =>
    column === '' ? '' : (needs.headings.get(column) ?? column)
  for (const row of rows) {
    const before = planned.errors.length
    const complain = (column: Column | '', reason: string) => {
      const value = column === '' ? undefined : row.cells[column]?.slice(0, 80)
      planned.errors.push({
        line: row.line,
        column: headingOf(column),
        reason,
        ...(value && { value }),
      })
    }
    const person = matchPerson(row, keys.get(row) ?? {}, known, complain)
    const isNew = !person?.role
    const cells = isNew ? newMemberCells(row, complain) : changedCells(row, person, complain)
    const said = new Set(planned.errors.slice(before).map(({ column }) => column))
    reportDuplicates(row.line, keys.get(row) ?? {}, needs.firstLines, (column, reason) => {
      // What is no address at all is told once.
      if (!said.has(headingOf(column))) complain(column, reason)
    })
    const role = roleFor(row, cells, person, needs, complain)
    checkPayment(cells, isNew ? null : person, complain)
    if (planned.errors.length > before) continue
    if (isNew) planned.added.push({ line: row.line, role, cells, seeker: person ?? null })
    else if (Object.keys(cells).length === 0) planned.same += 1
    else planned.changed.push({ line: row.line, person, cells })
  }
  return planned
}

type AddError = (column: Column | '', reason: string) => void

interface ExistingPeople {
  byEmail: ReadonlyMap<string, PersonRow>
  byId: ReadonlyMap<string, PersonRow>
  issued: ReadonlyMap<string, string>
}

/** What a row is matched by, spelled as the portal keeps it. */
type MatchKeys = Partial<Record<'email' | 'membership_number', string>>

function matchKeysOf({
  cells: { email, membership_number: number },
  isValidated: judged,
}: FileRow): MatchKeys {
  return {
    ...(email && { email: judged ? email : normalisedEmail(email) }),
    ...(number && { membership_number: matchKey('membership_number', number) }),
  }
}

/** An address in the portal's spelling where it is one. */
function normalisedEmail(cell: string): string {
  const result = validateCell('email', cell)
  return 'text' in result ? result.text : matchKey('email', cell)
}

async function findExistingPeople(
  db: Database,
  keys: readonly MatchKeys[],
): Promise<ExistingPeople> {
  const all = (column: keyof MatchKeys) => [...new Set(keys.flatMap((one) => one[column] ?? []))]
  const issued = await findNumberOwners(db, all('membership_number'))
  const byEmail = await findPeopleByEmail(db, all('email'))
  const byNumber = await findPeople(db, [...new Set(issued.values())])
  return {
    byEmail: new Map(byEmail.map((person) => [person.email, person])),
    byId: new Map(byNumber.map((person) => [person.id, person])),
    issued,
  }
}

function matchPerson(
  { cells }: FileRow,
  keys: MatchKeys,
  known: ExistingPeople,
  complain: AddError,
): PersonRow | undefined {
  const { membership_number: number } = cells
  const byEmail = keys.email ? known.byEmail.get(keys.email) : undefined
  const owner = keys.membership_number ? known.issued.get(keys.membership_number) : undefined
  const byNumber = owner === undefined ? undefined : known.byId.get(owner)
  const isTheirs =
    number &&
    byNumber &&
    matchKey('membership_number', byNumber.membership_number ?? '') === keys.membership_number
  if (owner !== undefined && !isTheirs && owner !== byEmail?.id)
    complain('membership_number', numberTakenMessage(number ?? ''))
  if (isTheirs && byEmail && byEmail.id !== byNumber.id)
    complain('email', `This e-mail address already belongs to ${nameOf(byEmail)}`)
  const person = isTheirs ? byNumber : byEmail
  if (person?.role === 'admin')
    complain('email', `${nameOf(person)} is an administrator; an import changes members only`)
  else if (person && !person.is_active && cells.is_active === undefined)
    complain('', `${nameOf(person)} is among the deleted users; please restore them first`)
  return person
}

const nameOf = ({ name, company_name, email }: PersonRow): string =>
  [name || email, company_name].filter(Boolean).join(' of ')

/** Two lines about one address or one number: which of them counts, nobody can know. */
function reportDuplicates(
  line: number,
  keys: MatchKeys,
  seen: Map<string, number>,
  complain: AddError,
) {
  for (const column of ['email', 'membership_number'] as const) {
    if (!keys[column]) continue
    const key = `${column} ${keys[column]}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, line)
    else if (first !== line) complain(column, `Line ${first} has the same ${labels[column]}`)
  }
}

const labels = { email: 'e-mail address', membership_number: 'membership number' }

const requiredColumns: readonly Column[] = ['name', 'email', 'company_name', 'whatsapp_number']

function newMemberCells(
  { cells: given, isValidated: isJudged }: FileRow,
  complain: AddError,
): Cells {
  if (isJudged) return { ...given }
  const cells: Cells = {}
  for (const column of exportColumns) {
    const cell = given[column]
    if (cell === undefined && !requiredColumns.includes(column)) continue
    const judged = validateCell(column, cell ?? '')
    if ('reason' in judged) complain(column, judged.reason)
    else if (judged.text !== '') cells[column] = judged.text
  }
  return cells
}

function changedCells({ cells: given }: FileRow, person: PersonRow, complain: AddError): Cells {
  const cells: Cells = {}
  for (const [name, cell] of Object.entries(given)) {
    const column = name as Column
    const there = cellText(column, person)
    if (cell === there) continue
    const judged = validateCell(column, cell)
    if ('reason' in judged) complain(column, judged.reason)
    else if (judged.text !== '' && judged.text !== there) cells[column] = judged.text
  }
  return cells
}

/** A member's type never changes by an import. */
function roleFor(
  { cells: given }: FileRow,
  cells: Cells,
  person: PersonRow | undefined,
  { role, defaultRole: usualRole }: PlanContext,
  complain: AddError,
): MemberRole {
  const said = given.role === undefined ? undefined : validateCell('role', given.role)
  const own = said && 'text' in said && said.text ? (said.text as MemberRole) : undefined
  delete cells.role
  if (role && own && role !== own)
    complain('role', `This is an import of ${role} members; the row is of a ${own} member`)
  const wanted = own ?? role
  if (isMemberRole(person?.role) && wanted && wanted !== person.role)
    complain('role', `${nameOf(person)} is ${person.role}; an import does not change the type`)
  return wanted ?? usualRole
}

function checkPayment(cells: Cells, person: PersonRow | null, complain: AddError): void {
  if (!Object.keys(cells).some(isPaymentColumn)) return
  if (!cells.payment_amount && !person?.ledger_entry_id)
    complain('payment_amount', 'Please enter the amount, or leave the payment empty')
  const from = cells.membership_valid_from ?? person?.membership_valid_from
  const to = cells.membership_valid_to ?? person?.membership_valid_to
  if (from && to && from > to)
    complain('membership_valid_to', 'The membership ends before it begins')
}
