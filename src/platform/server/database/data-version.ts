import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/** SQLite counts from the opening of the database. */
const processId = randomUUID()

/**
 * A text that is another one after every commit, in any table and by any process. Two equal versions
 * saw the same data; the version may change without a change of the data.
 */
export async function dataVersion(db: Database): Promise<string> {
  const query = isPostgres(db)
    ? sql<{ version: string }>`select pg_current_snapshot()::text as version`
    : sql<{
        version: string
      }>`select ${processId} || data_version as version from pragma_data_version`
  const { rows } = await query.execute(db)
  return rows[0]?.version ?? randomUUID()
}
