/** People as JSON, for each kind of reader: the answers and the full register. */
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import {
  type DirectoryMember,
  directoryFields,
  type Member,
  namesReadBy,
  ownFields,
  type User,
} from '../answers.ts'
import { duesDays } from '../dues-status.ts'
import type { Field } from '../fields/field-rules.ts'
import { type FieldName, fieldOf, wireName } from '../fields/fields.ts'
import { paymentFieldNames, paymentFields } from '../fields/payment-fields.ts'
import type { Kind } from '../fields/shown-fields.ts'
import type { MemberRow, PersonRow } from './queries.ts'

/** A property of a JSON object: its column, and how to read it. */
interface Property {
  name: string
  column: keyof PersonRow
  /** Reads the value from the row; by default the value of the column. */
  read?: (row: PersonRow) => unknown
}

const property = (column: keyof PersonRow, kind: Kind, name: string = column): Property => {
  switch (kind) {
    case 'materials':
      return { name, column, read: (row) => JSON.parse(String(row[column])) }
    case 'money':
      return { name, column, read: (row) => rupees(row[column]) }
    default:
      return { name, column }
  }
}

const rupees = (paise: unknown) => (paise === null ? null : Number(paise) / 100)

const fieldProperty = (name: FieldName): Property =>
  property(name, fieldOf(name).kind, wireName(name))

const id = property('id', 'singleLine')
const version = property('updated_at', 'instant')
const role = property('role', 'role')
const isMember: Property = {
  name: 'is_member',
  column: 'role',
  read: (row) => isMemberRole(row.role),
}

const ownProperties = [id, ...ownFields.map(fieldProperty), isMember, version]

const memberProperties: readonly Property[] = [
  id,
  role,
  ...namesReadBy('members', 'owner', 'admins').map(fieldProperty),
  isMember,
  {
    name: 'payment_status',
    column: 'ledger_entry_id',
    read: (row) => row.ledger_entry_id !== null,
  },
  ...paymentFieldNames.map((name) => property(name, paymentFields[name].kind)),
  ...duesDays.map((name) => ({
    name,
    column: name,
    read: (row: PersonRow) => row[name] || null,
  })),
  version,
]

const directoryProperties = [
  id,
  role,
  ...directoryFields.map((name) => hideable(fieldProperty(name), fieldOf(name).shownBy)),
  property('shown_city', 'singleLine', 'city'),
]

function hideable(shown: Property, flag: Field['shownBy']): Property {
  if (!flag) return shown
  return { ...shown, read: (row) => (row[flag] ? row[shown.column] : null) }
}

/** Returns a function that reads these properties of a row, about as fast as an object literal would. */
function reader<Answer>(properties: readonly Property[]): (row: PersonRow) => Answer {
  // Parsed and spread, so that V8 gives all objects one hidden class instead of dictionary mode.
  const blank = JSON.parse(
    JSON.stringify(Object.fromEntries(properties.map(({ name }) => [name, null]))),
  ) as Record<string, unknown>
  return (row) => {
    const answer = { ...blank }
    for (const { name, column, read } of properties) answer[name] = read ? read(row) : row[column]
    return answer as Answer
  }
}

const readOwn = reader<Omit<User, 'role'>>(ownProperties)

/** What people may see of their own row (contract 3.1). */
export const userFromRow = (row: PersonRow): User => ({
  ...readOwn(row),
  ...(row.role !== null && { role: row.role }),
})

/** What administrators see of a member (contract 3.2). */
export const memberFromRow: (row: MemberRow) => Member = reader<Member>(memberProperties)

/** What other members see of a listed member (contract 3.15). */
export const directoryFromRow: (row: PersonRow & { role: MemberRole }) => DirectoryMember =
  reader<DirectoryMember>(directoryProperties)

/** Reads some properties of a member, all of them by default. */
export const memberReader = <Name extends keyof Member>(names?: readonly Name[]) =>
  reader<Pick<Member, Name>>(propertiesOf(names))

/** The columns that `memberReader` reads. */
export const memberColumns = (names?: readonly (keyof Member)[]): `person.${keyof PersonRow}`[] => [
  ...new Set(propertiesOf(names).map(({ column }) => `person.${column}` as const)),
]

const propertiesOf = (names?: readonly string[]): readonly Property[] =>
  names ? memberProperties.filter(({ name }) => names.includes(name)) : memberProperties
