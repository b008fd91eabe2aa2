/** Node's own SQLite behind what the dialect needs: prepared statements, rows, booleans. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const statementsKept = 500

/** One connection to the file, with its prepared statements. */
export class Handle {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(path: string, { readOnly }: { readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: 5000 })
    if (!readOnly) this.#database.exec('pragma journal_mode = wal; pragma synchronous = full')
    this.#database.exec(
      'pragma foreign_keys = on; pragma cache_size = -32000; pragma mmap_size = 268435456',
    )
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  run(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, booleans, answersRows } = this.#prepare(query.sql)
    const parameters = query.parameters.map(toSqlite)
    if (answersRows) {
      const rows = statement.all(...parameters)
      if (booleans.length > 0) for (const row of rows) readBooleans(row, booleans)
      return { rows: rows as Row[], numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  *iterate<Row>(query: CompiledQuery): IterableIterator<Row> {
    const { statement, booleans } = prepare(this.#database, query.sql)
    for (const row of statement.iterate(...query.parameters.map(toSqlite))) {
      readBooleans(row, booleans)
      yield row as Row
    }
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text)
    if (known) return known
    const prepared = prepare(this.#database, text)
    if (this.#statements.size >= statementsKept) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(text, prepared)
    return prepared
  }
}

interface Prepared {
  statement: StatementSync
  booleans: string[]
  answersRows: boolean
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  const columns = statement.columns()
  return {
    statement,
    answersRows: columns.length > 0,
    booleans: columns.filter((c) => c.type?.toLowerCase() === 'boolean').map((c) => c.name),
  }
}

function readBooleans(row: Record<string, unknown>, columns: string[]): void {
  for (const column of columns) if (row[column] !== null) row[column] = row[column] === 1
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) return null
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot keep a ${typeof value}; give it text, a number or a boolean`)
}
