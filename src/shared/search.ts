/**
 * Folds text for searching: NFKC, lower case, single spaces, without nukta, because many phone keyboards
 * type बढई for बढ़ई. The nukta is removed in decomposed form (NFKD).
 */
export const normaliseForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll('\u093c', '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The distinct terms of a search; a match contains each of them. */
export const searchTerms = (input: string): string[] => [
  ...new Set(normaliseForSearch(input).split(' ').filter(Boolean)),
]

/** Folds only case and composition (NFC): for the register's substring search (contract 5.11). */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()
