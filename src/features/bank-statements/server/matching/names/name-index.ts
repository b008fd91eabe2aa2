/** An index of the names of members, for the narrations of bank lines. */
// cspell:ignore rkfurniture HOUS MAHAVIR Mahaveer agrawal chaudhary garg kapoor maheshwari mishra mistry pandey
// cspell:ignore panchal prajapati suthar tiwari yadav

import { companyWords } from '#features/members/duplicate-keys.ts'
import { pauses, yieldToEventLoop } from '#platform/server/core/event-loop.ts'
import { addToList } from '#shared/add-to-list.ts'
import { compare } from '#shared/compare.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { wordIndex } from '#shared/similar-words.ts'
import { sum } from '#shared/sum.ts'
import { isBankingWord } from '../words/bank-words.ts'
import { expandShortForm } from '../words/repair-words.ts'
import { isDevanagari, soundsOf } from './latin-spelling.ts'

export interface MatchableMember {
  id: string
  name: string
  company_name: string
  /** The names of the partners, divided by commas, '&' or 'and'. */
  business_partner?: string
  /** The town that the directory shows; empty where it is not known. */
  city?: string
}

/** Words of many companies, which hardly distinguish them. */
const tradeWords = new Set(
  `furniture furnitures furnishing furnishings industry industries enterprise enterprises interior interiors
  international exports export import imports traders trading works work india indian wood woods wooden ply
  plywood plywoods laminate laminates decor decors design designs group products product manufacturing
  manufacturers mfg house home homes store stores udyog board boards panel panels sons brothers bros
  solutions systems services associates agency agencies shree shri sri new hardware glass steel kitchen mart marts centre
  centres center depot emporium gallery zone world timber timbers modular decorators`.split(/\s+/),
)
/** Surnames of so many families and firms that they do not distinguish them. */
const commonSurnames = new Set(
  `agarwal agrawal aggarwal bansal chaudhary choudhary das deshmukh gandhi garg gupta iyer jain jha joshi kapoor khan
  khandelwal kothari kulkarni kumar lal maheshwari mehta mishra mistry modi nair pandey panchal patel patil prajapati rao
  reddy sharma shah sheikh singh soni suthar thakkar tiwari verma vyas yadav`.split(/\s+/),
)
const tradeWordWeight = 0.3
/** A word that is spelled differently, or cut, counts for less. */
export const inexactFactor = 0.8
/** A company's words without spaces must be this long to be found inside a longer word. */
export const minJoinedLetters = 8
/** A whole name must have this many letters. */
export const minFullNameLetters = 5
/** A name that more members have than this is ignored. */
export const maxMatches = 20

export interface NameEntry {
  member: MatchableMember
  /** The words of the company in their order. */
  sequence: readonly string[]
  words: Map<string, number>
  /** All words of the company, with its legal form. */
  allWords: ReadonlySet<string>
  totalWeight: number
  joined: string
  /** It has several words, and one of them is not a word of the trade. */
  hasSpecificWord: boolean
  /** Its words without spaces, without its place: 'teakwood' of 'Teak Wood (Unit 2), Jodhpur'. */
  joinedWithoutPlace: string
  /** Its words in the singular, without spaces: 'rkfurniture' of 'R K Furnitures'. */
  joinedSingular: string
}

interface SoundedEntry {
  entry: NameEntry
  /** The sounds of each of its words. */
  sounds: readonly (readonly string[])[]
}

interface Person {
  member: MatchableMember
  name: string
  words: readonly string[]
}

export interface NameIndex {
  byWord: ReadonlyMap<string, NameEntry[]>
  people: ReadonlyMap<string, Person[]>
  isDistinctive: (word: string) => boolean
  /** The words of companies that a token may mean, with how much they count. */
  findSimilarWords: (token: string) => [word: string, factor: number][]
  /** The companies that have most of these words of many companies, the best first. */
  findByCommonWords: (words: ReadonlyMap<string, number>) => readonly WeighedEntry[]
  /** The companies by the first letters of their words without spaces. */
  byFirstLetters: ReadonlyMap<string, NameEntry[]>
  /** The companies by their first word, and by all their words without spaces. */
  byFirstWord: ReadonlyMap<string, NameEntry[]>
  /** The companies by their words without spaces and without their place. */
  byNameWithoutPlace: ReadonlyMap<string, NameEntry[]>
  /** The companies that have these words, apart from plurals and the spelling of 'Shree': 'SRI RAM FURNITURES'. */
  findSpelledLike: (words: readonly string[]) => readonly NameEntry[] | undefined
  /** The companies with a name in Devanagari, or with several words, by the sound of their first word. */
  bySound: ReadonlyMap<string, SoundedEntry[]>
  /** The companies whose name these words may be: in full, in the singular or plural, spaced otherwise, or cut. */
  findBeginningWith: (words: readonly string[]) => readonly NameEntry[]
}

