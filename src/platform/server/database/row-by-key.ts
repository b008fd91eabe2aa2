import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import { localDataVersion } from './local-data-version.ts'
import { nameStatement } from './named-statements.ts'

const placeholder = 'the keys of a look-up'

/** On SQLite: rows in memory; a person with a session is about 2 KB. */
const maxRows = 1000

/** On PostgreSQL: queries of one look-up at once. Keys requested while they run share the next query. */
const maxQueries = 4

/** The condition that this column has one of the keys. */
type IsKey = (column: string) => RawBuilder<boolean>

/**
 * A look-up that runs at every request, outside of transactions: by one key, resolves to a copy of the
 * row whose column `key` has it. The query is compiled once for each database, because compiling it
 * costs more than running it.
 *
 * On SQLite it runs only when something was committed since it found this row. On PostgreSQL, which
 * plans it once in each connection, look-ups of one turn of the event loop are one query.
 */
export function rowByKey<Key extends string, Row extends Record<Key, string>>(
  key: Key,
  build: (db: Database, isKey: IsKey) => Compilable<Row>,
): (db: Database, value: string) => Promise<Row | undefined> {
  const lookUps = new WeakMap<Database, (value: string) => Promise<Row | undefined>>()
  const open = (db: Database) => {
    const isKey: IsKey = (column) =>
      isPostgres(db)
        ? sql<boolean>`${sql.ref(column)} = any(${placeholder})`
        : sql<boolean>`${sql.ref(column)} = ${placeholder}`
    const query = build(db, isKey).compile()
    const run = async (keys: string | readonly string[]) => {
      const parameters = query.parameters.map((value) => (value === placeholder ? keys : value))
      return (await db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>)).rows
    }
    const lookUp = isPostgres(db) ? batched(key, run) : whileUnchanged(db, run)
    if (isPostgres(db)) nameStatement(query.sql)
    lookUps.set(db, lookUp)
    return lookUp
  }
  return async (db, value) => {
    const row = await (lookUps.get(db) ?? open(db))(value)
    return row && { ...row }
  }
}

/** Runs the query when something was committed since it found the row of this key. */
function whileUnchanged<Row>(db: Database, run: (key: string) => Promise<Row[]>) {
  const rows = new Map<string, Row>()
  let rowsVersion: number | undefined
  return async (key: string): Promise<Row | undefined> => {
    // Read before the row: a newer row under an older version is read again, never used for longer.
    const version = localDataVersion(db)
    if (version !== rowsVersion || rows.size >= maxRows) rows.clear()
    rowsVersion = version
    const stored = rows.get(key)
    if (stored) return stored
    const [row] = await run(key)
    if (row && version !== undefined && version === rowsVersion) rows.set(key, row)
    return row
  }
}

/** Runs one query for the keys requested in one turn of the event loop, or while `maxQueries` others run. */
function batched<Key extends string, Row extends Record<Key, string>>(
  key: Key,
  run: (keys: readonly string[]) => Promise<Row[]>,
) {
  let waiting = new Map<string, PromiseWithResolvers<Row | undefined>>()
  let isScheduled = false
  let queries = 0
  const schedule = () => {
    if (isScheduled || queries >= maxQueries) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      start()
    })
  }
  const start = async () => {
    const batch = waiting
    waiting = new Map()
    queries += 1
    try {
      const rows = new Map((await run([...batch.keys()])).map((row) => [row[key] as string, row]))
      for (const [value, { resolve }] of batch) resolve(rows.get(value))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
    queries -= 1
    if (waiting.size > 0) schedule()
  }
  return (value: string): Promise<Row | undefined> => {
    const other = waiting.get(value)
    if (other) return other.promise
    const own = Promise.withResolvers<Row | undefined>()
    waiting.set(value, own)
    schedule()
    return own.promise
  }
}
