/** Small parts of English sentences: lists, counts, full stops. */
import { days, hours, minutes } from './durations.ts'

// These functions do not use Intl: a browser takes 10 ms to load its data, before the first paint.

/** 'the bank, the IFSC and the UPI ID'. */
export const joinWithAnd = (items: readonly string[]): string => join(items, 'and')

/** 'a PDF, JPG or PNG'. */
export const joinWithOr = (items: readonly string[]): string => join(items, 'or')

const join = (items: readonly string[], word: string): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`

/** '1,25,000': the digits of a whole number grouped as in India. */
export const formatCount = (count: number): string =>
  String(count).replace(/\d(?=(\d\d)+\d$)/g, '$&,')

/** The form that goes with a number: 'stays' with 1, 'stay' with any other. */
export const plural = <Form>(count: number, one: Form, many: Form): Form =>
  count === 1 ? one : many

/** '1 row', '1,200 rows'. */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${plural(count, one, many)}`

/** The text with a full stop at its end, unless it already ends a sentence. */
export const withFullStop = (text: string): string => (/[.!?…।]$/.test(text) ? text : `${text}.`)

/** 'Mobile number' for 'the mobile number'. */
export function headingOf(label: string): string {
  const heading = label.replace(/^the /, '')
  return heading.charAt(0).toUpperCase() + heading.slice(1)
}

/** '90 minutes', '24 hours', '3 days'. */
export function duration(milliseconds: number): string {
  if (milliseconds < hours(2))
    return countOf(Math.round(milliseconds / minutes(1)), 'minute', 'minutes')
  if (milliseconds < days(2)) return countOf(Math.round(milliseconds / hours(1)), 'hour', 'hours')
  return countOf(Math.round(milliseconds / days(1)), 'day', 'days')
}

/** '512 KB', '3.4 MB', '12 GB'. */
export function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const amount = bytes / 1024 ** power
  return `${power === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
