import type { Database } from '#platform/server/database/database.ts'
import { type DuplicateKeys, duplicateKeys } from '../../duplicate-keys.ts'
import { hasEmail, type PersonRow } from '../queries.ts'

/** Members and administrators, also inactive ones, that may be duplicates of this row. Oldest first, at most 10. */
export function findDuplicatePeople(db: Database, row: DuplicateKeys): Promise<PersonRow[]> {
  return db
    .selectFrom('person')
    .selectAll()
    .where('role', 'is not', null)
    .where((eb) =>
      eb.or(
        duplicateKeys(row).map(({ column, key }) =>
          column === 'email' ? eb.and([eb(column, '=', key), hasEmail]) : eb(column, '=', key),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(10)
    .execute()
}
