/**
 * Kysely on Node's own SQLite. One connection writes, one reads: a list never waits for somebody
 * else's transaction. A read-only transaction has a connection of its own, a large one a thread.
 * Columns declared `boolean` come out as booleans, as on PostgreSQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import { busyMessage, Refusal } from '#shared/refusal.ts'
import { SqliteHandle } from './sqlite-connection.ts'
import { openWorkerConnection, type WorkerConnection } from './sqlite-worker-client.ts'

const longestWait = 30_000

const large = new AsyncLocalStorage<boolean>()

/**
 * A transaction that writes thousands of rows. SQLite runs it in a thread of its own, so that the
 * portal goes on answering; other writers wait for its end as for any other's.
 */
export const inLargeTransaction = <Tables, Outcome>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<Outcome>,
): Promise<Outcome> => large.run(true, () => db.transaction().execute(work))

/** A dialect for the database file at `path`; the folder must exist. */
export function sqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new SqliteDriver(path),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}

/** SQLite rolls back changes of the schema too, so each migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
  /** Ours are two, and writers take turns in the driver: nothing has to queue above it. */
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #path: string
  #writer: SqliteHandle | undefined
  #reader: SqliteHandle | undefined
  readonly #turn = new Turn()

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#writer = new SqliteHandle(this.#path, { readOnly: false })
    this.#reader = new SqliteHandle(this.#path, { readOnly: true })
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#reader) throw new Error('The database is not open')
    return new SqliteConnection(this.#writer, this.#reader, this.#turn)
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    if (accessMode === 'read only') own(connection).beginReading(this.#path)
    else await own(connection).begin(large.getStore() ? this.#path : undefined)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).end('commit')
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return own(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader?.close()
    this.#writer?.close()
  }
}

function own(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new Error('This connection belongs to another driver')
}

/** What one caller holds: reads go to the reader, writes take turns, a transaction keeps the turn. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteHandle
  readonly #reader: SqliteHandle
  readonly #turn: Turn
  #giveUp: (() => void) | undefined
  /** Of a read-only transaction. */
  #snapshot: SqliteHandle | undefined
  /** Of a large transaction. */
  #remote: WorkerConnection | undefined

  constructor(writer: SqliteHandle, reader: SqliteHandle, turn: Turn) {
    this.#writer = writer
    this.#reader = reader
    this.#turn = turn
  }

  /** Everything as it is at the first look, whoever writes meanwhile; nobody waits for anybody. */
  beginReading(path: string): void {
    this.#snapshot = new SqliteHandle(path, { readOnly: true })
    this.#snapshot.run('begin')
  }

  /** With a path the transaction runs in a thread of its own. */
  async begin(path: string | undefined): Promise<void> {
    this.#giveUp = await this.#turn.take()
    try {
      if (path === undefined) this.#writer.run('begin immediate')
      else {
        this.#remote = openWorkerConnection(path)
        await this.#remote.run('begin immediate')
      }
    } catch (error) {
      await this.#release()
      throw error
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#snapshot) {
      this.#snapshot.close()
      this.#snapshot = undefined
      return
    }
    try {
      if (this.#remote) await this.#endRemote(this.#remote, how)
      else if (this.#writer.inTransaction) this.#writer.run(how)
      await this.#release()
    } catch (error) {
      if (how === 'rollback') await this.#release()
      throw error
    }
  }

  async #endRemote(remote: WorkerConnection, how: 'commit' | 'rollback'): Promise<void> {
    // To end the thread takes everything back, too, and works when it has failed already.
    if (how === 'rollback') return
    await remote.run('commit')
    // The log is copied back by now; what somebody is reading keeps it from being cut short.
    await remote
      .run('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
      .catch(() => undefined)
  }

  async #release(): Promise<void> {
    await this.#remote?.close()
    this.#remote = undefined
    this.#giveUp?.()
    this.#giveUp = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot) return this.#snapshot.execute<Row>(query)
    if (this.#remote) return this.#remote.execute<Row>(query)
    if (this.#giveUp) return this.#writer.execute<Row>(query)
    if (isReading(query)) return this.#reader.execute<Row>(query)
    const giveUp = await this.#turn.take()
    try {
      return this.#writer.execute<Row>(query)
    } finally {
      giveUp()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (this.#remote) throw new Error('A large transaction does not stream')
    const handle = this.#snapshot ?? (this.#giveUp ? this.#writer : this.#reader)
    for (const row of handle.iterate<Row>(query)) yield { rows: [row] }
  }
}

/**
 * Writers take turns in the order they came. Between two turns the process looks around: a queue of
 * writers never keeps requests, mails and timers waiting longer than one transaction.
 */
class Turn {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** Waits for the turn and answers how to give it up; fails rather than wait for ever. */
  async take(): Promise<() => void> {
    const before = this.#last
    const mine = Promise.withResolvers<void>()
    this.#last = before.then(() => mine.promise)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      mine.resolve()
      late.reject(tooLong())
    }, longestWait)
    this.#waiting += 1
    try {
      await Promise.race([before, late.promise])
    } finally {
      this.#waiting -= 1
      clearTimeout(timer)
    }
    return () => {
      if (this.#waiting > 0) setImmediate(mine.resolve)
      else mine.resolve()
    }
  }
}

function tooLong(): Refusal {
  const refusal = new Refusal('unavailable', busyMessage, 30)
  // For whoever writes such a transaction: the same is seen where the database waits for itself.
  refusal.cause = new Error('A transaction did not end in time: was db used inside it?')
  return refusal
}

/** Also what is written as SQL by hand: a select changes nothing. */
const isReading = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
