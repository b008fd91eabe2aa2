/** Finds members by the names in the narration of a bank line. */
// cspell:ignore MAHAVIR Mahaveer EKTA WAGH
import { createHash } from 'node:crypto'
import { pauses } from '#platform/server/core/event-loop.ts'
import { isPlaceName } from '#shared/india/address-state.ts'
import { normaliseForSearch } from '#shared/search.ts'
import { isBankingWord, withBranchApart } from './bank-words.ts'
import { fullNames, hasOtherForm, isNeutral } from './full-names.ts'
import { soundsOf } from './latin-spelling.ts'
import { isIgnoredWord, isLegalForm } from './legal-forms.ts'
import { withoutUpiIds } from './line-text.ts'
import { addTo } from './lists.ts'
import {
  buildIndex,
  type Entry,
  inexact,
  isOfTrade,
  minJoined,
  type NamedMember,
  type NameIndex,
} from './name-index.ts'
import { wholeWordOf, wholeWords } from './whole-words.ts'

/**
 * full: the line has the company's words in sequence, and no other name beside them but those of other members.
 * beginning: a part of the line is the name without its place, or the name as a bank truncates it. similar: the line
 * has most of the name, or words that are spelled or truncated differently, or other words behind the full name.
 * partial: the line has a distinctive part of the name. person: the line has the name of the person or of a partner.
 */
export type NameStrength = 'full' | 'beginning' | 'similar' | 'partial' | 'person'

interface NameMatch {
  id: string
  strength: NameStrength
  /** No other member matches as many words; of a full name: no other member's name has all its words. */
  isUnique: boolean
  /** The ids of other members whom the line describes just as well: a bank may have cut the name of any of them. */
  alike: readonly string[]
  /** The ids of other members whose names begin with the letters of this full name, or have all its words. */
  mayMean: readonly string[]
  /** The line has so much of the beginning of a long name that no other member's name begins like it. */
  isLongBeginning: boolean
  /** The ids of the members whose full names the line has in different places, in the order of the line; else empty. */
  together: readonly string[]
  /**
   * The name of the person or the partner, where the line has it and not the full name of the company; else
   * undefined.
   */
  person?: string
  /** How the line has the name of the person. */
  personAs?: PersonSpelling
}

/**
 * whole: all words of the name, next to each other. cut: the beginning of the name. apart: its words in several places,
 * or one of them in a UPI ID.
 */
export type PersonSpelling = 'whole' | 'cut' | 'apart'

const maxTokens = 80
/** A name that more members have says nothing about who paid. */
const maxMatches = 20
const maxWeakMatches = 10
/** A whole name must have this many letters. */
const minWhole = 5
/** A cut name must have this many letters. */
const minCut = 12
/** Banks cut long names: a part of a line with at least this many letters and spaces may be the beginning of a name. */
const minBeginning = 16
/** SBI cuts the names of UPI accounts after this many letters. */
const shortBeginning = 10
/** The share of the letters of a name that its beginning must have to be one of this member alone. */
const minShare = 0.7
/** 'ANNAPURNA WOOD P' may be panels or products. */
const minOfCutWord = 3
/** Of this share of a name one letter of the cut word is enough. */
const nearlyWhole = 0.85

interface NameMatches {
  /** The members that a narration may name, the best first. */
  matches: readonly NameMatch[]
  /** The ids of members with some of its words, which is too little to be a match; the nearest first. */
  weakMatches: readonly string[]
}

export type FindNames = (narration: string) => NameMatches

/** Caches the last set of members, because each page of a review has the same narrations. */
let last: { key: string; find: FindNames } | undefined
const maxNarrations = 60_000

/** Finds the members that a narration may name. */
export async function memberNames(members: readonly NamedMember[]): Promise<FindNames> {
  const key = await keyOf(members)
  if (last?.key === key) return last.find
  const index = await buildIndex(members)
  const found = new Map<string, NameMatches>()
  const find = (narration: string) => {
    const names = found.get(narration) ?? namesIn(index, narration)
    if (found.size >= maxNarrations) found.clear()
    found.set(narration, names)
    return names
  }
  last = { key, find }
  return find
}

