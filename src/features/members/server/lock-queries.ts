/**
 * Locks until the end of a transaction. To avoid deadlocks, every transaction takes them in this order: the ledger, a
 * bank line, rows of people (several in the order of their ids), counters, references of payments.
 */
import { lockByName } from '#platform/server/database/advisory-lock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isOneOf, isPostgres } from '#platform/server/database/engine-sql.ts'
import type { PersonRow } from './queries.ts'

/** Locks membership numbers and the ledger: 'shared' to write single entries, 'exclusive' to write thousands. */
export const lockLedger = (db: Database, mode: 'shared' | 'exclusive'): Promise<void> =>
  lockByName(db, 'members-portal books', mode)

/** The people with these ids, in the order of the ids, locked. */
export async function lockPeople(db: Database, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('person')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('id')
    .$if(isPostgres(db), (rows) => rows.forNoKeyUpdate())
    .execute()
}

/** The person with this id, locked. */
export async function lockPerson(db: Database, id: string): Promise<PersonRow | undefined> {
  const [person] = await lockPeople(db, [id])
  return person
}
