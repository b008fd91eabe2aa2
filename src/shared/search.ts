/**
 * One spelling for searching: Unicode's compatible form, lower case, single spaces. The nukta goes
 * while the letters are taken apart, for many phones type बढई and mean बढ़ई.
 */
export const normaliseForSearch = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replaceAll('\u093c', '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** The words of a search; each must stand somewhere in the text that is searched. */
export const searchTerms = (typed: string): string[] => [
  ...new Set(normaliseForSearch(typed).split(' ').filter(Boolean)),
]

/** One spelling for a substring search that must find exactly what stands there, but for its case. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase()
