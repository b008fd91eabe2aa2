/** Days as Indian offices, banks and programs write them: the day precedes the month (contract 15.1). */
import { type Day, isoDay } from '../dates.ts'
import { minutes as minutesOf } from '../durations.ts'
import { plainNumberText } from './text.ts'

export const dayMessage = 'Please write the date as 31/01/2025 or 2025-01-31'
export const noSuchDayMessage = 'This day does not exist'

/** Which of two numbers comes first in a column of days. */
export type DayOrder = 'day first' | 'month first'

/** Spellings beside those of Unicode's tables. */
const otherMonths: readonly (readonly string[])[] = [
  ['january'],
  ['february', 'फरवरी', 'फेब्रुवारी'],
  ['march'],
  ['april', 'अप्रेल'],
  ['may'],
  ['june'],
  ['july'],
  ['august'],
  ['september', 'सितम्बर'],
  ['october', 'अक्तूबर'],
  ['november', 'नवम्बर'],
  ['december', 'दिसम्बर'],
]
const englishDays = ['sun', 'mon', 'tues', 'wednes', 'thurs', 'fri', 'satur'].map(
  (name) => `${name}day`,
)
const languages = ['hi', 'mr', 'gu', 'pa', 'bn', 'as', 'or', 'ta', 'te', 'kn', 'ml', 'ur']

/** The names of months or days of the week in the languages of India, in full and short; read when one is met. */
function namesOf(part: 'month' | 'weekday'): string[][] {
  const formats = languages.flatMap((language) =>
    (['long', 'short'] as const).map(
      (length) => new Intl.DateTimeFormat(language, { [part]: length, timeZone: 'UTC' }),
    ),
  )
  // February 2026 begins on a Sunday.
  const dates =
    part === 'month'
      ? Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
      : Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 1, 1 + day))
  return dates.map((date) => formats.map((format) => bareName(format.format(date))))
}
const indianNames: { month?: string[][]; weekday?: string[][] } = {}

const bareName = (typed: string): string =>
  typed
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.॰\p{Cf}]/gu, '')

/** From 1; 0 for a word that is no such name. Three letters are enough. */
function positionOf(typed: string, part: 'month' | 'weekday'): number {
  const name = bareName(typed)
  const isName = (spelling: string) =>
    bareName(spelling) === name || (name.length >= 3 && bareName(spelling).startsWith(name))
  const own = part === 'month' ? otherMonths : englishDays.map((day) => [day])
  const monthIndex = own.findIndex((spellings) => spellings.some(isName))
  if (monthIndex !== -1 || /^[a-z]/.test(name)) return monthIndex + 1
  indianNames[part] ??= namesOf(part)
  return indianNames[part].findIndex((spellings) => spellings.some(isName)) + 1
}

/** No date is longer, and the patterns are slow on long texts. */
const maxLength = 80

const label =
  /^(?:dated?|dt|on|doj|दिनांक|दि|तारीख|तिथि|તારીખ|તા)(?![\p{L}\p{M}])[.:\s-]*(?=[\p{L}\p{N}])/iu
const word = /\(?(?<![\p{L}\p{M}])\p{L}[\p{L}\p{M}]*[.॰]?\)?,?/gu

