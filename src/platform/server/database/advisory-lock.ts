import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

const renewalInterval = 10_000 // milliseconds

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
 * Runs the work, which may use several transactions, while holding the lock of this name on PostgreSQL. Returns false
 * and runs nothing while another process holds it. On SQLite there is only one process.
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
  // Held by an open transaction and not by the session, because a pooler may use another session for each transaction.
  // The lock ends with the process, even if it is killed.
  const lock = await db.startTransaction().execute()
  let timer: NodeJS.Timeout | undefined
  try {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as locked`.execute(lock)
    if (!rows[0]?.locked) return false
    // Servers and poolers may end transactions that are idle for long.
    timer = setInterval(() => sql`select 1`.execute(lock).catch(() => {}), renewalInterval).unref()
    await work()
    return true
  } finally {
    clearInterval(timer)
    // If the connection is lost, there is nothing to end.
    await lock
      .rollback()
      .execute()
      .catch(() => {})
  }
}
