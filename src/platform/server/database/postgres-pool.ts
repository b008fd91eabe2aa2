/** The pool of PostgreSQL connections; a lost connection is reported as DatabaseUnavailable. */
import {
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, isConnectionLost } from './database-errors.ts'

// PostgreSQL sends counts and sums as strings; all counts and amounts in paise fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (digits) => Number(digits))

interface CountedPool extends PostgresPool {
  counts: () => { total: number; idle: number; waiting: number }
}

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
    // The costs of pages that are in memory, in any order: by the defaults, lists would read tables instead of indexes.
    options:
      '-c synchronous_commit=on -c statement_timeout=60000 -c seq_page_cost=0.3 -c random_page_cost=0.3',
    // For a server that stopped responding without closing its connections.
    query_timeout: 75_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // Without a listener, a lost connection would end the process. The pool replaces an idle
  // connection; on a busy one, the query is rejected.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    counts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    connect: async () => reportingClient(await pool.connect().catch(reject)),
    end: () => pool.end(),
  }
}

function reportingClient(client: pg.PoolClient): PostgresPoolClient {
  // A server that became a standby keeps its connections open, but another one accepts the writes now.
  let isLost = false
  const query = (sql: string, parameters: readonly unknown[]) =>
    client.query(sql, [...parameters]).catch((error: unknown) => {
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

/**
 * True when a pooler such as pgbouncer answers at this address of a database: the connection reports a
 * process of its own at the start, and another session may run the next transaction.
 */
export async function isPoolerAddress(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const { processID } = client as pg.Client & { processID: number | null }
    return rows[0]?.pid !== processID
  } finally {
    await client.end()
  }
}

function reject(cause: unknown): never {
  throw new DatabaseUnavailable(cause)
}
