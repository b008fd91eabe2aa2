/**
 * Who waits for whom. On SQLite a transaction is alone from its beginning; on PostgreSQL it has to
 * hold what it reads in order to change it. Hold the books first, then people (administrators by id),
 * then counters: then nobody waits for each other.
 */
import { PostgresAdapter, sql } from 'kysely'
import type { Database } from './database.ts'

/** True where rows must be held by whoever changes them. */
export const hasRowLocks = (db: Database): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Holds the books of numbers and receipts until the transaction is over: with everybody else who
 * writes a line, or alone for who writes thousands.
 */
export async function lockLedger(db: Database, how: 'with others' | 'alone'): Promise<void> {
  if (!hasRowLocks(db)) return
  const lock = how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
  await sql`select ${sql.raw(lock)}(hashtext('members-portal books'))`.execute(db)
}

/** True when the database stopped a transaction because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(40P01|40001)$/.test(String(error.code))
