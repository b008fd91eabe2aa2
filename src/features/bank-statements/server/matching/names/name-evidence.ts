/** Collects the words and the positions of the names of companies in a narration. */
// cspell:ignore MAHAVIR Mahaveer
import { isIgnoredWord } from '#features/members/duplicate-keys.ts'
import { isBankingWord } from '../words/bank-words.ts'
import { withoutUpiIds } from '../words/line-text.ts'
import { repairWords } from '../words/repair-words.ts'
import { fullNames } from './full-names.ts'
import { soundsOf } from './latin-spelling.ts'
import { beginningWith } from './name-beginnings.ts'
import { inexactFactor, minJoinedLetters, type NameEntry, type NameIndex } from './name-index.ts'
import { type Position, segmentsOf, withoutHyphens, withoutHyphensInNames } from './segments.ts'

/** The names of members, or parts of them, that a line has. */
export interface NameEvidence {
  /** For companies with a matched word that few companies have: how much each matched word counts. */
  words: Map<NameEntry, Map<string, number>>
  fullNames: Map<NameEntry, Position[]>
  /** The words of their own legal form that the line has with the full name. */
  legalForms: Map<NameEntry, readonly string[]>
  /** Their full name has other words after it, with no separator between. */
  followed: Set<NameEntry>
  /** A part of the line is their name without its place, or the beginning of it. */
  beginnings: Set<NameEntry>
  /** The part has so much of it that it is the beginning of no other name. */
  longBeginnings: Set<NameEntry>
  /** The words of these parts. */
  beginningTokens: Set<string>
  /** How much each matched word of many companies counts. */
  commonWords: Map<string, number>
}

/** The names that a narration has, and the segments in which they were found. */
export interface NarrationEvidence {
  evidence: NameEvidence
  segments: readonly (readonly string[])[]
  /** The segments without UPI IDs, in which full names are looked for. */
  fields: readonly (readonly string[])[]
}

/** A cut name must have this many letters. */
const minCut = 12

/** Collects the names of members, and the parts of names, that a narration has. */
export function evidenceIn(index: NameIndex, text: string): NarrationEvidence {
  const narration = repairWords(text)
  const segments = segmentsOf(narration)
  const fields = segmentsOf(withoutUpiIds(narration))
  const isField = new Set(fields.map((tokens) => tokens.join(' ')))
  const evidence: NameEvidence = {
    words: new Map(),
    fullNames: new Map(),
    legalForms: new Map(),
    followed: new Set(),
    commonWords: new Map(),
    beginnings: new Set(),
    longBeginnings: new Set(),
    beginningTokens: new Set(),
  }
  for (const tokens of segments) {
    const { entries, isLong } = beginningWith(index, tokens)
    for (const entry of entries) {
      evidence.beginnings.add(entry)
      if (isLong && isField.has(tokens.join(' '))) evidence.longBeginnings.add(entry)
      for (const token of tokens) evidence.beginningTokens.add(token)
    }
  }
  for (const tokens of segments) {
    addWords(index, tokens, evidence)
    addJoinedNames(index, tokens, evidence)
    addSimilarSounds(index, tokens, evidence)
  }
  for (const tokens of segmentsOf(withoutHyphens(narration)))
    addJoinedNames(index, tokens, evidence)
  const nameFields = segmentsOf(withoutHyphensInNames(narration))
  for (const [at, tokens] of nameFields.entries())
    for (const { entry, start, end, form, isFollowed } of fullNames(index, tokens)) {
      if (form.length > 0) evidence.legalForms.set(entry, form)
      if (isFollowed) evidence.followed.add(entry)
      else
        evidence.fullNames.set(entry, [
          ...(evidence.fullNames.get(entry) ?? []),
          { segment: at, start, end },
        ])
    }
  return { evidence, segments, fields: nameFields }
}

function addWord({ words }: NameEvidence, entry: NameEntry, word: string, factor: number): void {
  const factors = words.get(entry) ?? new Map<string, number>()
  factors.set(word, Math.max(factor, factors.get(word) ?? 0))
  words.set(entry, factors)
}

/** A banking word counts only next to another word of the company. */
function addWords(index: NameIndex, tokens: readonly string[], evidence: NameEvidence): void {
  for (const [at, token] of tokens.entries()) {
    if (isBankingWord(token)) {
      const beside = [tokens[at - 1], tokens[at + 1]]
      for (const entry of index.byWord.get(token) ?? [])
        if (beside.some((word) => word !== undefined && entry.words.has(word)))
          addWord(evidence, entry, token, 1)
      continue
    }
    for (const [word, factor] of index.findSimilarWords(token))
      if (index.isDistinctive(word))
        for (const entry of index.byWord.get(word) ?? []) addWord(evidence, entry, word, factor)
      else evidence.commonWords.set(word, Math.max(factor, evidence.commonWords.get(word) ?? 0))
  }
}

/** Adds names that are written without spaces, including truncated ones. */
function addJoinedNames(index: NameIndex, tokens: readonly string[], evidence: NameEvidence): void {
  for (const start of tokens.keys()) {
    const joinedTokens = tokens.slice(start).join('')
    if (joinedTokens.length < minJoinedLetters) return
    for (const { text, entry } of joinedLike(index, joinedTokens)) {
      const common = commonLength(text, entry.joined)
      const isWhole = common === entry.joined.length
      const isCut = common >= minCut && common === text.length
      if (!isWhole && !isCut) continue
      const isExact =
        isWhole && tokens.slice(start).some((_, at) => reachesLength(tokens, start, at, common))
      let length = 0
      for (const word of entry.sequence) {
        const isWordExact = isExact || (isCut && length + word.length <= common)
        if (length < common) addWord(evidence, entry, word, isWordExact ? 1 : inexactFactor)
        length += word.length
      }
    }
  }
}

/** The companies with whose first letters a text begins, also without an 'and', which names are compared without. */
const joinedLike = (
  { byFirstLetters }: NameIndex,
  all: string,
): { text: string; entry: NameEntry }[] =>
  [
    all,
    ...[...all.matchAll(/(?<=.)and/g)].map(
      ({ index }) => all.slice(0, index) + all.slice(index + 3),
    ),
  ].flatMap((text) =>
    (byFirstLetters.get(text.slice(0, minJoinedLetters)) ?? []).map((entry) => ({ text, entry })),
  )

/**
 * Adds names that are spelled differently but sound the same: 'MAHAVIR PLY AND LAMINATES' for 'Mahaveer Ply &
 * Laminates', and 'SHREE GANESH FURNITURE' for 'श्री गणेश फर्नीचर'.
 */
function addSimilarSounds(
  { bySound }: NameIndex,
  tokens: readonly string[],
  evidence: NameEvidence,
): void {
  if (bySound.size === 0) return
  const ofTokens = tokens.filter((token) => !isIgnoredWord(token)).map(soundsOf)
  for (const [start, ofToken] of ofTokens.entries())
    for (const { entry, sounds } of ofToken.flatMap((sound) => bySound.get(sound) ?? []))
      if (sounds.every((some, at) => some.some((one) => ofTokens[start + at]?.includes(one))))
        for (const word of entry.sequence) addWord(evidence, entry, word, inexactFactor)
}

/** Whether the tokens from `start` to `start + at` have this many letters. */
const reachesLength = (
  tokens: readonly string[],
  start: number,
  at: number,
  length: number,
): boolean => tokens.slice(start, start + at + 1).join('').length === length

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}