/** Names the members and their names. */
async function keyOf(members: readonly NamedMember[]): Promise<string> {
  const key = createHash('sha256')
  const pause = pauses()
  for (const { id, name, company_name, business_partner } of members) {
    await pause()
    key.update(JSON.stringify([id, name, company_name, business_partner]))
  }
  return key.digest('hex')
}

function namesIn(index: NameIndex, text: string): NameMatches {
  const narration = wholeWords(text)
  const segments = segmentsOf(narration)
  const fields = segmentsOf(withoutUpiIds(narration))
  const isField = new Set(fields.map((tokens) => tokens.join(' ')))
  const matched: NameEvidence = {
    words: new Map(),
    full: new Map(),
    forms: new Map(),
    followed: new Set(),
    common: new Map(),
    beginning: new Set(),
    longBeginning: new Set(),
    beginningTokens: new Set(),
  }
  for (const tokens of segments) {
    const { entries, isLong } = beginningWith(index, tokens)
    for (const entry of entries) {
      matched.beginning.add(entry)
      if (isLong && isField.has(tokens.join(' '))) matched.longBeginning.add(entry)
      for (const token of tokens) matched.beginningTokens.add(token)
    }
  }
  for (const tokens of segments) {
    addWords(index, tokens, matched)
    addJoined(index, tokens, matched)
    addSounds(index, tokens, matched)
  }
  for (const tokens of segmentsOf(withoutHyphens(narration))) addJoined(index, tokens, matched)
  const nameFields = segmentsOf(withoutHyphensOfNames(narration))
  for (const [at, tokens] of nameFields.entries())
    for (const { entry, start, end, form, isFollowed } of fullNames(index, tokens)) {
      if (form.length > 0) matched.forms.set(entry, form)
      if (isFollowed) matched.followed.add(entry)
      else
        matched.full.set(entry, [...(matched.full.get(entry) ?? []), { segment: at, start, end }])
    }
  return ranked(index, matched, segments, nameFields)
}

/** What a line has of the names of members. */
interface NameEvidence {
  /** How much each matched word counts, of the companies with a word that few have. */
  words: Map<Entry, Map<string, number>>
  /** The positions of the full names. */
  full: Map<Entry, Place[]>
  /** The words of their own legal form that the line has with the full name. */
  forms: Map<Entry, readonly string[]>
  /** Their full name has other words behind it, with no separator between. */
  followed: Set<Entry>
  /** A part of the line is their name without its place, or the beginning of it. */
  beginning: Set<Entry>
  /** The part has so much of it that it is the beginning of no other name. */
  longBeginning: Set<Entry>
  /** The words of these parts. */
  beginningTokens: Set<string>
  /** How much each matched word of many companies counts. */
  common: Map<string, number>
}

interface Place {
  segment: number
  start: number
  end: number
}