const clock =
  /(\d{1,2})[:.](\d\d)(?:[:.]\d\d(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?(?:\s*(?:hrs|hours)\.?)?/
const zone = /(Z|IST|(?:GMT|UTC)?\s*(?:[+-]\d{1,2}(?::?\d\d)?)?)(?:\s*\([^()]*\))?/
const timeAfter = new RegExp(
  `^(.*?\\S)(?:\\s*[,|·•]\\s*|\\s+(?:at\\s+)?|T)${clock.source}\\s*${zone.source}$`,
  'i',
)
const trailingHour = /\s+\d{1,2}\s*[ap]\.?m\.?$/i
/** '02:05 pm on 25 Nov 2026' of UPI apps. */
const timeBefore = /^(\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?)[\s,]+(?:on\s+)?(\S.*)$/i

const numeric = /^(\d\d?)\s*[-/. ]\s*(\d\d?)\s*[-/. ]\s*(\d{4}|\d\d)$/
const yearFirst = /^(\d{4})\s*[-/. ]\s*(\d\d?)\s*[-/. ]\s*(\d\d?)$/
/** Three parts, one of them a name: '25-Nov-26', 'Nov 25, 2026', '2026 November 25'. */
const named = /^([\p{L}\p{M}]+|\d{1,4})[-/.,'’॰\s]*([\p{L}\p{M}]+|\d\d?)[-/.,'’॰\s]*(\d{1,4})$/u
/** Days since 30 December 1899: a day of a workbook that was formatted as a number. */
const serial = /^([3-5]\d{4})(?:\.\d+)?$/
const compact = /^(?:((?:19|20)\d\d)(\d\d)(\d\d)|(\d\d)(\d\d)((?:19|20)\d\d))$/

type DateParts = [year: number, month: number, day: number]

/**
 * yyyy-MM-dd for '5/4/25', '05-04-2025', '23 Sept 2025', '01-Dec-16', '25/11/2026 14:05', an Excel serial number or
 * a moment of another time zone, which is a day in India. Undefined for no date, or one outside 1900 to 2099. Of two
 * digits, the year is from 1950 to 2049.
 */
export function readDay(text: string, order: DayOrder = 'day first'): Day | undefined {
  if (text.length > maxLength * 2) return undefined
  const typed = plainNumberText(text)
    .replace(/^[[(](.*)[\])]$/, '$1')
    .replace(/[.,;]$/, '')
    .trim()
  if (typed === '' || typed.length > maxLength) return undefined
  const days = serial.exec(typed)?.[1]
  if (days) return isoDay(new Date(Date.UTC(1899, 11, 30 + Number(days))))
  const alone = dayOf(typed, order)
  if (alone !== undefined) return alone
  const [, date = typed.replace(trailingHour, ''), ...time] =
    timeAfter.exec(withTimeAfter(typed)) ?? []
  const day = dayOf(date, order)
  return day && dayInIndia(day, time)
}

/** 'Wed Nov 25 14:05:33 IST 2026' and '02:05 pm on 25 Nov 2026', reordered so that the time is after the day. */
const withTimeAfter = (typed: string): string =>
  typed
    .replace(/^(\p{L}+ \p{L}+ +\d\d?) (\d\d:\d\d:\d\d(?: [A-Z]{2,5})?) (\d{4})$/u, '$1 $3 $2')
    .replace(timeBefore, '$2 $1')

/** The day in India at a time with a zone; without a zone the time is one of India. */
function dayInIndia(
  day: Day,
  [hour = '0', minute = '0', half, zoneName = '']: readonly (string | undefined)[],
): Day {
  const [, name = '', offset = ''] = /^(Z|GMT|UTC)?\s*(.*)$/i.exec(zoneName) ?? []
  if (zoneName === '' || /^IST$/i.test(zoneName) || (name === '' && offset === '')) return day
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d\d)?$/.exec(offset) ?? []
  const shift = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const passed = ((half ? Number(hour) % 12 : Number(hour)) + (/p/i.test(half ?? '') ? 12 : 0)) * 60
  return isoDay(
    new Date(Date.parse(`${day}T00:00:00Z`) + minutesOf(passed + Number(minute) - shift)),
  )
}

/** A day without a time, in its parts; undefined for one that does not exist. */
function dayOf(typed: string, order: DayOrder): Day | undefined {
  const bare = typed
    .replace(label, '')
    .replace(/(?<=\d)(?:st|nd|rd|th)(?!\p{L})/giu, '')
    .replace(word, (name) =>
      /^(?:of|the)$/i.test(name) || positionOf(name.replace(/[(),]/g, ''), 'weekday') > 0
        ? ' '
        : name,
    )
    .trim()
  const [writtenYear, month, day] = partsOf(bare, order)
  const year = writtenYear >= 100 ? writtenYear : writtenYear + (writtenYear < 50 ? 2000 : 1900)
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 && year < 2100 ? isoDay(date) : undefined
}

const none: DateParts = [0, 0, 0]

function partsOf(typed: string, order: DayOrder): DateParts {
  const iso = yearFirst.exec(typed)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const numbers = numeric.exec(typed)
  if (numbers) {
    const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
    return order === 'day first' ? [year, second, first] : [year, first, second]
  }
  const digits = compact.exec(typed)
  if (digits?.[1]) return [Number(digits[1]), Number(digits[2]), Number(digits[3])]
  if (digits) return [Number(digits[6]), Number(digits[5]), Number(digits[4])]
  return namedParts(typed)
}

function namedParts(typed: string): DateParts {
  const [, first = '', second = '', last = ''] = named.exec(typed) ?? []
  const isName = (part: string) => /^\p{L}/u.test(part)
  if (isName(first) === isName(second)) return none
  const month = positionOf(isName(first) ? first : second, 'month')
  if (first.length === 4 && !isName(first) && last.length <= 2)
    return [Number(first), month, Number(last)]
  // In 'Nov 25, 26' either number may be the year; after a day a year may have two digits.
  if (last.length !== 4 && (isName(first) || last.length !== 2)) return none
  if (!isName(first) && first.length > 2) return none
  return [Number(last), month, Number(isName(first) ? second : first)]
}

/** Whether a text that `readDay` does not read is written as a day: '31/02/2025' and '2025-02-31'. */
export function isWrittenDay(text: string): boolean {
  if (text.length > maxLength) return false
  const typed = plainNumberText(text)
  const [, first, second] = /^(\d\d?)[-/. ](\d\d?)[-/. ](?:19|20)?\d\d$/.exec(typed) ?? []
  const [, month, day] = /^(?:19|20)\d\d[-/. ](\d\d?)[-/. ](\d\d?)$/.exec(typed) ?? []
  return isDayAndMonth(first, second) || isDayAndMonth(second, first) || isDayAndMonth(day, month)
}

const isDayAndMonth = (day = '', month = ''): boolean =>
  Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12

/** The order that a day can only be read in: 'month first' of 4/25/2026; undefined where both or none are possible. */
function onlyOrderOf(text: string): DayOrder | undefined {
  if (text.length > maxLength * 2) return undefined
  const [, first, second] = /^(\d\d?)[-/. ](\d\d?)[-/. ]\d{2,4}\b/.exec(plainNumberText(text)) ?? []
  if (Number(first) > 12 && Number(second) <= 12) return 'day first'
  return Number(first) <= 12 && Number(second) > 12 ? 'month first' : undefined
}

/**
 * The order of a column: the month is first only if at least one day can only be read so, and no day only the other
 * way.
 */
export function columnOrder(days: Iterable<string>): DayOrder {
  let order: DayOrder | undefined
  for (const day of days) {
    order = orderWith(order, day)
    if (order === 'day first') break
  }
  return order ?? 'day first'
}

/**
 * Returns what is known of the order of days in a column after one more of its cells; 'day first' is final.
 */
export const orderWith = (order: DayOrder | undefined, day: string): DayOrder | undefined =>
  order === 'day first' ? order : (onlyOrderOf(day) ?? order)

/** The day with its day and month exchanged, where that is a day: '2026-05-04' of '2026-04-05'. */
export const exchanged = (day: Day): Day | undefined =>
  Number(day.slice(8)) <= 12
    ? (`${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}` as Day)
    : undefined
