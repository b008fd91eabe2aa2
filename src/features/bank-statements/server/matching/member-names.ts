/** Finds members by the names in the narration of a bank line. */
// cspell:ignore pvtltd privatelimited
import { companyWords } from '#features/members/duplicate-keys.ts'
import { pauses, yieldToEventLoop } from '#platform/server/event-loop.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { wordIndex } from '#shared/similar-words.ts'
import { isBankingWord } from './bank-words.ts'

export interface NamedMember {
  id: string
  name: string
  company_name: string
  /** The names of the partners, divided by commas, '&' or 'and'. */
  business_partner?: string
}

/**
 * full: the company's words one behind the other, with no other name beside them. similar: most of it, or words that
 * are spelled or cut differently. partial: a distinctive part of it. person: the name of the person or of a partner.
 */
export type NameStrength = 'full' | 'similar' | 'partial' | 'person'

export interface NameMatch {
  id: string
  strength: NameStrength
  /** No other member matches as many words. */
  isUnique: boolean
  /** The name of the person or the partner; undefined for a company. */
  person?: string
}

/** Words of many companies: they say little about which one it is. */
const commonWords = new Set(
  `furniture furnitures furnishing furnishings industry industries enterprise enterprises interior interiors
  international exports export import imports traders trading works work india indian wood woods wooden ply
  plywood plywoods laminate laminates decor decors design designs group products product manufacturing
  manufacturers mfg house home homes store stores udyog board boards panel panels sons brothers bros
  solutions systems services associates agency agencies shree shri sri new hardware glass steel kitchen`.split(
    /\s+/,
  ),
)
const commonWeight = 0.3
/** A word that is spelled differently, or cut, counts for less. */
const inexact = 0.8
const maxTokens = 80
const maxMatches = 5
/** A company's words without spaces must be this long to be found inside a longer word. */
const minJoined = 8
/** A cut name must have this many letters. */
const minCut = 12

interface Entry {
  member: NamedMember
  /** The words of the company in their order. */
  sequence: readonly string[]
  words: Map<string, number>
  total: number
  joined: string
}

interface Person {
  member: NamedMember
  name: string
  words: readonly string[]
}

/** Answers the members that a narration may name, the best first. */
export async function memberNames(
  members: readonly NamedMember[],
): Promise<(narration: string) => NameMatch[]> {
  const index = await buildIndex(members)
  return (narration) => {
    const segments = segmentsOf(narration)
    const matched: Matched = { words: new Map(), full: new Set() }
    for (const tokens of segments) {
      addWords(index, tokens, matched)
      addJoined(index, tokens, matched)
    }
    for (const tokens of segmentsOf(narration.replace(upiId, '/'))) addFull(index, tokens, matched)
    return ranked(index, matched, new Set(segments.flat()))
  }
}

interface Matched {
  /** How much each matched word of a company counts. */
  words: Map<Entry, Map<string, number>>
  full: Set<Entry>
}

const upiId = /[\w.]+@\w+/g