/** Splits a narration at its separators '/', '-', ':' and '*' into lists of words. */
function segmentsOf(narration: string): string[][] {
  const text = normaliseForSearch(withBranchApart(narration))
  const segments: string[][] = []
  let count = 0
  for (const part of text.split(/[^\p{L}\p{M}\p{N}\s&.']+/u)) {
    const words = part.match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, maxTokens - count) ?? []
    const tokens = words.map(wholeWordOf)
    if (tokens.length > 0) segments.push(tokens)
    count += tokens.length
  }
  return segments
}

/** 'HI-TECH HARDWARE' is 'HI TECH HARDWARE': banks and registers write hyphens within names. */
const withoutHyphens = (narration: string): string =>
  narration.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')

/** A '/' that is not of 'C/O' or 'A/C'. */
const dividingSlash = /(?<!(?<!\p{L})\p{L})\//gu
const minDividingSlashes = 2
/** 'A-ONE'. */
const hyphenBehindLetter = /(?<=(?<!\p{L})\p{L})-(?=\p{L})/gu

/** Without UPI IDs, and without hyphens that are no separators: a line that '/' divides has none of them. */
const withoutHyphensOfNames = (narration: string): string => {
  const text = withoutUpiIds(narration)
  const slashes = narration.match(dividingSlash)?.length ?? 0
  return slashes < minDividingSlashes ? text.replace(hyphenBehindLetter, ' ') : withoutHyphens(text)
}

function addWord({ words }: NameEvidence, entry: Entry, word: string, factor: number): void {
  const found = words.get(entry) ?? new Map<string, number>()
  found.set(word, Math.max(factor, found.get(word) ?? 0))
  words.set(entry, found)
}

/** A banking word counts only beside another word of the company. */
function addWords(index: NameIndex, tokens: readonly string[], matched: NameEvidence): void {
  for (const [at, token] of tokens.entries()) {
    if (isBankingWord(token)) {
      const beside = [tokens[at - 1], tokens[at + 1]]
      for (const entry of index.byWord.get(token) ?? [])
        if (beside.some((word) => word !== undefined && entry.words.has(word)))
          addWord(matched, entry, token, 1)
      continue
    }
    for (const [word, factor] of index.wordsLike(token))
      if (index.isDistinctive(word))
        for (const entry of index.byWord.get(word) ?? []) addWord(matched, entry, word, factor)
      else matched.common.set(word, Math.max(factor, matched.common.get(word) ?? 0))
  }
}

/** Names without spaces, also those that a bank cuts after some letters. */
function addJoined(index: NameIndex, tokens: readonly string[], matched: NameEvidence): void {
  for (const start of tokens.keys()) {
    const all = tokens.slice(start).join('')
    if (all.length < minJoined) return
    for (const { text, entry } of joinedLike(index, all)) {
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

/** The companies with whose first letters a text begins, also without an 'and', which names are compared without. */
const joinedLike = ({ byStart }: NameIndex, all: string): { text: string; entry: Entry }[] =>
  [
    all,
    ...[...all.matchAll(/(?<=.)and/g)].map(
      ({ index }) => all.slice(0, index) + all.slice(index + 3),
    ),
  ].flatMap((text) =>
    (byStart.get(text.slice(0, minJoined)) ?? []).map((entry) => ({ text, entry })),
  )

/**
 * Names that are spelled otherwise and sound alike: 'MAHAVIR PLY AND LAMINATES' of 'Mahaveer Ply & Laminates', and
 * 'SHREE GANESH FURNITURE' of 'श्री गणेश फर्नीचर'.
 */
function addSounds({ bySound }: NameIndex, tokens: readonly string[], matched: NameEvidence): void {
  if (bySound.size === 0) return
  const ofTokens = tokens.filter((token) => !isIgnoredWord(token)).map(soundsOf)
  for (const [start, ofToken] of ofTokens.entries())
    for (const { entry, sounds } of ofToken.flatMap((sound) => bySound.get(sound) ?? []))
      if (sounds.every((some, at) => some.some((one) => ofTokens[start + at]?.includes(one))))
        for (const word of entry.sequence) addWord(matched, entry, word, inexact)
}

/** Whether the tokens from `start` to `start + at` have this many letters. */
const isLength = (tokens: readonly string[], start: number, at: number, length: number): boolean =>
  tokens.slice(start, start + at + 1).join('').length === length

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/**
 * The companies whose name, without its place or spelled otherwise, is this part of a line; without any, those that
 * begin with it. Words of the bank around it do not count.
 */
function beginningWith(
  index: NameIndex,
  tokens: readonly string[],
): { entries: readonly Entry[]; isLong: boolean } {
  const none = { entries: [], isLong: false }
  const first = tokens.findIndex((token) => !isNeutral(token))
  const last = tokens.findLastIndex((token) => !isNeutral(token) && !isLegalForm(token))
  const own = tokens.slice(Math.max(0, first), last + 1)
  if (own.every(isBankingWord)) return none
  for (const words of own.length < tokens.length ? [tokens, own] : [own]) {
    const nameWords = words.filter((word) => !isIgnoredWord(word))
    const text = nameWords.join('')
    const isName = nameWords.length > 1 || nameWords.some(index.isDistinctive)
    const isWhole = isName && text.length >= minWhole
    const exactMatches = isWhole ? index.byBase.get(text) : undefined
    if (exactMatches) return { entries: exactMatches, isLong: false }
    const longer = (index.byStart.get(text.slice(0, minJoined)) ?? []).filter(({ joined }) =>
      joined.startsWith(text),
    )
    const spelledLike = isWhole && longer.length === 0 ? index.spelledLike(nameWords) : undefined
    if (spelledLike) return { entries: spelledLike, isLong: false }
    if (text.length < minJoined) continue
    const { length } = words.join(' ')
    const isCut =
      length >= minBeginning ||
      length === shortBeginning ||
      longer.some((entry) => isCutWithinWord(entry, text.length))
    if (!isCut || longer.length === 0) continue
    if (longer.length > maxMatches) return none
    const [only] = longer
    const isLong =
      only !== undefined &&
      length >= minBeginning &&
      text.length >= only.joined.length * minShare &&
      isCutWithinWord(only, text.length, isNearlyWhole(only, text.length) ? 1 : minOfCutWord) &&
      index.thatBeginWith(nameWords).length === 1
    return { entries: longer, isLong }
  }
  return none
}

/** 'MODERN FURNITURE Z' of 'Modern Furniture Zone'. */
const isNearlyWhole = ({ joined }: Entry, letters: number): boolean =>
  letters >= joined.length * nearlyWhole

/**
 * Whether so many letters of a name end within a word of it, which is not the first one, behind at least `least`
 * letters of it.
 */
function isCutWithinWord({ sequence }: Entry, letters: number, least = 1): boolean {
  let length = 0
  for (const [at, word] of sequence.entries()) {
    if (length < letters && letters < length + word.length)
      return at > 0 && letters - length >= least
    length += word.length
  }
  return false
}

const rank: Record<NameStrength, number> = {
  full: 0,
  beginning: 1,
  similar: 2,
  partial: 3,
  person: 4,
}

/** How well the line fits each company of which it has a word. */
function weigh(index: NameIndex, matched: NameEvidence) {
  for (const entry of [...matched.full.keys(), ...matched.followed, ...matched.beginning])
    if (!matched.words.has(entry)) matched.words.set(entry, new Map())
  return [...matched.words].map(([entry, words]) => {
    for (const [word, factor] of matched.common)
      if (entry.words.has(word)) words.set(word, Math.max(factor, words.get(word) ?? 0))
    const weight = [...words].reduce(
      (sum, [word, factor]) => sum + factor * (entry.words.get(word) ?? 0),
      0,
    )
    const strengthOfWords = strengthOf(index, entry, words, matched)
    const isFollowed = matched.followed.has(entry) && isName(index, entry, words, matched)
    const strength =
      strengthOfWords === 'full'
        ? strengthOfWords
        : matched.beginning.has(entry)
          ? 'beginning'
          : isFollowed
            ? 'similar'
            : strengthOfWords
    return { id: entry.member.id, entry, strength, weight }
  })
}

function ranked(
  index: NameIndex,
  matched: NameEvidence,
  segments: readonly (readonly string[])[],
  fields: readonly (readonly string[])[],
): NameMatches {
  const tokens = new Set(segments.flat())
  const weighed = weigh(index, matched)
  const scored: (Pick<NameMatch, 'id' | 'strength' | 'person' | 'personAs'> & {
    weight: number
    entry?: Entry
  })[] = weighed.flatMap(({ strength, ...one }) => (strength ? [{ ...one, strength }] : []))
  const nameTokens = [...tokens].filter((token) => !isBankingWord(token))
  const isOnlyBeginning = (strength: NameStrength) =>
    strength === 'beginning' && matched.beginning.size === 1
  const people = new Map<string, string[]>()
  const otherTokens = nameTokens.filter((token) => !matched.beginningTokens.has(token))
  const isAlike = (other: Entry, entry: Entry) =>
    // Of two names that begin alike only the other words of the line tell which one it is.
    fitsAsWell(
      index,
      matched.beginning.has(other) && matched.beginning.has(entry) ? otherTokens : nameTokens,
      other,
      entry,
    )
  const alikeOf = ({ id, entry, strength, person }: (typeof scored)[number]): string[] => {
    if (person !== undefined && strength === 'person')
      return (people.get(nameKey(person)) ?? []).filter((one) => one !== id)
    if (!entry || strength === 'full' || isOnlyBeginning(strength)) return []
    return scored.flatMap((other) =>
      other.entry && other.entry !== entry && isAlike(other.entry, entry) ? [other.id] : [],
    )
  }
  /** The best of those that have only words of many companies, which is never a match itself. */
  const withCommon = index
    .withCommon(matched.common)
    .filter(({ entry }) => !matched.words.has(entry))
  const [others] = withCommon
  const found = new Set(scored.map(({ id }) => id))
  const { people: named, shorter } = peopleIn(index, { tokens, segments, fields })
  for (const { id, name, as } of named) {
    // 'EKTA WAGH' of Ekta Fabrics is a whole name, and only a part of the name of the company.
    const ofCompany = scored.find((one) => one.id === id && one.strength !== 'full')
    if (ofCompany && as === 'whole') Object.assign(ofCompany, { person: name, personAs: as })
    if (!found.has(id)) {
      found.add(id)
      scored.push({ id, strength: 'person', weight: 0, person: name, personAs: as })
      addTo(people, nameKey(name), id)
    }
  }
  const weakMatches = [
    ...shorter.filter((id) => !found.has(id)).map((id) => ({ id, weight: Infinity })),
    ...weighed.filter(({ id }) => !found.has(id)),
    ...withCommon
      .slice(0, maxWeakMatches)
      .map(({ entry, weight }) => ({ id: entry.member.id, weight })),
  ]
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ id }) => id)
  const matches = scored
    .toSorted(byStrength(matched))
    .filter(({ person }) => (people.get(nameKey(person ?? ''))?.length ?? 0) <= maxMatches)
    .slice(0, maxMatches)
    .map((match) => {
      const alike = alikeOf(match)
      const { weight, entry, ...one } = match
      const isOnlyOneLike = () =>
        !weighed.some((other) => other.id !== one.id && other.weight >= weight * 0.95) &&
        (others === undefined || others.weight < weight * 0.95) &&
        alike.length === 0
      const mayMean =
        one.strength === 'full' && entry ? othersMeant(index, entry, matched, fields) : []
      return {
        ...one,
        isUnique:
          one.strength === 'full'
            ? mayMean.length === 0
            : isOnlyBeginning(one.strength) || isOnlyOneLike(),
        alike,
        mayMean,
        isLongBeginning:
          one.strength === 'beginning' &&
          entry !== undefined &&
          matched.longBeginning.has(entry) &&
          matched.beginning.size === 1,
        together: entry ? togetherWith(entry, matched) : [],
      }
    })
  return { matches, weakMatches: [...new Set(weakMatches)].slice(0, maxWeakMatches) }
}

/**
 * The ids of other members whom this whole name may mean: theirs has all its words, begins
 * with its letters, because a bank may have cut it, or is the same but for singular, plural and spaces. The legal form
 * that the line has decides between 'Kulkarni Interiors LLP' and 'Kulkarni Interiors Pvt Ltd'.
 */
function namesLike(
  index: NameIndex,
  entry: Entry,
  form: readonly string[] = [],
): readonly string[] {
  return entriesLike(index, entry)
    .filter((other) => !hasOtherForm(other, form))
    .map(({ member }) => member.id)
}

function entriesLike({ byWord, thatBeginWith }: NameIndex, entry: Entry): readonly Entry[] {
  const known = likeNames.get(entry)
  if (known !== undefined) return known
  const { member, sequence, words, joined, letters } = entry
  const [rarest = []] = [...words.keys()]
    .map((word) => byWord.get(word) ?? [])
    .toSorted((a, b) => a.length - b.length)
  const withAllWords = rarest.filter(
    (other) =>
      [...words.keys()].every((word) => other.words.has(word)) && !hasWordInFront(other, sequence),
  )
  const spelledOrCut = thatBeginWith(sequence).filter(
    (other) => other.letters === letters || other.joined.startsWith(joined),
  )
  const found = new Map([...spelledOrCut, ...withAllWords].map((other) => [other.member.id, other]))
  found.delete(member.id)
  const entries = [...found.values()]
  likeNames.set(entry, entries)
  return entries
}

/** Words in front of a name that people leave out. */
const leftOut = /^(?:shree|shri|sri|om|jai|the)$/

/**
 * Whether a name is this one with a word in front: 'Royal Heritage Furniture' of 'Heritage Furniture'. Banks cut
 * names at their end, so the whole name is not the longer one.
 */
const hasWordInFront = (other: Entry, sequence: readonly string[]): boolean => {
  const front = other.sequence.slice(0, -sequence.length)
  const end = other.sequence.slice(-sequence.length)
  return (
    front.length > 0 &&
    !front.some((word) => leftOut.test(word)) &&
    end.every((word, at) => word === sequence[at])
  )
}

const likeNames = new WeakMap<Entry, readonly Entry[]>()

interface Weighed {
  strength: NameStrength
  weight: number
  entry?: Entry
}

/** The strongest name first; 'SHARMA TIMBER PVT LTD' is nearer to the one with this form. */
function byStrength({ forms }: NameEvidence) {
  const hasForm = ({ entry }: Weighed) => entry !== undefined && forms.has(entry)
  return (a: Weighed, b: Weighed): number =>
    rank[a.strength] - rank[b.strength] ||
    Number(hasForm(b)) - Number(hasForm(a)) ||
    b.weight - a.weight
}

/** The ids of other members whom this whole name may mean. */
const othersMeant = (
  index: NameIndex,
  entry: Entry,
  matched: NameEvidence,
  fields: readonly (readonly string[])[],
): string[] => [
  ...new Set([
    ...namesLike(index, entry, matched.forms.get(entry)),
    ...sistersOf(entry, matched, fields),
  ]),
]

/**
 * The ids of other members of whom this name is the name with a town behind it: 'SHARMA TIMBER NOIDA' may also mean
 * Sharma Timber if their town is Noida or not known, if 'BRANCH' follows, or if the line has their legal form.
 */
function sistersOf(
  entry: Entry,
  { full }: NameEvidence,
  segments: readonly (readonly string[])[],
): string[] {
  const own = full.get(entry) ?? []
  return [...full].flatMap(([other, places]) => {
    if (other === entry) return []
    const { city = '' } = other.member
    const isSister = own.some(({ segment, start, end }) =>
      places.some((place) => {
        const tokens = segments[segment] ?? []
        const rest = entry.sequence.slice(other.sequence.length)
        if (place.segment !== segment || place.start !== start || rest.length === 0) return false
        if (!rest.some(isPlaceName)) return false
        const behind = tokens.slice(start, end + 1)
        const town = normaliseForSearch(city)
        return (
          town === '' ||
          rest.some((word) => town.includes(word)) ||
          behind.some((word) => /^(?:branch|brn|br)$/.test(word)) ||
          behind.some(
            (word) =>
              !entry.allWords.has(word) &&
              word.length > 1 &&
              isLegalForm(word) &&
              !isPlaceName(word),
          )
        )
      }),
    )
    return isSister ? [other.member.id] : []
  })
}

function togetherWith(entry: Entry, { full }: NameEvidence): string[] {
  const own = full.get(entry) ?? []
  const isElsewhere = (places: readonly Place[]) =>
    places.some((place) => own.some((one) => isApart(one, place)))
  const all = [...full].filter(([other, places]) => other === entry || isElsewhere(places))
  return all.length > 1 ? all.map(([{ member }]) => member.id) : []
}

const isApart = (one: Place, other: Place): boolean =>
  one.segment !== other.segment || one.end <= other.start || other.end <= one.start

/** A key that is equal for two spellings of the name of a person. */
const nameKey = (name: string): string =>
  normaliseForSearch(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Whether each word of a line fits one company at least as well as the other. */
const fitsAsWell = (
  index: NameIndex,
  tokens: readonly string[],
  one: Entry,
  other: Entry,
): boolean => tokens.every((token) => fitOf(index, token, one) >= fitOf(index, token, other))

/** How well a word of a line, whole or cut, fits a company. */
function fitOf({ wordsLike }: NameIndex, token: string, { words, joined }: Entry): number {
  if (token.length >= minJoined && joined.startsWith(token)) return token === joined ? 1 : inexact
  return Math.max(0, ...wordsLike(token).map(([word, factor]) => (words.has(word) ? factor : 0)))
}

const isNamed = (words: readonly string[], tokens: ReadonlySet<string>): boolean =>
  tokens.has(words.join('')) || words.every((word) => tokens.has(word))

interface NamedPerson {
  id: string
  name: string
  as: PersonSpelling
  /** How many letters of the name the line has in sequence. */
  letters: number
  /** The position of the whole name. */
  places: readonly Place[]
  /** So much of the name is missing that it counts only where no other name begins like it. */
  isCutShort?: boolean
}

interface LineWords {
  tokens: ReadonlySet<string>
  segments: readonly (readonly string[])[]
  /** The segments without UPI IDs. */
  fields: readonly (readonly string[])[]
}

/**
 * The members of whom the line names the person or a partner, of those that begin alike the longest first; `shorter`
 * are the ids of those whose name is only a part of a longer one: 'DEVENDRA SINGH RATHORE' is not Devendra Singh.
 */
function peopleIn(
  { people }: NameIndex,
  { tokens, segments, fields }: LineWords,
): { people: NamedPerson[]; shorter: string[] } {
  const found = [...tokens].flatMap((token) =>
    (people.get(token) ?? [])
      .flatMap(({ member: { id }, name, words }): NamedPerson[] => {
        const places = placesOfPerson(words, fields)
        const letters = words.join('').length
        if (places.length > 0) return [{ id, name, as: 'whole', letters, places }]
        const cut = lettersOfCutPerson(words, segments)
        if (cut > 0) return [{ id, name, as: 'cut', letters: cut, places }]
        const short = lettersOfCutPerson(words, segments, fewestOfPerson)
        if (short > 0) return [{ id, name, as: 'cut', letters: short, places, isCutShort: true }]
        return isNamed(words, tokens) ? [{ id, name, as: 'apart', letters: 0, places }] : []
      })
      .toSorted((a, b) => b.letters - a.letters || b.places.length - a.places.length),
  )
  const ids = new Set(found.map(({ id }) => id))
  const all = found.filter(({ isCutShort }) => !isCutShort || ids.size === 1)
  const isShorter = ({ places }: NamedPerson) =>
    places.length > 0 &&
    places.every((place) =>
      all.some((other) => other.places.some((longer) => isWithin(place, longer))),
    )
  return {
    people: all.filter((one) => !isShorter(one)),
    shorter: all.filter(isShorter).map(({ id }) => id),
  }
}

/** Whether one place is a part of a longer one. */
const isWithin = (one: Place, other: Place): boolean =>
  one.segment === other.segment &&
  other.start <= one.start &&
  one.end <= other.end &&
  other.end - other.start > one.end - one.start

/** Finds the words of a name next to each other, in either order; initials may be between them. */
const placesOfPerson = (
  words: readonly string[],
  fields: readonly (readonly string[])[],
): Place[] => {
  const sorted = words.toSorted().join(' ')
  return fields.flatMap((tokens, segment) => {
    const positions = [...tokens.keys()].filter((at) => (tokens[at] ?? '').length > 1)
    return positions.flatMap((start, index) => {
      if (tokens[start] === words.join('')) return [{ segment, start, end: start + 1 }]
      const own = positions.slice(index, index + words.length)
      const text = own.map((at) => tokens[at] ?? '').toSorted()
      return text.join(' ') === sorted ? [{ segment, start, end: (own.at(-1) ?? start) + 1 }] : []
    })
  })
}

/** The last word of a cut name has this many letters; where no other name begins like it, fewer are enough. */
const minOfPerson = 3
const fewestOfPerson = 2

/**
 * How many letters of the name of a person a part of a line has, where it is the beginning of it: 'RAJESH KUMA' of
 * 'Rajesh Kumar Agarwal', also with the initial of the next word; 0 where it is not.
 */
const lettersOfCutPerson = (
  words: readonly string[],
  segments: readonly (readonly string[])[],
  least = minOfPerson,
): number =>
  Math.max(
    0,
    ...segments.map((tokens) => {
      const start = tokens.indexOf(words[0] ?? '')
      if (start === -1) return 0
      const behind = tokens.slice(start).findIndex(isNeutral)
      const own = tokens.slice(start, behind === -1 ? undefined : start + behind)
      const last = own.at(-1) ?? ''
      const isCut =
        own.length >= 2 &&
        last.length >= least &&
        own.every((token, at) =>
          at === own.length - 1 ? words[at]?.startsWith(token) : words[at] === token,
        )
      if (!isCut) return 0
      const next = tokens[start + own.length] ?? ''
      const isInitial = next.length === 1 && words[own.length]?.startsWith(next)
      return own.join('').length + (isInitial ? 1 : 0)
    }),
  )

function strengthOf(
  index: NameIndex,
  entry: Entry,
  found: ReadonlyMap<string, number>,
  matched: NameEvidence,
): NameStrength | undefined {
  const { words, total } = entry
  const distinctive = [...found].filter(([word]) => index.isDistinctive(word))
  if (matched.full.has(entry) && isName(index, entry, found, matched)) return 'full'
  if (distinctive.length === 0) return undefined
  const share =
    [...found].reduce((sum, [word, factor]) => sum + factor * (words.get(word) ?? 0), 0) / total
  if (share >= 0.7) return 'similar'
  const isExact = distinctive.some(([, factor]) => factor === 1)
  return share >= 0.5 && isExact ? 'partial' : undefined
}

/**
 * Whether the whole name says whose it is: not a name of common words that others have, too, like 'New Furniture
 * House'. 'DESHMUKH & CO' does, although others are named Deshmukh.
 */
function isName(
  { isDistinctive }: NameIndex,
  entry: Entry,
  found: ReadonlyMap<string, number>,
  { forms }: NameEvidence,
): boolean {
  const { words, joined, hasOwnWord } = entry
  const distinctive = [...found.keys()].filter(isDistinctive)
  const isOfBank = distinctive.length > 0 && distinctive.every(isBankingWord)
  const isWithForm = forms.has(entry) && [...words.keys()].some((word) => !isOfTrade(word))
  const isOwn = distinctive.length > 0 || words.size >= 3 || hasOwnWord || isWithForm
  return joined.length >= minWhole && isOwn && !isOfBank
}
