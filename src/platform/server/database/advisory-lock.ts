import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/**
 * Takes the lock with this name on PostgreSQL until the transaction ends. Many transactions can hold it
 * 'shared', only one 'exclusive'. On SQLite a writing transaction runs alone anyway.
 */
export async function lockByName(
  db: Database,
  name: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  if (!isPostgres(db)) return
  const lock = mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(hashtext(${name}))`.execute(db)
}
