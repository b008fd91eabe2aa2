/**
 * People as JSON, for each reader: one list of properties, for the answers and for the full register
 * that SQLite writes itself.
 */
import { isMemberRole, type MemberRole } from '#shared/roles.ts'
import {
  type DirectoryMember,
  directoryFields,
  type Member,
  namesReadBy,
  ownFields,
  type User,
} from '../answers.ts'
import type { Kind } from '../field-rules.ts'
import { type FieldName, fieldOf, wireName } from '../fields.ts'
import { paymentFieldNames, paymentFields } from '../payment-fields.ts'
import type { MemberRow, PersonRow } from './queries.ts'

/** A property of a JSON object: how to read it from a row, and as text by an expression of SQLite. */
interface Property {
  name: string
  read: (row: PersonRow) => unknown
  sqlite: string
}

const column = (name: keyof PersonRow, kind: Kind, jsonName: string = name): Property => {
  const sqlColumn = `person.${name}`
  switch (kind) {
    case 'materials':
      return { name: jsonName, read: (row) => JSON.parse(String(row[name])), sqlite: sqlColumn }
    case 'flag':
      return { name: jsonName, read: (row) => row[name], sqlite: sqliteFlag(sqlColumn) }
    case 'money':
      return { name: jsonName, read: (row) => rupees(row[name]), sqlite: sqliteRupees(sqlColumn) }
    default:
      return { name: jsonName, read: (row) => row[name], sqlite: `json_quote(${sqlColumn})` }
  }
}

const rupees = (paise: unknown) => (paise === null ? null : Number(paise) / 100)
const sqliteFlag = (condition: string) => `iif(${condition}, 'true', 'false')`
const sqliteRupees = (paise: string) =>
  `iif(${paise} is null, 'null', format('%d.%02d', ${paise} / 100, ${paise} % 100))`

const fieldProperty = (name: FieldName): Property =>
  column(name, fieldOf(name).kind, wireName(name))

const id = column('id', 'line')
const version = column('updated_at', 'instant')
const role = column('role', 'role')
const isMember: Property = {
  name: 'is_member',
  read: (row) => isMemberRole(row.role),
  sqlite: sqliteFlag("person.role in ('oem', 'vendor')"),
}

const ownProperties = [id, ...ownFields.map(fieldProperty), isMember, version]

const memberProperties = [
  id,
  role,
  ...namesReadBy('members', 'owner', 'admins').map(fieldProperty),
  isMember,
  {
    name: 'payment_status',
    read: (row: PersonRow) => row.ledger_entry_id !== null,
    sqlite: sqliteFlag('person.ledger_entry_id is not null'),
  },
  ...paymentFieldNames.map((name) => column(name, paymentFields[name].kind)),
  version,
]

const directoryProperties = [
  id,
  role,
  ...directoryFields.map((name): Property => {
    const property = fieldProperty(name)
    const { shownBy } = fieldOf(name)
    return shownBy
      ? { ...property, read: (row) => (row[shownBy] ? property.read(row) : null) }
      : property
  }),
  column('shown_city', 'line', 'city'),
]

/** Reads the properties of rows; as fast as an object literal of the same properties. */
function reader<Answer>(properties: readonly Property[]): (row: PersonRow) => Answer {
  // Parsed and spread, so that all objects share one hidden class instead of being dictionaries.
  const blank = JSON.parse(
    JSON.stringify(Object.fromEntries(properties.map(({ name }) => [name, null]))),
  ) as Record<string, unknown>
  return (row) => {
    const answer = { ...blank }
    for (const { name, read } of properties) answer[name] = read(row)
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

/** SQLite expressions that write the properties of a member as JSON, by name. */
export const memberSqlite = (names?: readonly (keyof Member)[]): [name: string, text: string][] =>
  propertiesOf(names).map(({ name, sqlite }) => [name, sqlite])

const propertiesOf = (names?: readonly string[]): readonly Property[] =>
  names ? memberProperties.filter(({ name }) => names.includes(name)) : memberProperties
