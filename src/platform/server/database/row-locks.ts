/**
 * Locks that a transaction takes on PostgreSQL; on SQLite a writing transaction is alone anyway. To
 * avoid deadlocks, take them in this order: the ledger, then rows of people (administrators by id),
 * then counters.
 */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/**
 * Locks the ledger of membership numbers and receipts until the transaction ends: 'shared' to write
 * single entries, 'exclusive' to write thousands.
 */
export async function lockLedger(db: Database, mode: 'shared' | 'exclusive'): Promise<void> {
  if (!isPostgres(db)) return
  const lock = mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(hashtext('members-portal books'))`.execute(db)
}
