import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import { localDataVersion } from './local-data-version.ts'

/** SQLite counts from the opening of the database. */
const processId = randomUUID()

/**
 * A text that is another one after every commit, in any table and by any process. Two equal versions
 * saw the same data; the version may change without a change of the data. On a standby of PostgreSQL,
 * where a snapshot does not name the transactions in progress, it is the position that was replayed.
 */
export async function dataVersion(db: Database): Promise<string> {
  const local = localDataVersion(db)
  if (local !== undefined) return processId + local
  const query = isPostgres(db)
    ? sql<{ version: string }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text
          else pg_current_snapshot()::text end as version`
    : sql<{
        version: string
      }>`select ${processId} || data_version as version from pragma_data_version`
  const { rows } = await query.execute(db)
  return rows[0]?.version ?? randomUUID()
}
