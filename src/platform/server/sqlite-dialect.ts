/**
 * Kysely on Node's own SQLite. One connection writes, one reads: a list never waits for somebody
 * else's transaction, and a read-only transaction has a connection of its own. Columns declared
 * `boolean` come out as booleans, as on PostgreSQL.
 */
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
  type TransactionSettings,
} from 'kysely'
import { busyWriting, Refusal } from '#shared/refusal.ts'
import { Handle } from './sqlite-handle.ts'
import { type LogKeeper, openLogKeeper } from './sqlite-log.ts'

const longestWait = 30_000

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
  #writer: Handle | undefined
  #reader: Handle | undefined
  readonly #turn = new Turn()
  readonly #log: LogKeeper

  constructor(path: string) {
    this.#path = path
    this.#log = openLogKeeper(path)
  }

  async init(): Promise<void> {
    this.#writer = new Handle(this.#path, { readOnly: false })
    this.#reader = new Handle(this.#path, { readOnly: true })
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
    else await own(connection).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const { writer } = own(connection)
    const settle = own(connection).isWriting ? await this.#log.beforeCommit(writer) : undefined
    own(connection).end('commit')
    settle?.()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    own(connection).end('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#log.close()
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
  readonly writer: Handle
  readonly #reader: Handle
  readonly #turn: Turn
  #giveUp: (() => void) | undefined
  /** Of a read-only transaction. */
  #snapshot: Handle | undefined

  constructor(writer: Handle, reader: Handle, turn: Turn) {
    this.writer = writer
    this.#reader = reader
    this.#turn = turn
  }

  get isWriting(): boolean {
    return this.#giveUp !== undefined
  }

  /** Everything as it is at the first look, whoever writes meanwhile; nobody waits for anybody. */
  beginReading(path: string): void {
    this.#snapshot = new Handle(path, { readOnly: true })
    this.#snapshot.run('begin')
  }

  async begin(): Promise<void> {
    this.#giveUp = await this.#turn.take()
    try {
      this.writer.run('begin immediate')
    } catch (error) {
      this.#release()
      throw error
    }
  }

  end(how: 'commit' | 'rollback'): void {
    if (this.#snapshot) {
      this.#snapshot.close()
      this.#snapshot = undefined
      return
    }
    try {
      if (this.writer.inTransaction) this.writer.run(how)
      this.#release()
    } catch (error) {
      if (how === 'rollback') this.#release()
      throw error
    }
  }

  #release(): void {
    this.#giveUp?.()
    this.#giveUp = undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot) return this.#snapshot.execute<Row>(query)
    if (this.#giveUp) return this.writer.execute<Row>(query)
    if (SelectQueryNode.is(query.query)) return this.#reader.execute<Row>(query)
    const giveUp = await this.#turn.take()
    try {
      return this.writer.execute<Row>(query)
    } finally {
      giveUp()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const handle = this.#snapshot ?? (this.#giveUp ? this.writer : this.#reader)
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
  const refusal = new Refusal('unavailable', busyWriting, 30)
  // For whoever writes such a transaction: the same is seen where the database waits for itself.
  refusal.cause = new Error('A transaction did not end in time: was db used inside it?')
  return refusal
}
