/** Searches for substrings of any length in a table with a trigram index. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import { containsText, isPostgres } from './engine-sql.ts'

export interface SearchTable {
  /** The table: columns `text`, `phone_digits` and `letters`, and on SQLite an integer `seq`. */
  table: string
  /** Its alias in the query that uses the conditions. */
  alias: string
  /**
   * On SQLite its FTS5 trigram table with the columns `text`, `phone_digits` and `kind`, where two line ends
   * follow each text, so that the index has even its last letter; `<trigrams>_term` lists its trigrams. On
   * PostgreSQL both columns have an index.
   */
  trigrams: string
}

/** A row matches when it contains a word of each group, or the digits of a phone number. */
export interface SubstringQuery {
  groups: string[][]
  phone?: string | undefined
}

/** Conditions that the same rows match. */
export interface SubstringSearch {
  /** For rows that are read anyway, or when most rows match. */
  scan: RawBuilder<boolean>
  /** For finding the rows by the trigram index; undefined when it cannot, or is slower than reading all. */
  indexed: RawBuilder<boolean> | undefined
  /** On SQLite the query of the trigram table, when no other condition is left. */
  expression: string | undefined
  /** For counting the rows with a frequent character without reading their texts. */
  counted: RawBuilder<boolean> | undefined
}

/** Columns `letters` have a bit for each of these characters that the text has. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789.@-&,/'

/** Reading a row takes as long as comparing it with so many trigrams of a group. */
const maxComparisonsPerRow = 40

/** A row of the index has the kinds of rows that queries filter by, as texts of three letters. */
export interface Kinds {
  wanted: readonly string[]
  all: readonly string[]
}

/**
 * The caller folds the words in the same way as the stored text. With `kinds`, the index finds only rows of
 * these kinds.
 */
export async function substringSearch(
  db: Database,
  table: SearchTable,
  query: SubstringQuery,
  kinds?: Kinds,
): Promise<SubstringSearch> {
  const scan = scanCondition(db, table, query)
  const none = { indexed: undefined, expression: undefined }
  const counted = hasLetter(table, query)
  if (isPostgres(db)) return { ...none, scan, counted, indexed: postgresCondition(table, query) }
  const groups = await Promise.all(query.groups.map((words) => groupExpression(db, table, words)))
  const left = query.groups.filter((_, index) => groups[index] === undefined)
  const found = groups.filter((group) => group !== undefined)
  if (found.length === 0 || (query.phone !== undefined && left.length > 0))
    return { ...none, scan, counted }
  const inText = found.map((group) => `text : (${group})`).join(' AND ')
  const expression = ofKinds(
    query.phone === undefined ? inText : `(${inText}) OR phone_digits : ${quoted(query.phone)}`,
    kinds,
  )
  const byIndex = sql<boolean>`${sql.ref(`${table.alias}.seq`)} in (
    select rowid from ${sql.table(table.trigrams)} where ${sql.ref(table.trigrams)} match ${expression})`
  if (left.length === 0) return { scan, indexed: byIndex, expression, counted: undefined }
  const rest = scanCondition(db, table, { groups: left })
  return { ...none, scan, counted, indexed: sql<boolean>`(${byIndex} and ${rest})` }
}

/** Condition: the row has the only character of a search. */
function hasLetter(
  { alias }: SearchTable,
  { groups }: SubstringQuery,
): RawBuilder<boolean> | undefined {
  const [word = ''] = groups.length === 1 ? (groups[0] ?? []) : []
  const bit = word.length === 1 ? alphabet.indexOf(word) : -1
  if (bit < 0) return undefined
  return sql<boolean>`${sql.ref(`${alias}.letters`)} & ${sql.lit(2 ** bit)} <> 0`
}

/** The expression for rows of some kinds. */
function ofKinds(expression: string, kinds: Kinds | undefined): string {
  if (!kinds) return expression
  const anyOf = (some: readonly string[]) => `kind : (${some.map(quoted).join(' OR ')})`
  if (kinds.wanted.length === 0) return nothing
  const others = kinds.all.filter((kind) => !kinds.wanted.includes(kind))
  if (others.length === 0) return expression
  // The smaller list is compared faster.
  return others.length < kinds.wanted.length
    ? `(${expression}) NOT ${anyOf(others)}`
    : `(${expression}) AND ${anyOf(kinds.wanted)}`
}

