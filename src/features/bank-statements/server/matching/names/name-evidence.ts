/** Collects the words and the positions of the names of companies in a narration. */
// cspell:ignore MAHAVIR Mahaveer
import { isBankingWord } from '../words/bank-words.ts'
import { isIgnoredWord } from '../words/legal-forms.ts'
import { withoutUpiIds } from '../words/line-text.ts'
import { wholeWords } from '../words/whole-words.ts'
import { fullNames } from './full-names.ts'
import { soundsOf } from './latin-spelling.ts'
import { beginningWith } from './name-beginnings.ts'
import { type Entry, inexact, minJoined, type NameIndex } from './name-index.ts'
import { type Position, segmentsOf, withoutHyphens, withoutHyphensInNames } from './segments.ts'

/** What a line has of the names of members. */
export interface NameEvidence {
  /** How much each matched word counts, of the companies with a word that few have. */
  words: Map<Entry, Map<string, number>>
  /** The positions of the full names. */
  full: Map<Entry, Position[]>
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

/** What a narration has of the names of members, and the segments in which it was found. */
export interface NarrationEvidence {
  evidence: NameEvidence
  segments: readonly (readonly string[])[]
  /** The segments without UPI IDs, in which full names are looked for. */
  fields: readonly (readonly string[])[]
}

/** A cut name must have this many letters. */
const minCut = 12

/** Collects what a narration has of the names of members. */
export function evidenceIn(index: NameIndex, text: string): NarrationEvidence {
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
  const nameFields = segmentsOf(withoutHyphensInNames(narration))
  for (const [at, tokens] of nameFields.entries())
    for (const { entry, start, end, form, isFollowed } of fullNames(index, tokens)) {
      if (form.length > 0) matched.forms.set(entry, form)
      if (isFollowed) matched.followed.add(entry)
      else
        matched.full.set(entry, [...(matched.full.get(entry) ?? []), { segment: at, start, end }])
    }
  return { evidence: matched, segments, fields: nameFields }
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
