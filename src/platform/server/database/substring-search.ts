/** Searches for a substring of any length in a table that has a trigram index. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { containsText, isPostgres } from './engine-sql.ts'

/**
 * Up to this number of matches, collecting them by trigrams and sorting them is faster than reading the
 * table in order. With more (all trigrams of a frequent substring are frequent), reading is faster.
 */
export const maxTrigramMatches = 5000

interface SearchTable {
  /** The table: a column `text`, and on SQLite the integer primary key `seq`. */
  table: string
  /** Its alias in the query that uses the condition. */
  alias: string
  /** On SQLite its FTS5 trigram table; on PostgreSQL `text` has a trigram index. */
  trigrams: string
}

/**
 * Condition: `text` contains the substring. Uses the trigram index when few rows match, and a scan
 * otherwise or when the substring is shorter than three characters. The caller folds the substring in
 * the same way as the stored text.
 */
export async function containsSubstring(
  db: Database,
  { table, alias, trigrams }: SearchTable,
  substring: string,
): Promise<RawBuilder<boolean>> {
  if (substring.includes('\n')) return sql<boolean>`false`
  const scan = containsText(db, `${alias}.text`, substring)
  if ([...substring].length < 3) return scan
  const pattern = `%${substring.replace(/[\\%_]/g, '\\$&')}%`
  const phrase = `"${substring.replaceAll('"', '""').replaceAll('\0', '')}"`
  const matches = isPostgres(db)
    ? sql`select 1 from ${sql.table(table)} where text like ${pattern} limit ${maxTrigramMatches}`
    : sql`select 1 from ${sql.table(trigrams)} where text match ${phrase} limit ${maxTrigramMatches}`
  const { rows } = await matches.execute(db)
  if (rows.length === maxTrigramMatches) return scan
  if (isPostgres(db)) return sql<boolean>`${sql.ref(`${alias}.text`)} like ${pattern}`
  return sql<boolean>`${sql.ref(`${alias}.seq`)} in (
    select rowid from ${sql.table(trigrams)} where text match ${phrase})`
}
