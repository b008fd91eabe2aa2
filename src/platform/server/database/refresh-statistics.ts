import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/** After fewer changed rows the old statistics are good enough. */
const minRows = 500

/**
 * Call it after a commit that changed many rows. PostgreSQL plans queries by statistics, and reads indexes alone where
 * it knows that all see the rows. It refreshes both a minute later; until then lists and sums could read whole tables.
 */
export async function refreshStatistics(
  { db, log }: { db: Database; log: Log },
  tables: readonly (keyof Tables)[],
  rows: number,
): Promise<void> {
  if (rows < minRows || !isPostgres(db)) return
  await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`
    .execute(db)
    .catch((error: unknown) => log.warn({ err: error }, 'refreshing statistics failed'))
}
