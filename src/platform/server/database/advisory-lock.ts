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

/**
 * Runs the work with the lock of this name on PostgreSQL, for longer than a transaction; returns false,
 * and runs nothing, while another process has it. On SQLite there is only one process.
 */
export async function withLockIfFree(
  db: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!isPostgres(db)) {
    await work()
    return true
  }
  // A lock of the connection: it ends with the process, however it ends.
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtext(${name})) as locked`.execute(connection)
    if (!rows[0]?.locked) return false
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
    return true
  })
}
