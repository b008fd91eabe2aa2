/** Finds members by the names in the narration of a bank line. */
// cspell:ignore bandhan citi idbi idfc indusind mahindra saraswat vijaya
import { companyWords } from '#features/members/duplicate-keys.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { wordIndex } from '#shared/similar-words.ts'

export interface NamedMember {
  id: string
  name: string
  company_name: string
}

/**
 * full: every word of the company. similar: most of it, or words that are spelled or cut differently.
 * partial: a distinctive part of it. person: the name of the person.
 */
export type NameStrength = 'full' | 'similar' | 'partial' | 'person'

export interface NameMatch {
  id: string
  strength: NameStrength
  /** No other member matches as many words. */
  isUnique: boolean
}

/** Words of many companies and of banks: they say little about which company it is. */
const commonWords = new Set(
  `furniture furnitures furnishing furnishings industry industries enterprise enterprises interior interiors
  international exports export import imports traders trading works work india indian wood woods wooden ply
  plywood plywoods laminate laminates decor decors design designs group products product manufacturing
  manufacturers mfg house home homes store stores udyog board boards panel panels sons brothers bros
  solutions systems services associates agency agencies shree shri sri new hardware glass steel kitchen
  neft rtgs imps upi bank banks banking hdfc icici sbi axis kotak mahindra indusind idbi idfc rbl yes bandhan baroda
  canara union central federal punjab national state city south karnataka overseas syndicate allahabad andhra dena
  vijaya corporation maharashtra citi hsbc dbs standard chartered deutsche cosmos saraswat paytm phonepe gpay
  google bhim amazon payment payments transfer trf tfr fund funds cash deposit credit debit account branch online
  mobile net ach nach ecs ref payer payee dues fees fee membership annual`.split(/\s+/),
)
const commonWeight = 0.3
/** A word that is spelled differently, or cut, counts for less. */
const inexact = 0.8
const maxTokens = 80
const maxMatches = 5
/** A company's words without spaces must be this long to be found inside a longer word. */
const minJoined = 8

interface Entry {
  member: NamedMember
  words: Map<string, number>
  total: number
  joined: string
}

/** Answers the members that a narration may name, the best first. */
export function memberNames(members: readonly NamedMember[]): (narration: string) => NameMatch[] {
  const index = buildIndex(members)
  return (narration) => {
    const text = normaliseForSearch(narration)
    const tokens = [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTokens))]
    const matched = new Map<Entry, Map<string, number>>()
    const add = (entry: Entry, word: string, factor: number) => {
      const words = matched.get(entry) ?? new Map<string, number>()
      words.set(word, Math.max(factor, words.get(word) ?? 0))
      matched.set(entry, words)
    }
    for (const token of tokens)
      for (const [word, factor] of index.wordsLike(token))
        for (const entry of index.byWord.get(word) ?? []) add(entry, word, factor)
    for (const entry of index.joinedIn(text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')))
      for (const word of entry.words.keys()) add(entry, word, 1)
    const phrases = ` ${text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `
    return ranked(index, matched, { tokens: new Set(tokens), phrases })
  }
}

interface NameIndex {
  byWord: ReadonlyMap<string, Entry[]>
  people: ReadonlyMap<string, Entry[]>
  isDistinctive: (word: string) => boolean
  /** The words of companies that a token may mean, with how much they count. */
  wordsLike: (token: string) => [word: string, factor: number][]
  /** The companies whose words occur in a text without spaces. */
  joinedIn: (text: string) => Entry[]
}

