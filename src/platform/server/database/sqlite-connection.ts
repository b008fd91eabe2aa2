/** A connection of node:sqlite for the Kysely dialect: statement cache, row objects, booleans. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const maxStatements = 500

/** One connection to the database file, with a cache of prepared statements. */
export class SqliteHandle {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(path: string, { readOnly }: { readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: 5000 })
    if (!readOnly)
      this.#database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 16777216; pragma secure_delete = on',
      )
    // No memory mapping: a disk error would end the process, and the mapped pages of each connection count as memory.
    this.#database.exec('pragma foreign_keys = on; pragma cache_size = -8000; pragma mmap_size = 0')
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Runs SQL that returns no rows, such as a pragma or `begin`. */
  exec(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  execute<Row>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const { statement, shape } = this.#prepare(query.sql)
    const parameters = query.parameters.map(toSqlite)
    if (shape) {
      const rows = statement.all(...parameters).map((values) => toRow(shape, values))
      return { rows: rows as Row[], numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** The rows in chunks, read while they are used. */
  *iterate<Row>(query: CompiledQuery, chunkSize: number): IterableIterator<Row[]> {
    const { statement, shape } = prepare(this.#database, query.sql)
    if (!shape) return
    let rows: Row[] = []
    for (const values of statement.iterate(...query.parameters.map(toSqlite))) {
      rows.push(toRow(shape, values) as Row)
      if (rows.length < chunkSize) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }

  #prepare(text: string): Prepared {
    const cached = this.#statements.get(text)
    if (cached) return cached
    const prepared = prepare(this.#database, text)
    if (this.#statements.size >= maxStatements) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(text, prepared)
    return prepared
  }
}

interface Prepared {
  statement: StatementSync
  /** undefined for a statement that returns no rows. */
  shape: RowShape | undefined
}

/** The columns of a result; `empty` is a row with all of them set to null. */
interface RowShape {
  columns: { name: string; isBoolean: boolean }[]
  empty: Record<string, unknown>
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  statement.setReturnArrays(true)
  const columns = statement.columns().map(({ name, type }) => ({
    name,
    isBoolean: type?.toLowerCase() === 'boolean',
  }))
  if (columns.length === 0) return { statement, shape: undefined }
  return {
    statement,
    shape: { columns, empty: Object.fromEntries(columns.map(({ name }) => [name, null])) },
  }
}

/** Filling a copy of a complete row is much faster than adding properties one by one. */
function toRow({ columns, empty }: RowShape, values: Record<number, unknown>) {
  const row = { ...empty }
  columns.forEach(({ name, isBoolean }, index) => {
    const value = values[index]
    row[name] = isBoolean && value !== null ? value === 1 : value
  })
  return row
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) return null
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot keep a ${typeof value}; give it text, a number or a boolean`)
}
