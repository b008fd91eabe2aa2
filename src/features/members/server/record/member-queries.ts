/** One person of the register, as administrators read and change them. */

import { hashSecret } from '#platform/server/core/ids.ts'
import { updateIfUnchanged } from '#platform/server/database/conditional-writes.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'
import type { Instant } from '#shared/dates.ts'
import type { MemberRow, PersonRow } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    /** The addresses that have been an administrator's, as SHA-256; they stay after a permanent delete. */
    admin_address: { address_hash: string; at: Instant }
  }
}

/** A member or administrator, active or not; undefined for job seekers. */
export async function findMember(db: Database, id: string): Promise<MemberRow | undefined> {
  const person = db.selectFrom('person').selectAll().where('role', 'is not', null)
  return (await person.where('id', '=', id).executeTakeFirst()) as MemberRow | undefined
}

/** Changes a person unless their version is no longer `expected.updated_at`; then returns false. */
export const updateMember = (
  db: Database,
  expected: Pick<PersonRow, 'id' | 'updated_at'>,
  changes: Partial<PersonRow>,
): Promise<boolean> =>
  updateIfUnchanged(db, 'person', { expected, columns: ['id', 'updated_at'], changes })

/** Deletes an inactive person and every row that references them; false when they are active. */
export async function deletePerson(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('person')
    .where('id', '=', id)
    .where('is_active', '=', false)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The ids of the active administrators, locked until the transaction ends. */
export async function lockAdmins(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .$if(isPostgres(db), (admins) => admins.forNoKeyUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Records that an administrator has this address. From then on, ADMIN_EMAIL no longer grants this address the role.
 */
export async function recordAdminAddress(db: Database, email: string, now: Date): Promise<void> {
  await db
    .insertInto('admin_address')
    .values({ address_hash: hashSecret(email), at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True when an administrator has this address now, or had it before. */
export async function isAdminAddress(db: Database, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('admin_address')
    .select('at')
    .where('address_hash', '=', hashSecret(email))
    .executeTakeFirst()
  return row !== undefined
}
