/** Finds the words that a mistyped search term probably means: 'plywood' for 'plywod'. */

import { compare } from './compare.ts'

/** The words of a searched text, which is folded by `normaliseForSearch`. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]{3,30}/gu) ?? []

/** At most this many words are tried for a term. */
const maxSimilarWords = 8

export interface WordIndex {
  /** Adds words; those that it has already are skipped. */
  add: (words: Iterable<string>) => void
  /** The words like a term, the nearest first; without those that contain it. */
  similar: (term: string) => string[]
}

/** An index of words, which takes milliseconds to search even with 200,000 of them. */
export function wordIndex(source: Iterable<string> = []): WordIndex {
  const words = new Set<string>()
  const letters: number[] = []
  const bySound = new Map<string, string[]>()

  const add: WordIndex['add'] = (added) => {
    for (const word of added) {
      if (words.has(word)) continue
      words.add(word)
      letters.push(lettersOf(word))
      const sound = soundOf(word)
      const alike = bySound.get(sound)
      if (alike) alike.push(word)
      else bySound.set(sound, [word])
    }
  }
  add(source)

  function* candidates(term: string): Generator<[word: string, errors: number]> {
    for (const word of bySound.get(soundOf(term)) ?? []) yield [word, 1]
    const maxErrors = allowedErrors(term)
    const termLetters = lettersOf(term)
    let index = -1
    for (const word of words) {
      index += 1
      // Each error explains at most one letter of the term that the word lacks.
      if (countBits(termLetters & ~(letters[index] ?? 0)) > maxErrors) continue
      const errors = errorsBetween(term, word, maxErrors)
      const isFirstWrong = term[0] !== word[0]
      if (errors <= (isFirstWrong ? maxErrorsAtStart(term) : maxErrors)) yield [word, errors]
    }
  }

  return {
    add,
    similar: (term) => {
      if (!isForgiven(term)) return []
      const errorsOf = new Map<string, number>()
      for (const [word, errors] of candidates(term))
        if (!word.includes(term)) errorsOf.set(word, Math.min(errors, errorsOf.get(word) ?? errors))
      return [...errorsOf]
        .sort(([a, errorsA], [b, errorsB]) => errorsA - errorsB || compare(a, b))
        .slice(0, maxSimilarWords)
        .map(([word]) => word)
    },
  }
}

/** Short terms resemble too many words, and numbers are not words. */
const isForgiven = (term: string): boolean => /^[\p{L}\p{M}]{4,40}$/u.test(term)

const allowedErrors = (term: string): number => (term.length < 8 ? 1 : 2)

/** A short term must be like a word in full; a longer one like its beginning, as it is being typed. */
const isLong = (term: string): boolean => term.length >= 6

/** The first letter is rarely wrong; if it is, no other error is allowed. */
const maxErrorsAtStart = (term: string): number => (isLong(term) ? 1 : 0)

/**
 * The number of letters to insert, delete, replace or exchange with their neighbour; more than `max` may
 * be any number above it.
 */
function errorsBetween(term: string, word: string, max: number): number {
  const size = term.length
  if (word.length < size - max || (!isLong(term) && word.length > size + max)) return max + 1
  // Each row has the errors between the beginnings of the term and one beginning of the word.
  let beforePrevious: number[] = []
  let previous = Array.from({ length: size + 1 }, (_, index) => index)
  let fewest = size
  for (let end = 1; end <= Math.min(word.length, size + max); end += 1) {
    const row = [end]
    for (let at = 1; at <= size; at += 1) {
      const isSame = term[at - 1] === word[end - 1]
      let errors = Math.min(
        (previous[at - 1] ?? 0) + (isSame ? 0 : 1),
        (previous[at] ?? 0) + 1,
        (row[at - 1] ?? 0) + 1,
      )
      if (end > 1 && term[at - 1] === word[end - 2] && term[at - 2] === word[end - 1])
        errors = Math.min(errors, (beforePrevious[at - 2] ?? size) + 1)
      row.push(errors)
    }
    beforePrevious = previous
    previous = row
    fewest = Math.min(fewest, row[size] ?? size)
  }
  return isLong(term) ? fewest : (previous[size] ?? size)
}

/** A bit for each letter that the word has; letters share the 32 bits. */
function lettersOf(word: string): number {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Spellings of one sound in Indian English. */
const sounds: [RegExp, string][] = [
  [/ksh|ks/g, 'x'],
  [/ph/g, 'f'],
  [/([bdgkstj])h/g, '$1'],
  [/ck/g, 'k'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/ee|ie|ea|y/g, 'i'],
  [/oo|ou/g, 'u'],
  [/(.)\1+/g, '$1'],
]

const soundOf = (word: string): string =>
  sounds.reduce((text, [pattern, letter]) => text.replace(pattern, letter), word)
