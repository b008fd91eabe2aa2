/** SQL that the two engines write differently. */
import { type AliasedRawBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Database, Tables } from './database.ts'

export const isPostgres = <Schema>(db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * Condition: the column contains the text, case-sensitively. For columns without control characters
 * other than line ends. On SQLite, `glob` takes half the time of `instr`; on PostgreSQL, `like` can use an index.
 */
export function containsText(db: Database, column: string, text: string): RawBuilder<boolean> {
  if (isPostgres(db)) {
    // An index of trigrams would be read from end to end for less.
    if (!/[\p{L}\p{M}\p{N}]{3}/u.test(text))
      return sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`
    return sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
  }
  if (text.includes('\0')) return sql<boolean>`false`
  return sql<boolean>`${sql.ref(column)} glob ${`*${text.replace(/[*?[]/g, '[$&]')}*`}`
}

/**
 * A table under an alias, with an index hint for SQLite ('indexed by x' or 'not indexed'): its planner knows little of
 * the lengths of rows and may choose a slow plan. PostgreSQL ignores the hint.
 */
export const tableWithHint = <Table extends keyof Tables & string, Alias extends string>(
  db: Database,
  table: Table,
  alias: Alias,
  hint = '',
): AliasedRawBuilder<Tables[Table], Alias> =>
  sql<Tables[Table]>`${sql.table(table)}`.as<Alias>(
    sql.raw(isPostgres(db) ? alias : `${alias} ${hint}`),
  )

/** About how many rows a table has, as a scalar. */
export const approximateRows = (db: Database, table: keyof Tables & string): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`(select reltuples::int from pg_class where oid = ${table}::regclass)`
    : sql<number>`(select coalesce(max(rowid), 0) from ${sql.table(table)})`

/** The same values as an expression that the planner cannot read along an index. */
export const collected = (key: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`(${key} || '')`

/** What to sort a text column by, the same on both engines: ASCII case-insensitive, then by bytes. */
export const sortKey = (db: Database, column: RawBuilder<unknown>): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`lower(coalesce(${column}, '') collate "C")`
    : sql<string>`lower(coalesce(${column}, ''))`

/** Orders and compares a text column by bytes, as SQLite does. */
export const byteOrder = (db: Database, column: RawBuilder<unknown>): RawBuilder<string> =>
  isPostgres(db) ? sql<string>`${column} collate "C"` : sql<string>`${column}`

/** Condition: the text column has one of these values. They are passed as one parameter. */
export const isOneOf = (
  db: Database,
  column: string,
  values: readonly string[],
): RawBuilder<boolean> =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(${values}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
