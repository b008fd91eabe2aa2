import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    saved_filter: SavedFilterRow
  }
}

export interface SavedFilterRow {
  id: string
  admin_id: string
  name: string
  /** The name after `foldCase`; unique for an administrator. */
  name_key: string
  /** JSON of the filters. */
  query: string
  created_at: Instant
}

export function listFilters(db: Database, adminId: string): Promise<SavedFilterRow[]> {
  return db
    .selectFrom('saved_filter')
    .selectAll()
    .where('admin_id', '=', adminId)
    .orderBy('name_key')
    .execute()
}

/** False when the administrator has another filter of this name. */
export async function insertFilter(db: Database, row: SavedFilterRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saved_filter')
    .values(row)
    .onConflict((conflict) => conflict.columns(['admin_id', 'name_key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateFilter(
  db: Database,
  { id, ...changes }: Pick<SavedFilterRow, 'id' | 'name' | 'name_key' | 'query'>,
): Promise<void> {
  await db.updateTable('saved_filter').set(changes).where('id', '=', id).execute()
}

export async function deleteFilter(db: Database, adminId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_filter')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
