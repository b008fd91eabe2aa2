/** Reads and writes many people with few statements, for spreadsheets. */

import { type Compilable, sql } from 'kysely'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf, isPostgres, tableWithHint } from '#platform/server/database/engine-sql.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import type { Instant } from '#shared/dates.ts'
import type { MemberRole } from '#shared/roles.ts'
import { hasMemberRole } from '../member-role-queries.ts'
import { hasEmail, type PersonRow } from '../queries.ts'

/** The people with these ids, unordered. */
export async function findPeople(db: Database, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('person')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** The people with these addresses (in canonical spelling), unordered. */
export async function findPeopleByEmail(
  db: Database,
  emails: readonly string[],
): Promise<PersonRow[]> {
  if (emails.length === 0) return []
  return db
    .selectFrom('person')
    .selectAll()
    .where(isOneOf(db, 'email', emails))
    .where(hasEmail)
    .execute()
}

/** The people with one of these phone keys and one of these company keys, oldest first. */
export async function findPeopleByContact(
  db: Database,
  phoneKeys: readonly string[],
  companyKeys: readonly string[],
): Promise<PersonRow[]> {
  if (phoneKeys.length === 0) return []
  return db
    .selectFrom('person')
    .selectAll()
    .where('phone_key', 'in', phoneKeys)
    .where('company_key', 'in', companyKeys)
    .orderBy('id')
    .execute()
}

/** Rows per step: other requests are served between the steps. */
const membersPerRead = 100

/** The ids of active members of one type or both, in order. */
export async function* activeMemberIds(
  db: Database,
  role: MemberRole | undefined,
): AsyncGenerator<string[]> {
  const query = activeMembers(db, role, 'sqlite_autoindex_person_1')
    .select('id')
    .orderBy(isPostgres(db) ? sql`id collate "C"` : sql`id`)
  for await (const rows of rowChunks(db, query, membersPerRead)) yield rows.map(({ id }) => id)
}

/** These columns of active members of one type or both, by membership number descending. */
export const activeMemberColumns = <Name extends keyof PersonRow>(
  db: Database,
  role: MemberRole | undefined,
  columns: readonly Name[],
): AsyncGenerator<Pick<PersonRow, Name>[]> => {
  const query = activeMembers(db, role, 'sqlite_autoindex_person_2')
    .select(columns)
    .orderBy('membership_number', 'desc')
  // Safe, because these columns are selected.
  return rowChunks(db, query as unknown as Compilable<Pick<PersonRow, Name>>, membersPerRead)
}

/** SQLite reads them along the unique index of the order, so that the first row does not wait for a sort. */
const activeMembers = (db: Database, role: MemberRole | undefined, index: string) =>
  db
    .selectFrom(tableWithHint(db, 'person', 'person', `indexed by ${index}`))
    .where((eb) => (role ? eb('role', '=', role) : hasMemberRole))
    .where('is_active', '=', true)

/** Inserts people and issues their numbers (by key); throws on a duplicate address or number. */
export async function insertMembers(
  db: Database,
  people: readonly PersonRow[],
  numbers: readonly { number: string; person_id: string; issued_at: Instant }[],
): Promise<void> {
  await insertRows(db, 'person', people)
  await insertRows(db, 'issued_number', numbers)
}

/** Deletes these people, except those whose `updated_at` has changed. */
export async function deletePeopleIfUnchanged(
  db: Database,
  read: readonly Pick<PersonRow, 'id' | 'updated_at'>[],
): Promise<void> {
  for (const [version, people] of Map.groupBy(read, ({ updated_at }) => updated_at))
    await db
      .deleteFrom('person')
      .where(
        isOneOf(
          db,
          'id',
          people.map(({ id }) => id),
        ),
      )
      .where('updated_at', '=', version)
      .execute()
}
