/**
 * Kysely dialect for node:sqlite. One connection writes and one reads, so reads never wait for a
 * transaction. A read-only transaction has its own connection, a large transaction its own thread.
 * Columns declared `boolean` are returned as booleans, as on PostgreSQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers'
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
import { pauses } from '../core/event-loop.ts'
import { SqliteHandle } from './sqlite-connection.ts'
import { openWorkerConnection, type WorkerConnection } from './sqlite-worker-client.ts'

/** The longest wait for the write lock, in milliseconds. */
const maxLockWait = 30_000

const isLarge = new AsyncLocalStorage<boolean>()

/**
 * A transaction that writes thousands of rows. On SQLite it runs in a separate thread, so that the
 * portal keeps answering; other writers wait for it as for any transaction.
 */
export const inLargeTransaction = <Tables, Outcome>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<Outcome>,
): Promise<Outcome> => isLarge.run(true, () => db.transaction().execute(work))

/** The dialect for the database file at `path`; its folder must exist. */
export function sqliteDialect(path: string): Dialect {
  const driver = new SqliteDriver(path)
  return {
    createDriver: () => driver,
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}

/** SQLite rolls back schema changes too, so each migration is all or nothing. */
class TransactionalAdapter extends SqliteAdapter {
  /** The driver queues writers itself, so Kysely must not serialise queries. */
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
  readonly #writeLock = new WriteLock()

  constructor(path: string) {
    this.#path = path
  }

  async init(): Promise<void> {
    this.#writer = new SqliteHandle(this.#path, { readOnly: false })
    this.#reader = new SqliteHandle(this.#path, { readOnly: true })
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#reader) throw new Error('The database is not open')
    return new SqliteConnection(this.#writer, this.#reader, this.#writeLock)
  }

  async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings,
  ): Promise<void> {
    if (accessMode === 'read only') ownConnection(connection).beginReading(this.#path)
    else await ownConnection(connection).begin(isLarge.getStore() ? this.#path : undefined)
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return ownConnection(connection).end('commit')
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return ownConnection(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader?.close()
    this.#writer?.close()
  }
}

function ownConnection(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new Error('This connection belongs to another driver')
}

/** Routes reads to the reader; a write takes the write lock, and a transaction keeps it to its end. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteHandle
  readonly #reader: SqliteHandle
  readonly #writeLock: WriteLock
  /** Releases the write lock; set while this connection holds it. */
  #unlock: (() => void) | undefined
  /** The error after which SQLite itself has rolled the transaction back, as on a full disk. */
  #failure: unknown
  /** The connection of a read-only transaction. */
  #snapshot: SqliteHandle | undefined
  /** The worker of a large transaction. */
  #worker: WorkerConnection | undefined

  constructor(writer: SqliteHandle, reader: SqliteHandle, writeLock: WriteLock) {
    this.#writer = writer
    this.#reader = reader
    this.#writeLock = writeLock
  }

  /** Begins a snapshot read: it sees the state at its first query and blocks no writer. */
  beginReading(path: string): void {
    this.#snapshot = new SqliteHandle(path, { readOnly: true })
    this.#snapshot.exec('begin')
  }

  /** Begins a write transaction; with a `path`, in a thread that opens that file. */
  async begin(path: string | undefined): Promise<void> {
    this.#unlock = await this.#writeLock.acquire()
    try {
      if (path === undefined) this.#writer.exec('begin immediate')
      else {
        this.#worker = openWorkerConnection(path)
        await this.#worker.exec('begin immediate')
      }
    } catch (error) {
      await this.#release()
      throw error
    }
  }

  async end(outcome: 'commit' | 'rollback'): Promise<void> {
    if (this.#snapshot) {
      this.#snapshot.close()
      this.#snapshot = undefined
      return
    }
    try {
      if (this.#worker) await this.#endWorker(this.#worker, outcome)
      else if (outcome === 'commit') this.#inTransaction(() => this.#writer.exec('commit'))
      else if (this.#writer.inTransaction) this.#writer.exec('rollback')
      await this.#release()
    } catch (error) {
      if (outcome === 'rollback') await this.#release()
      throw error
    }
  }

  async #endWorker(worker: WorkerConnection, outcome: 'commit' | 'rollback'): Promise<void> {
    // Terminating the thread rolls back too, and works even when the thread has failed.
    if (outcome === 'rollback') return
    await worker.exec('commit')
    // Copies the log back and truncates it; truncation fails while a reader needs the log.
    await worker
      .exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
      .catch(() => undefined)
  }

  /** Runs a step of the transaction, and none after SQLite has rolled it back: that would be stored. */
  #inTransaction<Result>(step: () => Result): Result {
    if (this.#failure !== undefined) throw this.#failure
    try {
      return step()
    } catch (error) {
      if (!this.#writer.inTransaction) this.#failure = error
      throw error
    }
  }

  async #release(): Promise<void> {
    this.#failure = undefined
    await this.#worker?.close()
    this.#worker = undefined
    this.#unlock?.()
    this.#unlock = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const snapshot = this.#snapshot
    if (snapshot) return pausing(() => snapshot.execute<Row>(query))
    if (this.#worker) return this.#worker.execute<Row>(query)
    if (this.#unlock) return this.#inTransaction(() => this.#writer.execute<Row>(query))
    if (isSelect(query)) return pausing(() => this.#reader.execute<Row>(query))
    const unlock = await this.#writeLock.acquire()
    try {
      return this.#writer.execute<Row>(query)
    } finally {
      unlock()
    }
  }

  /** In chunks in a read-only transaction; in other transactions, where writes may follow, all rows together. */
  async *streamQuery<Row>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    if (!this.#snapshot) yield await this.executeQuery<Row>(query)
    else for (const rows of this.#snapshot.iterate<Row>(query, chunkSize)) yield { rows }
  }
}

/** Reads in this thread; after a long statement, other requests run before this one continues. */
async function pausing<Outcome>(read: () => Outcome): Promise<Outcome> {
  const pause = pauses()
  const outcome = read()
  await pause()
  return outcome
}

/**
 * Grants the write lock in the order of the requests. Between two holders the event loop runs, so that
 * a queue of writers delays requests, mails and timers by one transaction at most.
 */
class WriteLock {
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  /** Resolves to the function that releases the lock; rejects after `maxLockWait`. */
  async acquire(): Promise<() => void> {
    const previous = this.#last
    const own = Promise.withResolvers<void>()
    this.#last = previous.then(() => own.promise)
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      own.resolve()
      timeout.reject(lockTimeout())
    }, maxLockWait)
    this.#waiting += 1
    try {
      await Promise.race([previous, timeout.promise])
    } finally {
      this.#waiting -= 1
      clearTimeout(timer)
    }
    return () => {
      if (this.#waiting > 0) setImmediate(own.resolve)
      else own.resolve()
    }
  }
}

function lockTimeout(): Refusal {
  const refusal = new Refusal('unavailable', busyMessage, { retryAfter: 30 })
  // Hint for developers: a query outside of its own transaction deadlocks in the same way.
  refusal.cause = new Error('A transaction did not end in time: was db used inside it?')
  return refusal
}

/** Also recognises raw SQL: a statement that begins with `select` writes nothing. */
const isSelect = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql)
