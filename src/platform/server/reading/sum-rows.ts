/** Sums of many rows, and the first of many rows, without blocking other requests for long. */

import { type RawBuilder, sql } from 'kysely'
import { keysOf } from '#shared/records.ts'
import type { Database } from '../database/database.ts'
import { isPostgres } from '../database/engine-sql.ts'
import type { Cursor } from '../database/pages.ts'
import { inSnapshot } from './in-snapshot.ts'
import { rowChunks } from './row-chunks.ts'

const chunkSize = 500

interface SummedRows<Key extends object, Sum extends string> {
  /** The columns to group by. */
  by: { [Name in keyof Key]: RawBuilder<Key[Name]> }
  /** The columns to sum up: whole numbers, or null. */
  sums: Record<Sum, RawBuilder<number | null>>
  /** The column whose distinct values `rows` counts; by default it counts rows. */
  counted?: RawBuilder<string>
  /** The tables with their conditions. */
  from: RawBuilder<unknown>
}

/**
 * Sums up rows, and counts them. SQLite runs in this thread, where one statement over all rows would block all
 * requests: its rows are read in steps and added up here.
 */
export function sumRows<Key extends object, Sum extends string>(
  db: Database,
  rows: SummedRows<Key, Sum>,
): Promise<(Key & Record<Sum | 'rows', number>)[]> {
  return isPostgres(db) ? sumInDatabase(db, rows) : inSnapshot(db, (one) => sumHere(one, rows))
}

type Row<Key, Sum extends string> = Key & Record<Sum | 'rows', number>

async function sumInDatabase<Key extends object, Sum extends string>(
  db: Database,
  { by, sums, counted, from }: SummedRows<Key, Sum>,
): Promise<Row<Key, Sum>[]> {
  const keys = columnsOf(by)
  const added = columnsOf(sums, (value) => sql`cast(coalesce(sum(${value}), 0) as bigint)`)
  const places = keys.map((_, index) => sql.lit(index + 1))
  const { rows } = await sql<Row<Key, Sum>>`
    select ${sql.join([...keys, ...added])}, count(${counted ? sql`distinct ${counted}` : sql`*`}) as "rows" from ${from}
    group by ${sql.join(places)}`.execute(db)
  const numbers = [...Object.keys(sums), 'rows']
  return rows.map((row) =>
    Object.assign(
      row,
      Object.fromEntries(numbers.map((name) => [name, Number(row[name as Sum | 'rows'])])),
    ),
  )
}

async function sumHere<Key extends object, Sum extends string>(
  db: Database,
  { by, sums, counted, from }: SummedRows<Key, Sum>,
): Promise<Row<Key, Sum>[]> {
  const names = keysOf(sums)
  const columns = [...columnsOf(by), ...columnsOf(sums), sql`${counted ?? sql`null`} as "rows"`]
  const query = sql<Row<Key, Sum>>`select ${sql.join(columns)} from ${from}`
  const totals = new Map<string, Row<Key, Sum>>()
  const seen = new Set<string>()
  for await (const rows of rowChunks(db, { compile: () => query.compile(db) }, chunkSize))
    for (const row of rows) {
      const key = Object.keys(by)
        .map((name) => row[name as keyof Key])
        .join('\n')
      const value = `${key}\n${row.rows}`
      const isNew = !counted || !seen.has(value)
      if (counted) seen.add(value)
      const total = totals.get(key)
      if (total) {
        for (const name of names) (total[name] as number) += row[name] ?? 0
        ;(total.rows as number) += Number(isNew)
      } else {
        for (const name of names) (row[name] as number) ??= 0
        totals.set(key, Object.assign(row, { rows: 1 }))
      }
    }
  return [...totals.values()]
}

const columnsOf = (
  columns: Record<string, RawBuilder<unknown>>,
  as = (value: RawBuilder<unknown>) => value,
): RawBuilder<unknown>[] =>
  Object.entries<RawBuilder<unknown>>(columns).map(
    ([name, value]) => sql`${as(value)} as ${sql.id(name)}`,
  )

/**
 * The first rows by `at` and `id`, on SQLite, where one statement that computes `at` of many rows would block
 * all requests: other requests run while the rows are read. `at` and `id` are ASCII.
 */
export const firstInSteps = (
  db: Database,
  rows: RawBuilder<Cursor>,
  { isDescending, limit }: { isDescending: boolean; limit: number },
): Promise<Cursor[]> =>
  inSnapshot(db, async (snapshot) => {
    const compare = (a: Cursor, b: Cursor) => (isAfter(a, b) === isDescending ? -1 : 1)
    let first: Cursor[] = []
    for await (const chunk of rowChunks(snapshot, { compile: () => rows.compile(db) }, chunkSize))
      first = [...first, ...chunk].sort(compare).slice(0, limit)
    return first
  })

const isAfter = (a: Cursor, b: Cursor): boolean => a.at > b.at || (a.at === b.at && a.id > b.id)
