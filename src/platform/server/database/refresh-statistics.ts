import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'

/** After fewer changed rows the old statistics are good enough. */
const minRows = 500

/**
 * Call it after a commit that changed many rows. Both engines plan queries by statistics, and PostgreSQL needs an
 * up-to-date visibility map for index-only scans. PostgreSQL refreshes both only after a minute, in which lists and
 * sums could read whole tables; SQLite never refreshes statistics automatically.
 */
export async function refreshStatistics(
  { db, log }: { db: Database; log: Log },
  tables: readonly (keyof Tables)[],
  rows: number,
): Promise<void> {
  if (rows < minRows) return
  const refreshed = isPostgres(db) ? vacuum(db, tables) : analyseGrown(db)
  await refreshed.catch((error: unknown) =>
    log.warn({ err: error }, 'refreshing statistics failed'),
  )
}

/**
 * Creates missing statistics on SQLite. Call it after the migrations and before other connections are opened, because
 * connections read statistics when they open.
 */
export async function completeStatistics(db: Database): Promise<void> {
  if (!isPostgres(db)) await sql`pragma optimize = 0x10002`.execute(db)
}

async function vacuum(db: Database, tables: readonly (keyof Tables)[]): Promise<void> {
  await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}

/** Analyses the tables that have no statistics, or ten times the rows of theirs. */
async function analyseGrown(db: Database): Promise<void> {
  const { rows: grown } = await sql`pragma optimize = 0x10003`.execute(db)
  if (grown.length === 0) return
  await inLargeTransaction(db, async (tx) => {
    await sql`pragma optimize = 0x10002`.execute(tx)
    // Open connections reload the statistics only when the schema changes.
    await sql`create view analysed as select 1`.execute(tx)
    await sql`drop view analysed`.execute(tx)
  })
}
