/** Small parts of English sentences: lists, counts, full stops. */

const locale = 'en-IN'
const andList = new Intl.ListFormat(locale, { type: 'conjunction' })
const orList = new Intl.ListFormat(locale, { type: 'disjunction' })
const numbers = new Intl.NumberFormat(locale)
const plurals = new Intl.PluralRules(locale)

/** 'the bank, the IFSC and the UPI ID'. */
export const joinWithAnd = (items: readonly string[]): string => andList.format(items)

/** 'a PDF, JPG or PNG'. */
export const joinWithOr = (items: readonly string[]): string => orList.format(items)

/** '1,25,000': digits grouped as in India. */
export const formatCount = (count: number): string => numbers.format(count)

/** The form that goes with a number: 'stays' with 1, 'stay' with any other. */
export const plural = <Form>(count: number, one: Form, many: Form): Form =>
  plurals.select(count) === 'one' ? one : many

/** '1 row', '1,200 rows'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${plural(count, one, many)}`

/** The text with a full stop at its end, unless it already ends a sentence. */
export const withFullStop = (text: string): string => (/[.!?…।]$/.test(text) ? text : `${text}.`)