/** The words between the separators of a narration: '/', '-', ':', '*'. */
function segmentsOf(narration: string): string[][] {
  const text = normaliseForSearch(narration)
  const segments: string[][] = []
  let count = 0
  for (const part of text.split(/[^\p{L}\p{M}\p{N}\s&.']+/u)) {
    const tokens = part.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTokens - count) ?? []
    if (tokens.length > 0) segments.push(tokens)
    count += tokens.length
  }
  return segments
}

function addWord({ words }: Matched, entry: Entry, word: string, factor: number): void {
  const found = words.get(entry) ?? new Map<string, number>()
  found.set(word, Math.max(factor, found.get(word) ?? 0))
  words.set(entry, found)
}

/** A banking word counts only beside another word of the company. */
function addWords(index: NameIndex, tokens: readonly string[], matched: Matched): void {
  for (const [at, token] of tokens.entries()) {
    if (isBankingWord(token)) {
      const beside = [tokens[at - 1], tokens[at + 1]]
      for (const entry of index.byWord.get(token) ?? [])
        if (beside.some((word) => word !== undefined && entry.words.has(word)))
          addWord(matched, entry, token, 1)
      continue
    }
    for (const [word, factor] of index.wordsLike(token))
      for (const entry of index.byWord.get(word) ?? []) addWord(matched, entry, word, factor)
  }
}

/** Names without spaces, also those that a bank cuts after some letters. */
function addJoined(index: NameIndex, tokens: readonly string[], matched: Matched): void {
  for (const start of tokens.keys()) {
    const text = tokens.slice(start).join('')
    if (text.length < minJoined) return
    for (const entry of index.byStart.get(text.slice(0, minJoined)) ?? []) {
      const common = commonLength(text, entry.joined)
      const isWhole = common === entry.joined.length
      const isCut = common >= minCut && common === text.length
      if (!isWhole && !isCut) continue
      const isExact =
        isWhole && tokens.slice(start).some((_, at) => isLength(tokens, start, at, common))
      let length = 0
      for (const word of entry.sequence) {
        const isWordExact = isExact || (isCut && length + word.length <= common)
        if (length < common) addWord(matched, entry, word, isWordExact ? 1 : inexact)
        length += word.length
      }
    }
  }
}

/** Whether the tokens from `start` to `start + at` have this many letters. */
const isLength = (tokens: readonly string[], start: number, at: number, length: number): boolean =>
  tokens.slice(start, start + at + 1).join('').length === length

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** The companies of which every word stands in a segment, in order, and beside them nothing that may be a name. */
function addFull(index: NameIndex, tokens: readonly string[], { full }: Matched): void {
  for (const [start, token] of tokens.entries())
    if (isNeutral(tokens[start - 1]))
      for (const entry of index.byFirst.get(withoutLegalForm(token)) ?? []) {
        const end = endOfName(tokens, start, entry)
        if (end !== undefined && isNeutral(tokens[end])) full.add(entry)
      }
}

/** The position behind the company's name that begins at `start`, with its legal form; undefined where it does not. */
function endOfName(tokens: readonly string[], start: number, entry: Entry): number | undefined {
  const first = tokens[start] ?? ''
  let at = start
  if (withoutLegalForm(first) === entry.joined) at += 1
  else {
    for (const word of entry.sequence) {
      while (at > start && tokens[at] !== word && isIgnoredWord(tokens[at])) at += 1
      if (tokens[at] !== word) return undefined
      at += 1
    }
  }
  while (at < tokens.length && isLegalForm(tokens[at] ?? '')) at += 1
  return at
}

const withoutLegalForm = (token: string): string =>
  token.replace(/(?:pvtltd|privatelimited|pvt|private|limited|ltd|llp)+$/, '')

const ignoredWords = new Map<string, boolean>()
const maxRemembered = 20_000

/** Whether names are compared without this word. */
function isIgnoredWord(token: string | undefined): boolean {
  if (token === undefined) return false
  const known = ignoredWords.get(token)
  if (known !== undefined) return known
  if (ignoredWords.size > maxRemembered) ignoredWords.clear()
  const isIgnored = companyWords(`${token} x`)[0] !== token
  ignoredWords.set(token, isIgnored)
  return isIgnored
}

const legalForms = ['private', 'pvt', 'limited', 'ltd', 'company', 'llp', 'opc', 'inc', 'and']

/** A word of a legal form, also cut. */
const isLegalForm = (token: string): boolean =>
  legalForms.some((form) => form.startsWith(token)) || isIgnoredWord(token)

/** Banking words that are words of many names as well. */
const namesBegin = new Set(
  'india state national union central federal karnataka net annual online'.split(' '),
)

/** A word that is no part of a name beside it: of the bank, a note about dues, a number, or none. */
const isNeutral = (token: string | undefined): boolean =>
  token === undefined ||
  (isBankingWord(token) && !namesBegin.has(token)) ||
  isIgnoredWord(token) ||
  token.length === 1 ||
  /\p{N}/u.test(token)

interface NameIndex {
  byWord: ReadonlyMap<string, Entry[]>
  people: ReadonlyMap<string, Person[]>
  isDistinctive: (word: string) => boolean
  /** The words of companies that a token may mean, with how much they count. */
  wordsLike: (token: string) => [word: string, factor: number][]
  /** The companies by the first letters of their words without spaces. */
  byStart: ReadonlyMap<string, Entry[]>
  /** The companies by their first word, and by all their words without spaces. */
  byFirst: ReadonlyMap<string, Entry[]>
}

async function buildIndex(members: readonly NamedMember[]): Promise<NameIndex> {
  const pause = pauses()
  const sequences: string[][] = []
  const counts = new Map<string, number>()
  for (const { company_name } of members) {
    await pause()
    const words = companyWords(normaliseForSearch(company_name))
    sequences.push(words)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const weightOf = (word: string) =>
    Math.log(1 + members.length / (counts.get(word) ?? 1)) *
    (commonWords.has(word) ? commonWeight : 1)
  const byWord = new Map<string, Entry[]>()
  const byStart = new Map<string, Entry[]>()
  const byFirst = new Map<string, Entry[]>()
  const people = new Map<string, Person[]>()
  for (const [position, member] of members.entries()) {
    await pause()
    const sequence = sequences[position] ?? []
    const words = new Map(sequence.map((word) => [word, weightOf(word)]))
    const joined = sequence.join('')
    const total = [...words.values()].reduce((sum, weight) => sum + weight, 0)
    const entry = { member, sequence, words, total, joined }
    for (const word of words.keys()) push(byWord, word, entry)
    if (sequence[0] !== undefined) push(byFirst, sequence[0], entry)
    if (sequence.length > 1) push(byFirst, joined, entry)
    if (joined.length >= minJoined) push(byStart, joined.slice(0, minJoined), entry)
    for (const person of personsOf(member)) {
      push(people, person.words[0] ?? '', person)
      push(people, person.words.join(''), person)
    }
  }
  await yieldToEventLoop()
  const rare = Math.max(2, members.length * 0.02)
  return {
    byWord,
    byStart,
    byFirst,
    people,
    isDistinctive: (word) =>
      word.length >= 3 && !commonWords.has(word) && (counts.get(word) ?? 0) <= rare,
    wordsLike: lookupOf([...counts.keys()]),
  }
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
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

function ranked(index: NameIndex, matched: Matched, tokens: ReadonlySet<string>): NameMatch[] {
  const weighed = [...matched.words].map(([entry, words]) => {
    const weight = [...words].reduce(
      (sum, [word, factor]) => sum + factor * (entry.words.get(word) ?? 0),
      0,
    )
    const strength = strengthOf(index, entry, words, matched.full.has(entry))
    return { id: entry.member.id, strength, weight }
  })
  const scored: (Omit<NameMatch, 'isUnique'> & { weight: number })[] = weighed.flatMap(
    ({ strength, ...one }) => (strength ? [{ ...one, strength }] : []),
  )
  const found = new Set(scored.map(({ id }) => id))
  for (const token of tokens)
    for (const { member, name, words } of index.people.get(token) ?? [])
      if (!found.has(member.id) && isNamed(words, tokens)) {
        found.add(member.id)
        scored.push({ id: member.id, strength: 'person', weight: 0, person: name })
      }
  return scored
    .toSorted((a, b) => rank[a.strength] - rank[b.strength] || b.weight - a.weight)
    .slice(0, maxMatches)
    .map(({ weight, ...one }) => ({
      ...one,
      isUnique: !weighed.some((other) => other.id !== one.id && other.weight >= weight * 0.95),
    }))
}

const isNamed = (words: readonly string[], tokens: ReadonlySet<string>): boolean =>
  tokens.has(words.join('')) || words.every((word) => tokens.has(word))

/** The person and the partners. A name needs two words that are not of banks: one is too common. */
const personsOf = (member: NamedMember): Person[] =>
  [member.name, ...(member.business_partner ?? '').split(/[,;/&]|\band\b/i)].flatMap((name) => {
    const words = normaliseForSearch(name)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 1 && !/^(mr|mrs|ms|dr|shri|smt)$/.test(word))
    const ownWords = words.filter((word) => !isBankingWord(word))
    return ownWords.length >= 2 ? [{ member, name: name.trim(), words }] : []
  })

function strengthOf(
  { isDistinctive }: NameIndex,
  { words, total, joined }: Entry,
  matched: ReadonlyMap<string, number>,
  isFull: boolean,
): NameStrength | undefined {
  const distinctive = [...matched].filter(([word]) => isDistinctive(word))
  const isOfBank = distinctive.length > 0 && distinctive.every(([word]) => isBankingWord(word))
  // A name of common words, like 'New Furniture House', is not one that others have, too.
  const isName = distinctive.length > 0 || words.size >= 3
  if (isFull && joined.length >= 5 && isName && !isOfBank) return 'full'
  if (distinctive.length === 0) return undefined
  const share =
    [...matched].reduce((sum, [word, factor]) => sum + factor * (words.get(word) ?? 0), 0) / total
  if (share >= 0.7) return 'similar'
  const isExact = distinctive.some(([, factor]) => factor === 1)
  return share >= 0.5 && isExact ? 'partial' : undefined
}
