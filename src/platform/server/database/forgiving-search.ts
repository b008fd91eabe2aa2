/**
 * Searches that forgive typing errors and find a word of the trade in Hindi and in English (decision 28). A row that
 * contains every term is an exact match; a row that, for each term, contains the term, its translation or a similar
 * word, or is in the state that it names, is a similar match and comes after them.
 */
import { setTimeout } from 'node:timers/promises'
import { type DialectAdapter, type RawBuilder, sql } from 'kysely'
import { type PlaceCode, statesNamed } from '#shared/india/address-state.ts'
import { searchTerms } from '#shared/search.ts'
import { type WordIndex, wordIndex, wordsOf } from '#shared/similar-words.ts'
import { knownWords, placeNames, tradeWords, withoutConnectingWords } from '#shared/trade-words.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import type { Database } from './database.ts'
import { containsText, isOneOf } from './engine-sql.ts'
import type { Cursor } from './pages.ts'

/** After this time an index of words is rebuilt. */
const maxAgeMs = 30_000

/** A search waits at most this long for the first index; without it, it has exact matches only. */
const maxWaitMs = 500

/** How many texts are read at a time; other requests are served between them. */
const pageSize = 500

/** The maximum number of terms with similar words, because each is compared with every word; others match exactly. */
const maxForgivenTerms = 6

/** What a search reads; its words are kept in memory for this object. */
export interface SearchedTexts {
  /** A term is in one of these columns. */
  columns: readonly string[]
  /** Where a row is; the name of its state also finds the row. */
  place?: { column: string; stateOf: (place: string) => PlaceCode | undefined }
  /** A page of texts after an id, in the order of the ids. */
  readPage: (
    db: Database,
    after: string,
    limit: number,
  ) => Promise<{ id: string; text: string; place?: string }[]>
}

/** The words of the texts, and the state of each place. */
interface SearchIndex {
  words: WordIndex
  states: Map<string, PlaceCode | undefined>
}

interface CachedIndex {
  index: Promise<SearchIndex>
  builtAt: number
  isRebuilding: boolean
}

/** By the adapter, which a database has in common with its transactions. */
const caches = new WeakMap<DialectAdapter, Map<SearchedTexts, CachedIndex>>()

/**
 * The index of a searched column's words. While an old index is rebuilt, searches still use it instead of waiting, so
 * that similar terms do not include the newest words for a while.
 */
async function readIndex(db: Database, texts: SearchedTexts): Promise<SearchIndex> {
  const { adapter } = db.getExecutor()
  const caching = caches.get(adapter) ?? new Map<SearchedTexts, CachedIndex>()
  caches.set(adapter, caching)
  const cached = caching.get(texts)
  if (cached === undefined) {
    const index = buildIndex(db, texts)
    caching.set(texts, { index, builtAt: performance.now(), isRebuilding: false })
    index.catch(() => caching.delete(texts))
    return index
  }
  if (!cached.isRebuilding && performance.now() - cached.builtAt > maxAgeMs) {
    cached.isRebuilding = true
    const index = buildIndex(db, texts)
    index.then(
      () => caching.set(texts, { index, builtAt: performance.now(), isRebuilding: false }),
      // The old index stays; the next search tries again.
      () => {
        cached.isRebuilding = false
      },
    )
  }
  return cached.index
}

const emptyIndex = (): SearchIndex => ({ words: wordIndex(), states: new Map() })

const emptyIndexAfter = (ms: number) => setTimeout(ms, emptyIndex(), { ref: false })

async function buildIndex(
  db: Database,
  { readPage, place: located }: SearchedTexts,
): Promise<SearchIndex> {
  const index = emptyIndex()
  for (let after = ''; ; ) {
    const page = await readPage(db, after, pageSize)
    for (const { text, place } of page) {
      index.words.add(wordsOf(text))
      if (place && !index.states.has(place)) index.states.set(place, located?.stateOf(place))
    }
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

/** The words that are searched for besides a term, and the places in the state that it names. */
function othersFor(term: string, { words, states }: SearchIndex) {
  const known = knownWords(term)
  const named = new Set<PlaceCode | undefined>(known.flatMap(statesNamed))
  return {
    words: new Set([
      ...known.filter((word) => word !== term),
      ...known.flatMap((word) => [...tradeWords(word), ...placeNames(word)]),
      ...words.similar(term),
    ]),
    places: [...states].filter(([, state]) => state && named.has(state)).map(([place]) => place),
  }
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The search of these texts; undefined when the input has no terms, as every row matches then. */
export async function forgivingSearch(
  db: Database,
  texts: SearchedTexts,
  input: string,
): Promise<ForgivingSearch | undefined> {
  const terms = withoutConnectingWords(searchTerms(input))
  if (terms.length === 0) return undefined
  const index = await Promise.race([readIndex(db, texts), emptyIndexAfter(maxWaitMs)])
  const contains = (word: string) =>
    anyOf(texts.columns.map((name) => containsText(db, name, word)))
  const exact = sql<boolean>`(${sql.join(terms.map(contains), sql` and `)})`
  const similar: RawBuilder<boolean>[] = []
  let hasSimilar = false
  for (const [position, term] of terms.entries()) {
    const conditions = [contains(term)]
    if (position < maxForgivenTerms) {
      const { words, places } = othersFor(term, index)
      conditions.push(...[...words].map(contains))
      if (texts.place && places.length > 0) conditions.push(isOneOf(db, texts.place.column, places))
      await yieldToEventLoop()
    }
    hasSimilar ||= conditions.length > 1
    similar.push(anyOf(conditions))
  }
  if (!hasSimilar) return { matches: exact, rank: sql<number>`0`, hasSimilar }
  return {
    matches: sql<boolean>`(${sql.join(similar, sql` and `)})`,
    rank: sql<number>`case when ${exact} then 0 else 1 end`,
    hasSimilar,
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
