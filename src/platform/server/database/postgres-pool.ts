/** The pool of PostgreSQL connections; a lost connection is reported as DatabaseUnavailable. */
import {
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, isConnectionLost } from './database-errors.ts'
import { isStatementUnusable, statementName } from './named-statements.ts'

// PostgreSQL sends counts and sums as strings; all counts and amounts in paise fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (digits) => Number(digits))

interface CountedPool extends PostgresPool {
  counts: () => { total: number; idle: number; waiting: number }
}

/** The dialect for a pool. */
export class PooledPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter()
  }
}

/**
 * Kysely locks the connection while it migrates, which a pooler gives to others with the lock. `migrate`
 * takes a lock of its transaction instead.
 */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

export function openPostgresPool(url: string, connections: number): CountedPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // The same as for the write lock on SQLite.
    connectionTimeoutMillis: 30_000,
    application_name: 'members-portal',
    options: '-c synchronous_commit=on -c statement_timeout=60000',
    // For a server that vanished without closing its connections.
    query_timeout: 75_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without listeners a lost connection would end the process. The pool replaces an idle one, and the
  // query of one in use is rejected.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = statementRunner()
  return {
    options: pool.options,
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    connect: async () => reportingClient(await pool.connect().catch(reject), run),
    end: () => pool.end(),
  }
}

function reportingClient(client: pg.PoolClient, run: Run): PostgresPoolClient {
  // A server that became a standby keeps its connections open, but another one accepts the writes now.
  let isLost = false
  const query = (sql: string, parameters: readonly unknown[]) =>
    run(client, sql, [...parameters]).catch((error: unknown) => {
      if (!isConnectionLost(error)) throw error
      isLost = true
      return reject(error)
    })
  return {
    // The other form, for cursors, is not used: nothing is streamed from PostgreSQL.
    query: query as unknown as PostgresPoolClient['query'],
    release: (hasFailed) => client.release(hasFailed || isLost),
  }
}

type Run = (client: pg.PoolClient, text: string, values: unknown[]) => Promise<pg.QueryResult>

/**
 * Runs statements under their names; without names behind a pooler, and from the first failure of a name
 * on.
 */
function statementRunner(): Run {
  let hasNames = true
  let isFirst = true
  return async (client, text, values) => {
    const name = hasNames ? statementName(text) : undefined
    if (name === undefined) return client.query(text, values)
    if (isFirst) {
      isFirst = false
      // Nothing has a name before this is known: in a transaction, an unusable name fails all of it.
      hasNames = false
      hasNames = !(await isPooled(client))
      return client.query(text, values)
    }
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isStatementUnusable(error)) throw error
      hasNames = false
      return client.query(text, values)
    }
  }
}

/**
 * True when the connection ends at a pooler such as pgbouncer: it reports a process of its own at the
 * start, and another session may run the next transaction.
 */
async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as pg.ClientBase & { processID: number | null }
  return rows[0]?.pid !== processID
}

/** True when a pooler answers at this address of a database. */
export async function isPoolerAddress(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await isPooled(client)
  } finally {
    await client.end()
  }
}

function reject(cause: unknown): never {
  throw new DatabaseUnavailable(cause)
}
