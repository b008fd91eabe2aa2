/** Compares the names in two texts of a bank, such as a credit and the debit that returns it. */
// cspell:ignore Babul
import { isIgnoredWord } from '#features/members/duplicate-keys.ts'
import { possibleNameWords } from '../words/bank-words.ts'
import { isCommonSurname, isGenericWord, singular } from './name-index.ts'

/** Without the beginning of a name in common, two names must share so many words that are not of the trade. */
const minWords = 2

/**
 * How many words of one name two texts have. 0 where their names differ: 'PATEL INTERIORS' is not 'PATEL INTERIOR
 * DECORATORS', although a bank may have cut one of two names. A whole equal name counts for more than a cut one.
 */
export function wordsInCommon(one: string, other: string): number {
  const others = namesIn(other)
  return Math.max(
    0,
    ...namesIn(one).flatMap((name) => others.map((another) => countCommonWords(name, another))),
  )
}

/** The words of each part of a text that may be a name. */
const namesIn = (text: string): string[][] =>
  text
    .split(/[^\p{L}\p{M}\p{N}\s&.'()]+/u)
    .map((part) => possibleNameWords(part).filter((word) => !isIgnoredWord(word)))
    .filter((words) => words.length > 0)

const isOfManyNames = (word: string): boolean => isGenericWord(word) || isCommonSurname(word)

function countCommonWords(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.map(singular).join('') === long.map(singular).join('')) return short.length + 0.5
  const shared = short.filter((word) => long.some((two) => singular(two) === singular(word)))
  const [beginning, whole] = [one.join(''), other.join('')].toSorted((a, b) => a.length - b.length)
  const isCut = beginning !== undefined && whole?.startsWith(beginning)
  const isPart = shared.length === short.length
  // The last word of a cut name may be a part of a word; a surname of many families alone says nothing.
  if (isCut) return short.every(isOfManyNames) ? 0 : short.length
  return isPart && shared.filter((word) => !isGenericWord(word)).length >= minWords
    ? shared.length
    : 0
}
