/** Many rows at once, without keeping everybody else waiting. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, PostgresAdapter } from 'kysely'
import type { Database, Tables } from './database.ts'

/** How many rows one statement takes; few enough that the process looks around often. */
const rowsAtOnce = 100

/** Lets requests, mails and timers that wait have their turn. */
export const breathe = (): Promise<void> => nextTurn()

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
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce)
    const values = part.flatMap((row) => columns.map((column) => Reflect.get(row, column)))
    await db.executeQuery(CompiledQuery.raw(insertion(db, table, columns, part.length), values))
    await breathe()
  }
}

const known = new Map<string, string>()

function insertion(db: Database, table: string, columns: string[], count: number): string {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const key = `${isPostgres} ${table} ${count} ${columns.join()}`
  const text = known.get(key) ?? compose(isPostgres, table, columns, count)
  if (known.size < 200) known.set(key, text)
  return text
}

function compose(isPostgres: boolean, table: string, columns: string[], count: number): string {
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
export function pieces<One>(list: readonly One[], size: number): One[][] {
  const cut: One[][] = []
  for (let from = 0; from < list.length; from += size) cut.push(list.slice(from, from + size))
  return cut
}
