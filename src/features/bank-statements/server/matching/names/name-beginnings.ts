/** Finds the companies whose name begins with a segment of a line, because banks cut long names. */
import { isIgnoredWord } from '#features/members/duplicate-keys.ts'
import { isBankingWord } from '../words/bank-words.ts'
import { isLegalForm } from '../words/legal-forms.ts'
import { isOutsideName } from './full-names.ts'
import {
  maxMatches,
  minFullNameLetters,
  minJoinedLetters,
  type NameEntry,
  type NameIndex,
} from './name-index.ts'

/** Banks cut long names: a part of a line with at least this many letters and spaces may be the beginning of a name. */
const minBeginning = 16

/** SBI cuts the names of UPI accounts after this many letters. */
const shortBeginning = 10

/** The share of a name's letters that its beginning must have to be this member's alone. */
const minShare = 0.7

/** 'ANNAPURNA WOOD P' may be panels or products. */
const minOfCutWord = 3

/** From this share of a name on, one letter of the cut word is enough. */
const nearlyWhole = 0.85

/**
 * The companies whose name, without its place or spelled otherwise, is this part of a line; without any, those that
 * begin with it. Words of the bank around it do not count.
 */
export function beginningWith(
  index: NameIndex,
  tokens: readonly string[],
): { entries: readonly NameEntry[]; isLong: boolean } {
  const none = { entries: [], isLong: false }
  const first = tokens.findIndex((token) => !isOutsideName(token))
  const last = tokens.findLastIndex((token) => !isOutsideName(token) && !isLegalForm(token))
  const own = tokens.slice(Math.max(0, first), last + 1)
  if (own.every(isBankingWord)) return none
  for (const words of own.length < tokens.length ? [tokens, own] : [own]) {
    const nameWords = words.filter((word) => !isIgnoredWord(word))
    const text = nameWords.join('')
    const isName = nameWords.length > 1 || nameWords.some(index.isDistinctive)
    const isWhole = isName && text.length >= minFullNameLetters
    const exactMatches = isWhole ? index.byNameWithoutPlace.get(text) : undefined
    if (exactMatches) return { entries: exactMatches, isLong: false }
    const longer = (index.byFirstLetters.get(text.slice(0, minJoinedLetters)) ?? []).filter(
      ({ joined }) => joined.startsWith(text),
    )
    const spelledLike =
      isWhole && longer.length === 0 ? index.findSpelledLike(nameWords) : undefined
    if (spelledLike) return { entries: spelledLike, isLong: false }
    if (text.length < minJoinedLetters) continue
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
      index.findBeginningWith(nameWords).length === 1
    return { entries: longer, isLong }
  }
  return none
}

/** 'MODERN FURNITURE Z' of 'Modern Furniture Zone'. */
const isNearlyWhole = ({ joined }: NameEntry, letters: number): boolean =>
  letters >= joined.length * nearlyWhole

/**
 * Whether this many letters of a name end within one of its words, but not the first one, after at least `least`
 * letters of that word.
 */
function isCutWithinWord({ sequence }: NameEntry, letters: number, least = 1): boolean {
  let length = 0
  for (const [at, word] of sequence.entries()) {
    if (length < letters && letters < length + word.length)
      return at > 0 && letters - length >= least
    length += word.length
  }
  return false
}
