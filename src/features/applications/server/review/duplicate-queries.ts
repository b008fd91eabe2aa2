import { type DuplicateKeys, duplicateKeys } from '#features/members/duplicate-keys.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { ApplicationRow } from '../queries.ts'

/** Other applications that may be duplicates of this one. Newest first, at most 10. */
export function findDuplicateApplications(
  db: Database,
  row: DuplicateKeys & { id: string },
): Promise<ApplicationRow[]> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('id', '!=', row.id)
    .where((eb) => eb.or(duplicateKeys(row).map(({ column, key }) => eb(column, '=', key))))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
}
