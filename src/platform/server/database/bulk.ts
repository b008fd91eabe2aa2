/** Many rows at once, without keeping everybody else waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, PostgresAdapter } from 'kysely'
import type { Database, Tables } from './database.ts'

/** How many rows one statement takes; few enough that the process looks around often. */
const batchSize = 100

/** Lets requests, mails and timers that wait have their turn. */
export const yieldToEventLoop = (): Promise<void> => nextTurn()

/**
 * Inserts rows that all have the same columns; a clash throws. The statement is put together by
 * hand and kept: building it anew for thousands of values costs more than running it.
 */
export async function insertRows<Table extends keyof Tables & string>(
  db: Database,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    const values = batch.flatMap((row) => columns.map((column) => Reflect.get(row, column)))
    await db.executeQuery(
      CompiledQuery.raw(insertStatement(db, table, columns, batch.length), values),
    )
    await yieldToEventLoop()
  }
}

const statementCache = new Map<string, string>()

function insertStatement(db: Database, table: string, columns: string[], count: number): string {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const key = `${isPostgres} ${table} ${count} ${columns.join()}`
  const text = statementCache.get(key) ?? buildInsert(isPostgres, table, columns, count)
  if (statementCache.size < 200) statementCache.set(key, text)
  return text
}

function buildInsert(isPostgres: boolean, table: string, columns: string[], count: number): string {
  let place = 0
  const next = () => {
    place += 1
    return isPostgres ? `$${place}` : '?'
  }
  const row = () => `(${columns.map(next).join(',')})`
  const names = columns.map((column) => `"${column}"`).join(',')
  return `insert into "${table}" (${names}) values ${Array.from({ length: count }, row).join(',')}`
}

/** A list in pieces of at most so many. */
export function chunks<One>(list: readonly One[], size: number): One[][] {
  const cut: One[][] = []
  for (let from = 0; from < list.length; from += size) cut.push(list.slice(from, from + size))
  return cut
}
