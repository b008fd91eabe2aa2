/** Checks a database for damage, and stores when that was done last and what was found. */
import { CompiledQuery, sql } from 'kysely'
import type { Instant } from '#shared/dates.ts'
import type { Database, OpenDatabase } from './database.ts'
import { errorCodes } from './database-errors.ts'
import { openWorkerConnection } from './sqlite-worker-client.ts'

declare module './database.ts' {
  interface Tables {
    /** One row: the last check. */
    database_check: { id: number; checked_at: Instant; duration_ms: number; problems: string }
  }
}

export interface DatabaseCheck {
  checkedAt: Instant
  durationMs: number
  /** One sentence for each problem; empty when none was found. */
  problems: string[]
}

/**
 * Problems of the database, one sentence each; empty when none was found. Other requests are served during the check.
 */
export const checkDatabase = ({ db, engine }: OpenDatabase): Promise<string[]> =>
  engine === 'sqlite' ? checkSqlite(db) : checkPostgres(db)

/** Checks the database and stores the result. */
export async function recordDatabaseCheck(
  database: OpenDatabase,
  now: () => Date,
): Promise<DatabaseCheck> {
  const startedAt = performance.now()
  const problems = await checkDatabase(database)
  const check = {
    checkedAt: now().toISOString(),
    durationMs: Math.round(performance.now() - startedAt),
    problems,
  }
  const row = {
    checked_at: check.checkedAt,
    duration_ms: check.durationMs,
    problems: JSON.stringify(problems),
  }
  await database.db
    .insertInto('database_check')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return check
}

/** The last stored check; undefined before the first one. */
export async function lastDatabaseCheck(db: Database): Promise<DatabaseCheck | undefined> {
  const row = await db.selectFrom('database_check').selectAll().executeTakeFirst()
  return (
    row && {
      checkedAt: row.checked_at,
      durationMs: row.duration_ms,
      problems: JSON.parse(row.problems),
    }
  )
}

/** In a thread of its own: it reads the whole file. */
async function checkSqlite(db: Database): Promise<string[]> {
  const { rows: files } = await sql<{ file: string }>`pragma database_list`.execute(db)
  const connection = openWorkerConnection(files[0]?.file ?? '', { readOnly: true })
  try {
    const { rows } = await connection.execute<{ quick_check: string }>(
      CompiledQuery.raw('pragma quick_check'),
    )
    return rows.map((row) => row.quick_check).filter((result) => result !== 'ok')
  } catch (error) {
    // SQLITE_CORRUPT and SQLITE_NOTADB: too damaged to be read at all.
    const { errcode, message } = errorCodes(error)
    if (errcode !== 26 && Number(errcode) % 256 !== 11) throw error
    return [String(message)]
  } finally {
    await connection.close()
  }
}

/**
 * PostgreSQL checks its pages itself if the cluster has checksums. The indexes are also checked if an administrator of
 * the server has installed amcheck and granted this user access.
 */
async function checkPostgres(db: Database): Promise<string[]> {
  const { rows: failures } = await sql<{ count: number | null }>`
    select checksum_failures as count from pg_stat_database where datname = current_database()`.execute(
    db,
  )
  const pages = failures[0]?.count ?? 0
  return [
    ...(pages > 0 ? [`PostgreSQL has found ${pages} pages with a wrong checksum.`] : []),
    ...(await checkIndexes(db)),
  ]
}

async function checkIndexes(db: Database): Promise<string[]> {
  const { rows: functions } = await sql`
    select 1 from pg_proc where proname = 'bt_index_check' and pg_function_is_visible(oid)
      and has_function_privilege(oid, 'execute')`.execute(db)
  if (functions.length === 0) return []
  const { rows: indexes } = await sql<{ id: number; name: string }>`
    select c.oid::int8 as id, c.relname as name from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and i.indisvalid and c.relpersistence = 'p'
        and c.relnamespace = current_schema()::regnamespace`.execute(db)
  const problems: string[] = []
  for (const { id, name } of indexes)
    try {
      await sql`select bt_index_check(${id}::oid::regclass)`.execute(db)
    } catch (error) {
      // XX001 and XX002: damaged table or index. Other errors are not about the data.
      if (!/^XX00[12]$/.test(String(errorCodes(error).code))) throw error
      problems.push(`The index ${name} is damaged: ${errorCodes(error).message}.`)
    }
  return problems
}
