/** Searches for a substring of any length in a table that has a trigram index. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { containsText, isPostgres } from './engine-sql.ts'

/**
 * Up to this number of matches, collecting them by trigrams and sorting them is faster than reading the
 * table in order. With more (all trigrams of a frequent substring are frequent), reading is faster.
 */
export const maxTrigramMatches = 5000

/** Up to this number of matches, counting them by trigrams is faster than reading the table. */
const maxCountedByTrigrams = 4 * maxTrigramMatches

interface SearchTable {
  /** The table: a column `text`, and on SQLite the integer primary key `seq`. */
  table: string
  /** Its alias in the query that uses the condition. */
  alias: string
  /** On SQLite its FTS5 trigram table; on PostgreSQL `text` has a trigram index. */
  trigrams: string
}

/** Conditions that the same rows match: those whose `text` contains the substring. */
export interface SubstringSearch {
  /** For finding the rows. */
  find: RawBuilder<boolean>
  /** For counting them without reading their text, where that is possible. */
  count: RawBuilder<boolean>
  /** False when few rows match, and `find` takes them from the trigram index. */
  isScan: boolean
}

/**
 * The rows whose `text` contains the substring, which the caller folds in the same way as the stored text.
 * They are found by the trigram index when there are few, and by a scan otherwise or when the substring is
 * shorter than three characters.
 */
export async function substringSearch(
  db: Database,
  { table, alias, trigrams }: SearchTable,
  substring: string,
): Promise<SubstringSearch> {
  if (substring.includes('\n')) return byIndex(sql<boolean>`false`)
  const scan = containsText(db, `${alias}.text`, substring)
  if ([...substring].length < 3) return { find: scan, count: scan, isScan: true }
  const pattern = `%${substring.replace(/[\\%_]/g, '\\$&')}%`
  const phrase = `"${substring.replaceAll('"', '""').replaceAll('\0', '')}"`
  const found = isPostgres(db)
    ? sql`select 1 from ${sql.table(table)} where text like ${pattern} limit ${maxCountedByTrigrams}`
    : sql`select 1 from ${sql.table(trigrams)} where text match ${phrase} limit ${maxCountedByTrigrams}`
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (${found}) as found`.execute(db)
  const indexed = isPostgres(db)
    ? sql<boolean>`${sql.ref(`${alias}.text`)} like ${pattern}`
    : sql<boolean>`${sql.ref(`${alias}.seq`)} in (
    select rowid from ${sql.table(trigrams)} where text match ${phrase})`
  const { total = 0 } = rows[0] ?? {}
  if (total < maxTrigramMatches) return byIndex(indexed)
  const count = total < maxCountedByTrigrams ? indexed : scan
  return { find: scan, count, isScan: true }
}

const byIndex = (condition: RawBuilder<boolean>): SubstringSearch => ({
  find: condition,
  count: condition,
  isScan: false,
})
