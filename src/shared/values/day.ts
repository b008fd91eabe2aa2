/** Days as Indian offices, banks and programs write them: the day precedes the month (contract 15.1). */
import { isoDay } from '../dates.ts'
import { plainNumberText } from './text.ts'

export const dayMessage = 'Please write the date as 31/01/2025 or 2025-01-31'

/** Which of two numbers comes first in a column of days. */
export type DayOrder = 'day first' | 'month first'

const months: readonly (readonly string[])[] = [
  ['january', 'जनवरी', 'जानेवारी'],
  ['february', 'फरवरी', 'फ़रवरी', 'फेब्रुवारी'],
  ['march', 'मार्च'],
  ['april', 'अप्रैल', 'एप्रिल'],
  ['may', 'मई', 'मे'],
  ['june', 'जून'],
  ['july', 'जुलाई', 'जुलै'],
  ['august', 'अगस्त', 'ऑगस्ट'],
  ['september', 'सितंबर', 'सितम्बर', 'सप्टेंबर'],
  ['october', 'अक्टूबर', 'अक्तूबर', 'ऑक्टोबर'],
  ['november', 'नवंबर', 'नवम्बर', 'नोव्हेंबर'],
  ['december', 'दिसंबर', 'दिसम्बर', 'डिसेंबर'],
]

/** From 1; 0 for a word that names no month. Three letters are enough. */
const monthOf = (word: string): number => {
  const name = word.normalize('NFC').toLowerCase()
  const isMonth = (spelling: string) =>
    spelling.normalize('NFC') === name || (name.length >= 3 && spelling.startsWith(name))
  return months.findIndex((spellings) => spellings.some(isMonth)) + 1
}

/** No date is longer, and the patterns are slow on long texts. */
const maxLength = 80

const weekday = /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,6}[.,]?\s+(?=\S)/i
const time =
  /(?:\s*,\s*|\s+(?:at\s+)?|T)\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:(?:IST|GMT|UTC|Z)?\s*(?:[+-]\d\d:?\d\d)?(?:\s*\([^)]*\))?)$/i
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i

const numeric = /^(\d\d?)\s*[-/. ]\s*(\d\d?)\s*[-/. ]\s*(\d{4}|\d\d)$/
const yearFirst = /^(\d{4})\s*[-/. ]\s*(\d\d?)\s*[-/. ]\s*(\d\d?)$/
const named = /^(\d\d?)(?:st|nd|rd|th)?[-/.,\s]*(\p{L}[\p{L}\p{M}]+)\.?[-/.,'’\s]*(\d{4}|\d\d)$/iu
const monthNamedFirst = /^(\p{L}[\p{L}\p{M}]+)\.?[-/\s]+(\d\d?)(?:st|nd|rd|th)?,?[-/\s]+(\d{4})$/iu
const yearAndMonthName = /^(\d{4})[-/.\s]+(\p{L}[\p{L}\p{M}]+)\.?[-/.\s]+(\d\d?)$/iu
/** Days since 30 December 1899: a day of a workbook that was formatted as a number. */
const serial = /^([3-5]\d{4})(?:\.\d+)?$/
const compact = /^(?:((?:19|20)\d\d)(\d\d)(\d\d)|(\d\d)(\d\d)((?:19|20)\d\d))$/

type DateParts = [year: number, month: number, day: number]

/**
 * yyyy-MM-dd for '5/4/25', '05-04-2025', '23 Sept 2025', '01-Dec-16', '25/11/2026 14:05', an Excel serial number or
 * an instant, which is a day in India. Undefined for no date, or one outside 1900 to 2099. Of two digits, the year is
 * from 1950 to 2049.
 */
export function readDay(text: string, order: DayOrder = 'day first'): string | undefined {
  if (text.length > maxLength * 2) return undefined
  const typed = plainNumberText(text)
  if (typed === '' || typed.length > maxLength) return undefined
  if (instant.test(typed)) return dayOfInstant(typed)
  const days = serial.exec(typed)?.[1]
  if (days) return new Date(Date.UTC(1899, 11, 30 + Number(days))).toISOString().slice(0, 10)
  const [writtenYear, month, day] = partsOf(
    withoutYearBehindTime(typed).replace(time, '').replace(weekday, '').trim(),
    order,
  )
  const year = writtenYear >= 100 ? writtenYear : writtenYear + (writtenYear < 50 ? 2000 : 1900)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year < 2100 ? date.toISOString().slice(0, 10) : undefined
}

function dayOfInstant(typed: string): string | undefined {
  const moment = Date.parse(typed)
  if (Number.isNaN(moment)) return undefined
  const day = isoDay(new Date(moment))
  return /^(?:19|20)\d\d-/.test(day) ? day : undefined
}

/** 'Wed Nov 25 14:05:33 IST 2026', as programs print the time, with the year at its place. */
const withoutYearBehindTime = (typed: string): string =>
  typed.replace(/^(\p{L}+ \p{L}+ +\d\d?) (\d\d:\d\d:\d\d)(?: [A-Z]{2,5})? (\d{4})$/u, '$1 $3 $2')

function partsOf(typed: string, order: DayOrder): DateParts {
  const iso = yearFirst.exec(typed)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const numbers = numeric.exec(typed)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
    return order === 'day first' ? [year, second, first] : [year, first, second]
  }
  const dayFirst = named.exec(typed)
  if (dayFirst) return [Number(dayFirst[3]), monthOf(dayFirst[2] ?? ''), Number(dayFirst[1])]
  const american = monthNamedFirst.exec(typed)
  if (american) return [Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])]
  const swedish = yearAndMonthName.exec(typed)
  if (swedish) return [Number(swedish[1]), monthOf(swedish[2] ?? ''), Number(swedish[3])]
  const digits = compact.exec(typed)
  if (digits?.[1]) return [Number(digits[1]), Number(digits[2]), Number(digits[3])]
  if (digits) return [Number(digits[6]), Number(digits[5]), Number(digits[4])]
  return [0, 0, 0]
}

/** The order that a day can only be read in: 'month first' of 4/25/2026; undefined where both or none are possible. */
export function onlyOrderOf(text: string): DayOrder | undefined {
  if (text.length > maxLength * 2) return undefined
  const [, first, second] = /^(\d\d?)[-/. ](\d\d?)[-/. ]\d{2,4}\b/.exec(plainNumberText(text)) ?? []
  if (Number(first) > 12 && Number(second) <= 12) return 'day first'
  return Number(first) <= 12 && Number(second) > 12 ? 'month first' : undefined
}

/** The order of a column: the month is first only where a day says so and none says otherwise. */
export function columnOrder(days: Iterable<string>): DayOrder {
  let order: DayOrder = 'day first'
  for (const day of days) {
    const only = onlyOrderOf(day)
    if (only === 'day first') return only
    if (only) order = only
  }
  return order
}

/** The day with its day and month exchanged, where that is a day: '2026-05-04' of '2026-04-05'. */
export const exchanged = (day: string): string | undefined =>
  Number(day.slice(8)) <= 12 ? `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}` : undefined