/** 'furniture' of 'furnitures': banks and registers write either. */
export const singular = (word: string): string =>
  word.length <= 3 || word.endsWith('ss') ? word : word.replace(/ies$/, 'y').replace(/s$/, '')

const shree = /^(?:shri|sri|shree)$/

const spellingOf = (words: readonly string[]): string =>
  words.map((word) => (shree.test(word) ? 'shree' : singular(word))).join(' ')

export async function buildNameIndex(members: readonly MatchableMember[]): Promise<NameIndex> {
  const pause = pauses()
  const sequences: string[][] = []
  const counts = new Map<string, number>()
  for (const { company_name } of members) {
    await pause()
    const words = companyWords(normaliseForSearch(company_name)).map(expandShortForm)
    sequences.push(words)
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const weightOf = (word: string) =>
    Math.log(1 + members.length / (counts.get(word) ?? 1)) *
    (tradeWords.has(word) ? tradeWordWeight : 1)
  const byWord = new Map<string, NameEntry[]>()
  const byFirstLetters = new Map<string, NameEntry[]>()
  const byFirstWord = new Map<string, NameEntry[]>()
  const byNameWithoutPlace = new Map<string, NameEntry[]>()
  const bySpelling = new Map<string, NameEntry[]>()
  const people = new Map<string, Person[]>()
  const byLetters: NameEntry[] = []
  const bySound = new Map<string, SoundedEntry[]>()
  for (const [position, member] of members.entries()) {
    await pause()
    const sequence = sequences[position] ?? []
    const entry = nameEntryOf(member, sequence, weightOf)
    byLetters.push(entry)
    const sounds = sequence.map(soundsOf).filter((spellings) => spellings.length > 0)
    if (isDevanagari(entry.joined) || isKnownBySound(sequence, sounds))
      for (const sound of sounds[0] ?? []) addToList(bySound, sound, { entry, sounds })
    addToList(byNameWithoutPlace, entry.joinedWithoutPlace, entry)
    addToList(bySpelling, spellingOf(sequence), entry)
    for (const word of entry.words.keys()) addToList(byWord, word, entry)
    if (sequence[0] !== undefined) addToList(byFirstWord, sequence[0], entry)
    if (sequence.length > 1) addToList(byFirstWord, entry.joined, entry)
    if (entry.joined.length >= minJoinedLetters)
      addToList(byFirstLetters, entry.joined.slice(0, minJoinedLetters), entry)
    for (const person of peopleOf(member)) {
      addToList(people, person.words[0] ?? '', person)
      addToList(people, person.words.join(''), person)
    }
  }
  await yieldToEventLoop()
  byLetters.sort((a, b) => compare(a.joinedSingular, b.joinedSingular))
  await yieldToEventLoop()
  const rare = Math.max(2, members.length * 0.02)
  return {
    byWord,
    byFirstLetters,
    byFirstWord,
    byNameWithoutPlace,
    findSpelledLike: (words) => bySpelling.get(spellingOf(words)),
    bySound,
    people,
    isDistinctive: (word) =>
      word.length >= 3 && !tradeWords.has(word) && (counts.get(word) ?? 0) <= rare,
    findSimilarWords: similarWordLookup([...counts.keys()]),
    findByCommonWords: commonWordLookup(byWord),
    findBeginningWith: (words) => {
      const letters = words.map(singular).join('')
      // The last word may be cut within its plural: 'HOUS'.
      const lettersWithPlural = [...words.slice(0, -1).map(singular), words.at(-1) ?? ''].join('')
      const lettersOf = (entry: NameEntry) => entry.joinedSingular
      return [
        ...new Set([
          ...startingWith(byLetters, letters, lettersOf),
          ...startingWith(byLetters, lettersWithPlural, lettersOf),
        ]),
      ]
    },
  }
}

/** The name of a company as the index compares it; `weightOf` says how much a word counts. */
function nameEntryOf(
  member: MatchableMember,
  sequence: readonly string[],
  weightOf: (word: string) => number,
): NameEntry {
  const words = new Map(sequence.map((word) => [word, weightOf(word)]))
  return {
    member,
    sequence,
    words,
    allWords: new Set(normaliseForSearch(member.company_name).match(/[\p{L}\p{M}\p{N}]+/gu)),
    totalWeight: sum([...words.values()]),
    joined: sequence.join(''),
    joinedWithoutPlace: companyWords(normaliseForSearch(withoutPlace(member.company_name)))
      .map(expandShortForm)
      .join(''),
    hasSpecificWord:
      words.size > 1 && sequence.some((word) => word.length > 1 && !isGenericWord(word)),
    joinedSingular: sequence.map(singular).join(''),
  }
}

/** A word of the trade, which says little about whose name it is. */
export const isTradeWord = (word: string): boolean => tradeWords.has(word)

export const isCommonSurname = (word: string): boolean => commonSurnames.has(word)

/** A word that many names have. */
export const isGenericWord = (word: string): boolean => isTradeWord(word) || isBankingWord(word)

/** A word with fewer consonants sounds like many others. */
const minOfSound = 3

/**
 * Whether a name in Latin letters has several words and enough consonants to be known by its sound: 'MAHAVIR PLY' is
 * 'Mahaveer Ply'.
 */
const isKnownBySound = (
  sequence: readonly string[],
  sounds: readonly (readonly string[])[],
): boolean =>
  sequence.length > 1 &&
  sounds.length === sequence.length &&
  sequence.some((word) => !isGenericWord(word)) &&
  sequence.every((word, at) => isGenericWord(word) || (sounds[at]?.[0]?.length ?? 0) >= minOfSound)

/** Registers add the town after a comma and the unit in brackets; banks omit both. */
const withoutPlace = (company: string): string =>
  company.replace(/\([^)]*\)/g, ' ').replace(/,[^,]*$/, '') || company

