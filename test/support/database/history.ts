import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { isPostgres } from '#platform/server/database/engine-sql.ts'

/** Removes the protection, as anyone with access to the database can: then the history can be changed or deleted. */
export async function dropHistoryTrigger(
  db: Database,
  name: 'history_kept' | 'history_not_deleted' = 'history_kept',
): Promise<void> {
  await sql.raw(`drop trigger ${name}${isPostgres(db) ? ' on history' : ''}`).execute(db)
}
