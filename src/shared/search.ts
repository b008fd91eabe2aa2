import { latinDigits } from './values/text.ts'

/**
 * Folds text for searching: NFKC, lower case, single spaces, without nukta, because many phone keyboards
 * type बढई for बढ़ई, in all scripts of India. The nukta is removed in decomposed form (NFKD).
 */
export const normaliseForSearch = (text: string): string =>
  withTypedSigns(text)
    .normalize('NFKD')
    .replaceAll(nukta, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The nukta of Devanagari, Bengali, Gurmukhi, Gujarati, Odia and Kannada. */
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

/** Joiners, zero-width spaces and soft hyphens are invisible, and people who search do not type them. */
const withoutJoiners = (text: string): string =>
  finalLetters
    .reduce((folded, [typed, letter]) => folded.replaceAll(typed, letter), text)
    .replaceAll(/\p{Cf}/gu, '')

/**
 * Removes invisible characters, and replaces quotation marks, hyphens, blanks and digits by those of a keyboard:
 * telephones type D’Souza, and word processors 12–14.
 */
const withTypedSigns = (text: string): string =>
  /^[\x20-\x5f\x61-\x7e\n]*$/.test(text)
    ? text
    : latinDigits(withoutJoiners(text))
        .replace(/[\u2018-\u201B\u02BC\u2032\u00B4\u0060\uFF07]/g, "'")
        .replace(/[\u201C-\u201F\u2033\uFF02]/g, '"')
        .replace(/[\u2010-\u2015\u2212\uFF0D]/g, '-')
        .replace(/\p{Zs}/gu, ' ')

/** The distinct terms of a search; a match contains each of them. */
export const searchTerms = (input: string): string[] => [
  ...new Set(normaliseForSearch(input).split(' ').filter(Boolean)),
]

/**
 * Folds only case, composition (NFC), typed signs and invisible characters, for the register's substring search
 * (contract 5.11).
 */
export const foldCase = (text: string): string =>
  withTypedSigns(text).normalize('NFC').toLowerCase()

/**
 * Stored texts are folded by the functions above. Raise it with every change of them, and of `phoneKey` and
 * `phoneDigits`: the next start folds all texts again (app/server/search-texts.ts).
 */
export const foldVersion = '4'
