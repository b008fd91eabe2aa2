/** Reads and writes many people with few statements, for spreadsheets. */
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { MemberRole } from '#shared/roles.ts'
import { hasEmail, type PersonRow } from '../queries.ts'

/** The people with these ids, unordered. */
export async function findPeople(db: Database, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('person').selectAll().where('id', 'in', ids).execute()
}

/** The people with these ids, in the order of the ids, locked until the transaction ends. */
export async function lockPeople(db: Database, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('person')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(db), (rows) => rows.forNoKeyUpdate())
    .execute()
}

/** The people with these addresses (in canonical spelling), unordered. */
export async function findPeopleByEmail(
  db: Database,
  emails: readonly string[],
): Promise<PersonRow[]> {
  if (emails.length === 0) return []
  return db.selectFrom('person').selectAll().where('email', 'in', emails).where(hasEmail).execute()
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

/** The ids of the active members of one type or both, by membership number descending. */
export async function activeMemberIds(
  db: Database,
  role: MemberRole | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('role', 'in', role ? [role] : ['oem', 'vendor'])
    .where('is_active', '=', true)
    .orderBy('membership_number', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Inserts people and issues their numbers (by key); throws on a duplicate address or number. */
export async function insertMembers(
  db: Database,
  people: readonly PersonRow[],
  numbers: readonly { number: string; person_id: string; issued_at: string }[],
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
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .where('updated_at', '=', version)
      .execute()
}
