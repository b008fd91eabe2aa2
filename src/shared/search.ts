/**
 * Folds text for searching: NFKC, lower case, single spaces, without nukta, because many phone keyboards
 * type बढई for बढ़ई, in all scripts of India. The nukta is removed in decomposed form (NFKD).
 */
export const normaliseForSearch = (text: string): string =>
  withoutJoiners(text)
    .normalize('NFKD')
    .replaceAll(nukta, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Of Devanagari, Bengali, Gurmukhi, Gujarati, Odia and Kannada. */
const nukta = /[\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC]/g

/** Letters of Malayalam and Bengali that older keyboards type as a letter, a virama and a joiner. */
const finalLetters: readonly [typed: string, letter: string][] = [
  ['ണ്\u200D', 'ൺ'],
  ['ന്\u200D', 'ൻ'],
  ['ര്\u200D', 'ർ'],
  ['ല്\u200D', 'ൽ'],
  ['ള്\u200D', 'ൾ'],
  ['ക്\u200D', 'ൿ'],
  ['ত্\u200D', 'ৎ'],
]

/** Joiners, zero width spaces and soft hyphens are not seen, and not typed by who searches. */
const withoutJoiners = (text: string): string =>
  finalLetters
    .reduce((folded, [typed, letter]) => folded.replaceAll(typed, letter), text)
    .replaceAll(/\p{Cf}/gu, '')

/** The distinct terms of a search; a match contains each of them. */
export const searchTerms = (input: string): string[] => [
  ...new Set(normaliseForSearch(input).split(' ').filter(Boolean)),
]

/** Folds only case, composition (NFC) and what is not seen: for the register's substring search (contract 5.11). */
export const foldCase = (text: string): string =>
  withoutJoiners(text).normalize('NFC').toLowerCase()

/**
 * Stored texts are folded by the functions above. Raise it with every change of them: the next start folds all texts
 * again (app/server/search-texts.ts).
 */
export const foldVersion = '2'