/** The number of matches of an expression. */
export async function countExpression(
  db: Database,
  { trigrams }: SearchTable,
  expression: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${sql.table(trigrams)}
    where ${sql.ref(trigrams)} match ${expression}`.execute(db)
  return rows[0]?.total ?? 0
}

/** About how many rows the table has. */
export async function approximateRows(db: Database, { table }: SearchTable): Promise<number> {
  const query = isPostgres(db)
    ? // Without statistics, reltuples is 0 or -1.
      sql<{ total: number }>`select greatest(reltuples, pg_relation_size(oid) / 500)::int as total
        from pg_class where oid = ${table}::regclass`
    : sql<{ total: number }>`select coalesce(max(seq), 0) as total from ${sql.table(table)}`
  const { rows } = await query.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * How many rows are read in order in search of a page: twice as many as it needs on average; 0 when collecting
 * and sorting all matches takes less.
 */
export const nearbyRows = (total: number, size: number): number =>
  total === 0 || total ** 2 < 50 * size ? 0 : Math.ceil((120 * size) / total)

/** Collecting most rows by the index takes longer than reading them all. */
export const bestCondition = (
  { indexed, scan }: SubstringSearch,
  total: number,
  size: number,
): RawBuilder<boolean> => (total < size / 5 ? (indexed ?? scan) : scan)

function scanCondition(
  db: Database,
  { alias }: SearchTable,
  { groups, phone }: SubstringQuery,
): RawBuilder<boolean> {
  const contains = (word: string) =>
    word.includes('\n') ? sql<boolean>`false` : containsText(db, `${alias}.text`, word)
  const anyOf = (words: string[]) => sql`(${sql.join(words.map(contains), sql` or `)})`
  const inText = sql<boolean>`(${sql.join(groups.map(anyOf), sql` and `)})`
  if (phone === undefined) return inText
  return sql<boolean>`(${inText} or ${containsText(db, `${alias}.phone_digits`, phone)})`
}

/** Undefined when a group has a word that is too short for the index. */
function postgresCondition(
  { alias }: SearchTable,
  { groups, phone }: SubstringQuery,
): RawBuilder<boolean> | undefined {
  const indexed = groups.filter((words) => words.every((word) => [...word].length >= 3))
  if (indexed.length === 0 || (phone !== undefined && indexed.length < groups.length))
    return undefined
  const contains = (word: string) => sql`${sql.ref(`${alias}.text`)} like ${likePattern(word)}`
  const anyOf = (words: string[]) =>
    words.some((word) => word.includes('\n'))
      ? sql`false`
      : sql`(${sql.join(words.map(contains), sql` or `)})`
  const inText = sql<boolean>`(${sql.join(indexed.map(anyOf), sql` and `)})`
  const short = groups.filter((words) => !indexed.includes(words))
  if (short.length > 0) {
    const rest = short.map(
      (words) =>
        sql`(${sql.join(
          words.map((word) => sql`strpos(${sql.ref(`${alias}.text`)}, ${word}) > 0`),
          sql` or `,
        )})`,
    )
    return sql<boolean>`(${inText} and ${sql.join(rest, sql` and `)})`
  }
  if (phone === undefined) return inText
  return sql<boolean>`(${inText} or ${sql.ref(`${alias}.phone_digits`)} like ${likePattern(phone)})`
}

const likePattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`

/** An expression that no text matches. */
const nothing = quoted('\n\n\n\n')

/** Words of a group as trigrams; undefined when reading all rows is faster. */
async function groupExpression(
  db: Database,
  table: SearchTable,
  words: string[],
): Promise<string | undefined> {
  const parts: string[] = []
  for (const word of words) {
    if (word.includes('\0') || word.includes('\n')) continue
    const { length } = [...word]
    // Comparing the places of many trigrams takes longer than reading the texts.
    if (length > 3 && (await frequency(db, table, word)) > 0.4) return undefined
    if (length >= 3) parts.push(quoted(word))
    else {
      const trigrams = await trigramsWith(db, table, word)
      if (!trigrams) return undefined
      parts.push(...trigrams.map(quoted))
    }
  }
  return parts.length === 0 ? nothing : parts.join(' OR ')
}

/** The trigrams of the table that begin with one or two letters; undefined when there are too many. */
async function trigramsWith(
  db: Database,
  table: SearchTable,
  start: string,
): Promise<string[] | undefined> {
  // Listing the trigrams of a frequent letter takes long.
  if ([...start].length === 1 && (await frequency(db, table, start)) > 0.05) return undefined
  const size = await approximateRows(db, table)
  const { rows } = await sql<{ term: string; doc: number }>`
    select term, doc from ${sql.table(`${table.trigrams}_term`)}
    where term >= ${start} and term < ${`${start}\u{10ffff}\u{10ffff}`} limit 2000`.execute(db)
  const matches = rows.reduce((sum, { doc }) => sum + doc, 0)
  const isSlow = Math.min(matches, size) * rows.length > maxComparisonsPerRow * size
  return isSlow || rows.length === 2000 ? undefined : rows.map(({ term }) => term)
}

/** In which part of the newest rows a word is. */
async function frequency(db: Database, { table }: SearchTable, word: string): Promise<number> {
  const { rows } = await sql<{ part: number }>`select
    total(${containsText(db, 'newest.text', word)}) / max(count(*), 1) as part
    from (select text from ${sql.table(table)} order by seq desc limit 400) as newest`.execute(db)
  return rows[0]?.part ?? 0
}