function buildIndex(members: readonly NamedMember[]): NameIndex {
  const wordLists = members.map(({ company_name }) => [
    ...new Set(companyWords(normaliseForSearch(company_name))),
  ])
  const counts = new Map<string, number>()
  for (const word of wordLists.flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (word: string) =>
    Math.log(1 + members.length / (counts.get(word) ?? 1)) *
    (commonWords.has(word) ? commonWeight : 1)
  const byWord = new Map<string, Entry[]>()
  const byStart = new Map<string, Entry[]>()
  const people = new Map<string, Entry[]>()
  for (const [position, member] of members.entries()) {
    const words = new Map((wordLists[position] ?? []).map((word) => [word, weightOf(word)]))
    const joined = [...words.keys()].join('')
    const total = [...words.values()].reduce((sum, weight) => sum + weight, 0)
    const entry = { member, words, total, joined }
    for (const word of words.keys()) push(byWord, word, entry)
    if (joined.length >= minJoined) push(byStart, joined.slice(0, minJoined), entry)
    const [first] = personWords(member)
    if (first) push(people, first, entry)
  }
  const rare = Math.max(2, members.length * 0.02)
  return {
    byWord,
    people,
    isDistinctive: (word) =>
      word.length >= 3 && !commonWords.has(word) && (counts.get(word) ?? 0) <= rare,
    wordsLike: lookupOf([...counts.keys()]),
    joinedIn: (text) => {
      const found: Entry[] = []
      for (let at = 0; at + minJoined <= text.length; at += 1)
        for (const entry of byStart.get(text.slice(at, at + minJoined)) ?? [])
          if (text.startsWith(entry.joined, at)) found.push(entry)
      return found
    },
  }
}

function push(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const list = map.get(key)
  if (list) list.push(entry)
  else map.set(key, [entry])
}

const minPrefix = 4
const maxLike = 20

function lookupOf(words: readonly string[]): NameIndex['wordsLike'] {
  const known = new Set(words)
  const sorted = words.toSorted()
  const similar = wordIndex(words.filter((word) => /^[\p{L}\p{M}]+$/u.test(word)))
  const cache = new Map<string, [string, number][]>()
  const look = (token: string): [string, number][] => {
    if (known.has(token)) return [[token, 1]]
    if (token.length < minPrefix || !/^[\p{L}\p{M}]+$/u.test(token)) return []
    const cut = startingWith(sorted, token)
    return [...cut, ...similar.similar(token)].slice(0, maxLike).map((word) => [word, inexact])
  }
  return (token) => {
    const cached = cache.get(token)
    if (cached) return cached
    const found = look(token)
    cache.set(token, found)
    return found
  }
}

function startingWith(sorted: readonly string[], prefix: string): string[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let at = low; sorted[at]?.startsWith(prefix) && found.length < maxLike; at += 1)
    found.push(sorted[at] ?? '')
  return found
}

const rank: Record<NameStrength, number> = { full: 0, similar: 1, partial: 2, person: 3 }

function ranked(
  index: NameIndex,
  matched: ReadonlyMap<Entry, ReadonlyMap<string, number>>,
  { tokens, phrases }: Narration,
): NameMatch[] {
  const weighed = [...matched].map(([entry, words]) => {
    const weight = [...words].reduce(
      (sum, [word, factor]) => sum + factor * (entry.words.get(word) ?? 0),
      0,
    )
    return { id: entry.member.id, strength: strengthOf(index, entry, { words, phrases }), weight }
  })
  const scored = weighed.flatMap(({ strength, ...one }) => (strength ? [{ ...one, strength }] : []))
  const byCompany = new Set(scored.map(({ id }) => id))
  for (const token of tokens)
    for (const { member } of index.people.get(token) ?? [])
      if (!byCompany.has(member.id) && isNamed(member, tokens))
        scored.push({ id: member.id, strength: 'person', weight: 0 })
  return scored
    .toSorted((a, b) => rank[a.strength] - rank[b.strength] || b.weight - a.weight)
    .slice(0, maxMatches)
    .map(({ id, strength, weight }) => ({
      id,
      strength,
      isUnique: !weighed.some((other) => other.id !== id && other.weight >= weight * 0.95),
    }))
}

interface Narration {
  tokens: ReadonlySet<string>
  /** Its words with one blank between them. */
  phrases: string
}

/** Whether the words of the person are there; banks cut the last one. */
function isNamed(member: NamedMember, tokens: ReadonlySet<string>): boolean {
  const words = personWords(member)
  const missing = words.filter((word) => !tokens.has(word))
  if (missing.length === 0) return true
  const [cut] = missing
  return (
    missing.length === 1 &&
    words.length >= 3 &&
    cut !== undefined &&
    cut === words.at(-1) &&
    [...tokens].some((token) => token.length >= 3 && cut.startsWith(token))
  )
}

/** A name of one word is no name: it is too common. */
const personWords = ({ name }: NamedMember): string[] => {
  const words = normaliseForSearch(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^(mr|mrs|ms|dr|shri|smt)$/.test(word))
  return words.length >= 2 ? words : []
}

function strengthOf(
  { isDistinctive }: NameIndex,
  { words, total, joined }: Entry,
  { words: matched, phrases }: { words: ReadonlyMap<string, number>; phrases: string },
): NameStrength | undefined {
  const distinctive = [...matched].filter(([word]) => isDistinctive(word))
  const isFull = [...words.keys()].every((word) => matched.get(word) === 1)
  // A name of common words, like 'New Furniture House', is not one that others have, too.
  const isPhrase = words.size >= 2 && phrases.includes(` ${[...words.keys()].join(' ')} `)
  if (isFull && joined.length >= 5 && (distinctive.length > 0 || words.size >= 3 || isPhrase))
    return 'full'
  if (distinctive.length === 0) return undefined
  const share =
    [...matched].reduce((sum, [word, factor]) => sum + factor * (words.get(word) ?? 0), 0) / total
  if (share >= 0.7) return 'similar'
  const isExact = distinctive.some(([, factor]) => factor === 1)
  return share >= 0.5 && isExact ? 'partial' : undefined
}
