/** Finds members by the names in the narration of a bank line. */
// cspell:ignore MAHAVIR Mahaveer
import { createHash } from 'node:crypto'
import { pauses } from '#platform/server/core/event-loop.ts'
import { isBankingWord } from './bank-words.ts'
import { fullNames, isNeutral } from './full-names.ts'
import { soundsOf } from './latin-spelling.ts'
import { isIgnoredWord, isLegalForm } from './legal-forms.ts'
import {
  buildIndex,
  type Entry,
  inexact,
  minJoined,
  type NamedMember,
  type NameIndex,
} from './name-index.ts'
import {
  maxMatches,
  minWhole,
  type NameEvidence,
  type NameMatches,
  rankNames,
} from './rank-names.ts'
import { segmentsOf, upiId } from './segments.ts'
import { wholeWords } from './whole-words.ts'

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
      if (isLong) matched.longBeginning.add(entry)
      for (const token of tokens) matched.beginningTokens.add(token)
    }
  }
  for (const tokens of segments) {
    addWords(index, tokens, matched)
    addJoined(index, tokens, matched)
    addSounds(index, tokens, matched)
  }
  for (const tokens of segmentsOf(withoutHyphens(narration))) addJoined(index, tokens, matched)
  for (const [at, tokens] of segmentsOf(narration.replace(upiId, '/')).entries())
    for (const { entry, start, end, form, isFollowed } of fullNames(index, tokens)) {
      if (form.length > 0) matched.forms.set(entry, form)
      if (isFollowed) matched.followed.add(entry)
      else
        matched.full.set(entry, [...(matched.full.get(entry) ?? []), { segment: at, start, end }])
    }
  return rankNames(index, matched, segments, narration)
}

/** 'HI-TECH HARDWARE' is 'HI TECH HARDWARE': banks and registers write hyphens within names. */
const withoutHyphens = (narration: string): string =>
  narration.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')

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
 * The companies whose name without its place is this part of a line; without any, those that begin with it. Words of
 * the bank around it do not count.
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
    const exactMatches = isName && text.length >= minWhole ? index.byBase.get(text) : undefined
    if (exactMatches) return { entries: exactMatches, isLong: false }
    if (text.length < minJoined) continue
    const longer = (index.byStart.get(text.slice(0, minJoined)) ?? []).filter(({ joined }) =>
      joined.startsWith(text),
    )
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
 * Whether so many letters of a name end within a word of it, which is not the first
 * one, behind at least `least` letters of it.
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
