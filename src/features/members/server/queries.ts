import { sql } from 'kysely'
import { insertIfNew, updateIfUnchanged } from '#platform/server/database/conditional-writes.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { Role } from '#shared/roles.ts'
import type { Paise } from '#shared/rupees.ts'
import { memberDisplayName } from '../display-name.ts'
import type { DuesDay } from '../dues-status.ts'
import type { Field, TextOf } from '../fields/field-rules.ts'
import type { FieldName, Fields } from '../fields/fields.ts'
import type { PaymentField, paymentFields } from '../fields/payment-fields.ts'
import { hasMemberRole } from './member-role-queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    person: PersonRow
  }
}

/** A field's value in its column. */
type ColumnValue<F extends Field> = F['kind'] extends 'flag'
  ? boolean
  : F['kind'] extends 'role'
    ? Role | null
    : F['kind'] extends 'money'
      ? number | null
      : F extends { choices: infer Choices }
        ? keyof Choices & string
        : TextOf<F['kind']> | (F['empty'] extends null ? null : never)

type FieldColumns = { -readonly [Name in FieldName]: ColumnValue<Fields[Name]> }

/** The current payment, copied from the ledger; all null while unpaid. Amount in paise. */
export type PaymentColumns = {
  -readonly [Name in PaymentField]: ColumnValue<(typeof paymentFields)[Name]>
} & { ledger_entry_id: string | null }

/** Computed and written by the ledger (ledger/account.ts), read by dues-status.ts; '' for no day. */
export type AccountColumns = Record<DuesDay, Day | ''> & {
  credit_paise: Paise
  /** `hasJoiningFee` of ledger/year-charges.ts. */
  has_joining_fee: boolean
}

/** A row of `person`: the fields, the current payment, the account and the portal's own columns. */
export interface PersonRow extends FieldColumns, PaymentColumns, AccountColumns {
  id: string
  updated_at: Instant
  /** Incremented by `endSessions`: on a change of role or email and on deactivation. */
  session_epoch: number
  /** Keys for duplicate warnings (duplicate-keys.ts); derived. */
  phone_key: string
  company_key: string
  /** The phone numbers as digits (phone-digits.ts); derived. */
  phone_digits: string
  /** The code of the state (shared/india/states.ts), '' where it is not recorded; derived. */
  state: string
  /** The text that the register's search scans, case-folded; derived. */
  search_text: string
  /** `city`, else the city of an address that is shown; derived. */
  shown_city: string
  /** The text that the directory's search scans; derived. */
  directory_text: string
}

export type MemberRow = PersonRow & { role: Role }

export function findPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  return db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Takes an address in canonical spelling; finds inactive people too, but never one for ''. */
export function findPersonByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('person')
    .selectAll()
    .where('email', '=', email)
    .where(hasEmail)
    .executeTakeFirst()
}

/** The condition of the unique index of emails; a query needs it literally to use that index. */
export const hasEmail = sql<boolean>`email <> ''`

/** The filter of the lists of members. */
export const emailCondition = (email: 'none' | 'given') =>
  email === 'given' ? hasEmail : sql<boolean>`not (${hasEmail})`

/** The name of a joined person, or else the email; null when the join found none. */
export const personName = (alias: string) =>
  sql<
    string | null
  >`coalesce(nullif(${sql.ref(`${alias}.name`)}, ''), ${sql.ref(`${alias}.email`)})`

/** Display names by id: see `memberDisplayName`. */
export async function readDisplayNames(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select(['id', 'name', 'company_name', 'membership_number', 'email'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((person) => [person.id, memberDisplayName(person)]))
}

/** Who made a change of the history, or 'Someone'. */
export async function readActorName(
  db: Database,
  change: { actor_id: string | null } | undefined,
): Promise<string> {
  const id = change?.actor_id
  return (id && (await readDisplayNames(db, [id])).get(id)) || 'Someone'
}

/** Returns false when the email exists already; any other conflict throws. */
export const insertPerson = (db: Database, person: PersonRow): Promise<boolean> =>
  insertIfNew(db, 'person', person, { uniqueColumn: 'email', condition: hasEmail })

/**
 * Writes all columns of `row` but id and email on an active person without a role, and ends their
 * sessions; false when they have got a role, or were deactivated, in the meantime.
 */
export async function becomeMember(db: Database, row: PersonRow): Promise<boolean> {
  const { id, email: _email, session_epoch: _epoch, ...fields } = row
  const { numUpdatedRows } = await db
    .updateTable('person')
    .set(fields)
    .where('id', '=', id)
    .where('role', 'is', null)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endSessions(db, id)
  return true
}

/** Ends all sessions of a person by incrementing the epoch, which sessions are compared with. */
export async function endSessions(db: Database, id: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ session_epoch: sql<number>`session_epoch + 1` })
    .where('id', '=', id)
    .execute()
}

/** Stores when a person last signed in, without a new version of the record. */
export async function recordSignIn(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set({ last_sign_in_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/**
 * Sets the current payment, with `at` as the new version. Returns false and changes nothing when the member's version
 * is no longer `expected.updated_at`.
 */
export const updatePayment = (
  db: Database,
  expected: Pick<PersonRow, 'id' | 'updated_at'>,
  fields: PaymentColumns,
  at: Instant,
): Promise<boolean> =>
  updateIfUnchanged(db, 'person', {
    expected,
    columns: ['id', 'updated_at'],
    changes: { ...fields, updated_at: at },
  })

/** The number of active OEM and vendor members. */
export async function countMembers(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('person')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('is_active', '=', true)
    .where(hasMemberRole)
    .executeTakeFirstOrThrow()
  return total
}

export async function hasPeople(db: Database): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const listActiveAdmins = (db: Database) =>
  db
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
