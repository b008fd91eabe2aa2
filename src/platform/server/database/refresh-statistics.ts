import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'

/** After fewer changed rows the old statistics are good enough. */
const minRows = 500

/**
 * Call it after a commit that changed many rows. Both engines plan queries by statistics, and PostgreSQL reads indexes
 * alone where it knows that all see the rows. It refreshes both a minute later; until then lists and sums could read
 * whole tables. SQLite refreshes nothing by itself.
 */
export async function refreshStatistics(
  { db, log }: { db: Database; log: Log },
  tables: readonly (keyof Tables)[],
  rows: number,
): Promise<void> {
  if (rows < minRows) return
  const refreshed = isPostgres(db) ? vacuum(db, tables) : analyseGrown(db, inLargeTransaction)
  await refreshed.catch((error: unknown) =>
    log.warn({ err: error }, 'refreshing statistics failed'),
  )
}

/** Makes the statistics that SQLite does not have yet. Call it after the migrations and before the portal serves. */
export async function completeStatistics(db: Database): Promise<void> {
  if (!isPostgres(db)) await analyseGrown(db, (_, work) => db.transaction().execute(work))
}

async function vacuum(db: Database, tables: readonly (keyof Tables)[]): Promise<void> {
  await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db)
}

/** Analyses the tables that have no statistics, or ten times the rows of theirs. */
async function analyseGrown(
  db: Database,
  inTransaction: typeof inLargeTransaction<Tables, void>,
): Promise<void> {
  const { rows: grown } = await sql`pragma optimize = 0x10003`.execute(db)
  if (grown.length === 0) return
  await inTransaction(db, async (tx) => {
    await sql`pragma optimize = 0x10002`.execute(tx)
    // Connections read the statistics with the schema, and again only when that has changed.
    await sql`create view analysed as select 1`.execute(tx)
    await sql`drop view analysed`.execute(tx)
  })
}
