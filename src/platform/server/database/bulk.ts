/** Writes many rows in batches, and lets other work run between them. */
import { CompiledQuery } from 'kysely'
import { valueAt } from '#shared/records.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/** Rows per statement: few enough that each statement blocks the process only briefly. */
const batchSize = 100

/**
 * Inserts rows that all have the same columns; throws on a unique violation. The SQL is built by hand
 * and cached: for thousands of values, building it costs more than running it.
 */
export async function insertRows<Table extends keyof Tables & string>(
  db: Database,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  for (const batch of chunks(rows, batchSize)) {
    await db.executeQuery(insertQuery(db, table, columns, batch))
    await yieldToEventLoop()
  }
}

function insertQuery(
  db: Database,
  table: string,
  columns: string[],
  batch: readonly object[],
): CompiledQuery {
  const values = batch.flatMap((row) => columns.map((column) => valueAt(row, column)))
  if (isPostgres(db) && batch.length > 1 && values.every(isJsonValue))
    return insertFromJson(table, columns, batch)
  return CompiledQuery.raw(insertStatement(db, table, columns, batch.length), values)
}

const isJsonValue = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)

/** For PostgreSQL, which takes longer to read thousands of parameters than to parse JSON. */
function insertFromJson(table: string, columns: string[], batch: readonly object[]): CompiledQuery {
  const json = JSON.stringify(batch)
  // JSON writes half of a surrogate pair as an escape, which PostgreSQL refuses.
  const wellFormed = /\\ud[89a-f]/.test(json) ? JSON.stringify(batch, toWellFormed) : json
  const names = columns.map((column) => `"${column}"`).join(',')
  return CompiledQuery.raw(
    `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", $1)`,
    [wellFormed],
  )
}

const toWellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

const statementCache = new Map<string, string>()

function insertStatement(db: Database, table: string, columns: string[], count: number): string {
  const usesNumbers = isPostgres(db)
  const key = `${usesNumbers} ${table} ${count} ${columns.join()}`
  const statement = statementCache.get(key) ?? buildInsert(usesNumbers, table, columns, count)
  if (statementCache.size < 200) statementCache.set(key, statement)
  return statement
}

/** The SQL of an insert. Its placeholders are `$1`, `$2`… with `usesNumbers`, else `?`. */
function buildInsert(
  usesNumbers: boolean,
  table: string,
  columns: string[],
  count: number,
): string {
  let index = 0
  const placeholder = () => {
    index += 1
    return usesNumbers ? `$${index}` : '?'
  }
  const row = () => `(${columns.map(placeholder).join(',')})`
  const names = columns.map((column) => `"${column}"`).join(',')
  return `insert into "${table}" (${names}) values ${Array.from({ length: count }, row).join(',')}`
}

/** Rows per read: few enough that other requests wait only briefly. */
export const rowsPerRead = 500

/**
 * Yields rows in steps, and lets other work run between them. `read(after)` returns the next `size` rows after the row
 * `after`, in a unique order.
 */
export async function* inSteps<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
  size = rowsPerRead,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after)
    after = rows.at(-1)
    if (after === undefined) return
    yield rows
    if (rows.length < size) return
    await yieldToEventLoop()
  }
}

/** All rows that `inSteps` yields. */
export async function readInSteps<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of inSteps(read)) all.push(...rows)
  return all
}

/** The list in chunks of at most `size`. */
export function chunks<Item>(list: readonly Item[], size: number): Item[][] {
  const result: Item[][] = []
  for (let from = 0; from < list.length; from += size) result.push(list.slice(from, from + size))
  return result
}