interface WeighedEntry {
  entry: NameEntry
  weight: number
}

const maxRemembered = 20_000
/** More companies than one line has candidates. */
const maxCommon = 200

/** Most lines of a statement have the same few words of many companies. */
function commonWordLookup(byWord: NameIndex['byWord']): NameIndex['findByCommonWords'] {
  const cache = new Map<string, WeighedEntry[]>()
  return (words) => {
    const key = [...words].flat().join(' ')
    const cached = cache.get(key)
    if (cached) return cached
    const weights = new Map<NameEntry, number>()
    for (const [word, factor] of words)
      for (const entry of byWord.get(word) ?? [])
        weights.set(entry, (weights.get(entry) ?? 0) + factor * (entry.words.get(word) ?? 0))
    const best = [...weights]
      .map(([entry, weight]) => ({ entry, weight }))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, maxCommon)
    if (cache.size > maxRemembered) cache.clear()
    cache.set(key, best)
    return best
  }
}

const minPrefix = 4
const maxLike = 20

function similarWordLookup(words: readonly string[]): NameIndex['findSimilarWords'] {
  const exactWords = new Set(words)
  const sorted = words.toSorted()
  const similar = wordIndex(words.filter((word) => /^[\p{L}\p{M}]+$/u.test(word)))
  const cache = new Map<string, [string, number][]>()
  const look = (token: string): [string, number][] => {
    if (exactWords.has(token)) return [[token, 1]]
    if (token.length < minPrefix || !/^[\p{L}\p{M}]+$/u.test(token)) return []
    const cut = startingWith(sorted, token, (word) => word)
    return [...cut, ...similar.similar(token)]
      .slice(0, maxLike)
      .map((word) => [word, inexactFactor])
  }
  return (token) => {
    const cached = cache.get(token)
    if (cached) return cached
    const similarWords = look(token)
    cache.set(token, similarWords)
    return similarWords
  }
}

/** The items of a sorted list whose text begins with the prefix, at most `maxLike`. */
function startingWith<Item>(
  sorted: readonly Item[],
  prefix: string,
  textOf: (item: Item) => string,
): Item[] {
  const textAt = (at: number): string | undefined => {
    const item = sorted[at]
    return item === undefined ? undefined : textOf(item)
  }
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((textAt(middle) ?? '') < prefix) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < low + maxLike && textAt(end)?.startsWith(prefix)) end += 1
  return sorted.slice(low, end)
}

/** The person and the partners. A name needs two words that are not of banks: one is too common. */
const peopleOf = (member: MatchableMember): Person[] =>
  [member.name, ...(member.business_partner ?? '').split(/[,;/&]|\band\b/i)].flatMap((name) => {
    const words = normaliseForSearch(name)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word.length > 1 && !/^(mr|mrs|ms|dr|shri|smt)$/.test(word))
    const ownWords = words.filter((word) => !isBankingWord(word))
    return ownWords.length >= 2 ? [{ member, name: name.trim(), words }] : []
  })
