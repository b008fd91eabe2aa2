/** A piece of a text, of any length, in a table that has trigrams beside it. */
import { type RawBuilder, sql } from 'kysely'
import { containsText, type Database, engineOf } from './database.ts'

/**
 * So many are quicker gathered from their trigrams, and sorted, than all the rest is read past. More
 * are not: a long piece that is everywhere has all of its trigrams everywhere.
 */
export const maxTrigramMatches = 5000

interface SearchTable {
  /** The table, with the column `text` and on SQLite its key `seq`. */
  table: string
  /** What the query that asks calls it. */
  alias: string
  /** The table of FTS5 with its trigrams on SQLite; PostgreSQL has an index. */
  trigrams: string
}

/**
 * The condition that the text holds the piece somewhere, letter for letter: by trigrams where those
 * find few, by reading for the rest and for one or two letters. The piece must be folded as the text.
 */
export async function containsSubstring(
  db: Database,
  { table, alias, trigrams }: SearchTable,
  piece: string,
): Promise<RawBuilder<boolean>> {
  if (piece.includes('\n')) return sql<boolean>`false`
  const reading = containsText(db, `${alias}.text`, piece)
  if ([...piece].length < 3) return reading
  const isPostgres = engineOf(db) === 'postgres'
  const likeness = `%${piece.replace(/[\\%_]/g, '\\$&')}%`
  const phrase = `"${piece.replaceAll('"', '""').replaceAll('\0', '')}"`
  const { rows } = isPostgres
    ? await sql`select 1 from ${sql.table(table)} where text like ${likeness} limit ${maxTrigramMatches}`.execute(
        db,
      )
    : await sql`select 1 from ${sql.table(trigrams)} where text match ${phrase} limit ${maxTrigramMatches}`.execute(
        db,
      )
  if (rows.length === maxTrigramMatches) return reading
  if (isPostgres) return sql<boolean>`${sql.ref(`${alias}.text`)} like ${likeness}`
  return sql<boolean>`${sql.ref(`${alias}.seq`)} in (
    select rowid from ${sql.table(trigrams)} where text match ${phrase})`
}
