/**
 * Searches that forgive typing errors and find a word of the trade in Hindi and in English (decision 28). A row that
 * contains every term is an exact match; a row that contains, for each term, the term, its translation or a similar
 * word is a similar match and comes after them.
 */
import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { searchTerms } from '#shared/search.ts'
import { type WordIndex, wordIndex, wordsOf } from '#shared/similar-words.ts'
import { placeNames, tradeWords, withoutConnectingWords } from '#shared/trade-words.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import type { Database } from './database.ts'
import { containsText } from './engine-sql.ts'
import type { Cursor } from './pages.ts'

/** After this time an index of words is rebuilt. */
const maxAgeMs = 30_000

/** A search waits at most this long for the first index; without it, it has exact matches only. */
const maxWaitMs = 500

/** How many texts are read at a time; other requests are served between them. */
const pageSize = 500

/** The maximum number of terms with similar words, because each is compared with every word; others match exactly. */
const maxForgivenTerms = 6

/** A page of texts after an id, in the order of the ids. */
export type ReadTexts = (
  db: Database,
  after: string,
  limit: number,
) => Promise<{ id: string; text: string }[]>

interface CachedIndex {
  index: Promise<WordIndex>
  builtAt: number
  isRebuilding: boolean
}

const caches = new WeakMap<Database, Map<ReadTexts, CachedIndex>>()

/**
 * The index of a searched column's words. While an old index is rebuilt, searches still use it instead of waiting, so
 * that similar terms do not include the newest words for a while.
 */
async function readIndex(db: Database, readTexts: ReadTexts): Promise<WordIndex> {
  const caching = caches.get(db) ?? new Map<ReadTexts, CachedIndex>()
  caches.set(db, caching)
  const cached = caching.get(readTexts)
  if (cached === undefined) {
    const index = buildIndex(db, readTexts)
    caching.set(readTexts, { index, builtAt: performance.now(), isRebuilding: false })
    index.catch(() => caching.delete(readTexts))
    return index
  }
  if (!cached.isRebuilding && performance.now() - cached.builtAt > maxAgeMs) {
    cached.isRebuilding = true
    const index = buildIndex(db, readTexts)
    index.then(
      () => caching.set(readTexts, { index, builtAt: performance.now(), isRebuilding: false }),
      // The old index stays; the next search tries again.
      () => {
        cached.isRebuilding = false
      },
    )
  }
  return cached.index
}

const noWordsAfter = (ms: number) => setTimeout(ms, wordIndex(), { ref: false })

async function buildIndex(db: Database, readTexts: ReadTexts): Promise<WordIndex> {
  const index = wordIndex()
  for (let after = ''; ; ) {
    const page = await readTexts(db, after, pageSize)
    for (const { text } of page) index.add(wordsOf(text))
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return index
    after = last.id
    await yieldToEventLoop()
  }
}

/** The conditions and the rank of a search. */
export interface ForgivingSearch {
  /** Condition: an exact or a similar match. */
  matches: RawBuilder<boolean>
  /** 0 for an exact match, 1 for a similar one. */
  rank: RawBuilder<number>
  /** Whether there may be similar matches. */
  hasSimilar: boolean
}

/** The search of a column; undefined when the input has no terms, as every row matches then. */
export async function forgivingSearch(
  db: Database,
  column: string,
  input: string,
  readTexts: ReadTexts,
): Promise<ForgivingSearch | undefined> {
  const terms = withoutConnectingWords(searchTerms(input))
  if (terms.length === 0) return undefined
  const index = await Promise.race([readIndex(db, readTexts), noWordsAfter(maxWaitMs)])
  const alternatives: string[][] = []
  for (const [position, term] of terms.entries()) {
    const isForgiven = position < maxForgivenTerms
    const others = isForgiven
      ? [...tradeWords(term), ...placeNames(term), ...index.similar(term)]
      : []
    alternatives.push([term, ...new Set(others)])
    if (isForgiven) await yieldToEventLoop()
  }
  const contains = (word: string) => containsText(db, column, word)
  const exact = sql<boolean>`(${sql.join(terms.map(contains), sql` and `)})`
  if (alternatives.every((words) => words.length === 1))
    return { matches: exact, rank: sql<number>`0`, hasSimilar: false }
  const anyOf = (words: string[]) => sql`(${sql.join(words.map(contains), sql` or `)})`
  return {
    matches: sql<boolean>`(${sql.join(alternatives.map(anyOf), sql` and `)})`,
    rank: sql<number>`case when ${exact} then 0 else 1 end`,
    hasSimilar: true,
  }
}

/** The cursor of a search: its rank precedes the value by which the list is sorted. */
export const rankedCursor = (rank: number, { at, id }: Cursor): Cursor => ({
  at: `${rank}${at}`,
  id,
})

export const readRankedCursor = ({ at, id }: Cursor): Cursor & { rank: number } => ({
  rank: at.startsWith('1') ? 1 : 0,
  at: at.slice(1),
  id,
})
