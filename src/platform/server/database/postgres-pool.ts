/** The pool of PostgreSQL connections; a lost connection is reported as DatabaseUnavailable. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable, isConnectionLost } from './database-errors.ts'
import { isStatementUnusable, statementName } from './named-statements.ts'

// PostgreSQL sends counts and sums as strings; all counts and amounts in paise fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, (digits) => Number(digits))
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (digits) => Number(digits))

interface CountedPool extends PostgresPool {
  counts: () => { total: number; idle: number; waiting: number }
}

export function openPostgresPool(url: string, connections: number): CountedPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Also the longest wait for a free connection: the same as for the write lock on SQLite.
    connectionTimeoutMillis: 30_000,
    application_name: 'members-portal',
    options: '-c synchronous_commit=on -c statement_timeout=60000',
    // A server that vanished without closing its connections sends no answer, not even of the timeout
    // above.
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

/** Runs statements under their names; from the first failure of a name on, without names. */
function statementRunner(): Run {
  let hasNames = true
  return async (client, text, values) => {
    const name = hasNames ? statementName(text) : undefined
    if (name === undefined) return client.query(text, values)
    try {
      return await client.query({ name, text, values })
    } catch (error) {
      if (!isStatementUnusable(error)) throw error
      hasNames = false
      return client.query(text, values)
    }
  }
}

function reject(cause: unknown): never {
  throw new DatabaseUnavailable(cause)
}
