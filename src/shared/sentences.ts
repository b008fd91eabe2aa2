/** Small parts of English sentences: lists, counts, full stops. */

/** 'the bank, the IFSC and the UPI ID'. */
export const joinWithAnd = (items: readonly string[]): string => join(items, 'and')

/** 'a PDF, JPG or PNG'. */
export const joinWithOr = (items: readonly string[]): string => join(items, 'or')

const join = (items: readonly string[], conjunction: string): string =>
  items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`

/** '1,25,000': digits grouped as in India. */
export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** '1 row', '1,200 rows'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** The text with a full stop at its end, unless it already ends a sentence. */
export const withFullStop = (text: string): string => (/[.!?…।]$/.test(text) ? text : `${text}.`)
