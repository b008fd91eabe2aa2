/**
 * Finds the financial years that a narration names: 'FY 2023-24', '24/25 dues', 'FY26',
 * 'MAR 26', '31.03.2026', 'AY 2026-27', '2025'.
 */
// cspell:ignore uary ruary ober ember
import { addDays, type Day } from '#shared/dates.ts'
import { latinDigits } from '#shared/values/text.ts'

/** A text that names a year, and the calendar years in which the possible financial years begin. */
interface YearInText {
  written: string
  starts: readonly number[]
}

/** Other numbers are not read as years. */
const [firstYear, lastYear] = [2015, 2049]

/** A two-digit number after a month may be a day, so it is a year only this near to the year of the line. */
const [maxYearsBefore, maxYearsAfter] = [5, 2]
/** A day this near to the day of the line is the day of the transfer. */
const nearDays = 7

const upiId = /[\w.]+@\w+/g

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** '31.03.2026', '1.4.25', '10/06/2026'. */
const dayInDigits = /(?<![\p{L}\p{N}])(\d{1,2})([-/.])(\d{1,2})\2(?:20)?(\d\d)(?![\p{L}\p{N}])/gu
/** '31 MAR 2026', '31-MAR-26'. */
const dayWithMonth = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,2})(?:st|nd|rd|th)?[\\s.,'/-]{0,2}${month}[\\s.,'/-]{1,2}(?:20)?(\\d\\d)(?![\\p{L}\\p{N}])`,
  'giu',
)
/** '2026-03-31'. */
const isoDay = /(?<![\p{L}\p{N}])20(\d\d)-(\d\d)-(\d\d)(?![\p{L}\p{N}])/gu

/** 'MAR 26', 'APR25', 'March 2026'. */
const monthWithYear = new RegExp(
  `(?<!\\p{L})${month}[\\s.,'/-]{0,2}(20)?(\\d\\d)(?![\\p{L}\\p{N}]|[\\s,-]{1,2}20\\d\\d(?!\\d))`,
  'giu',
)

/** Two years divided by a sign; 'AY' before them means the year after the financial year. */
const dividedYears =
  /((?<!\p{L})(?:a\.?\s?y\.?|assessment year)[\s.:-]*)?(?<!\p{N}|(?<!\p{N})\p{N}{1,2}[-/.])(?:20)?(\d\d)\s?[-/]\s?(?:20)?(\d\d)(?!\p{N}|[-/.]\p{N})/giu

/** Two years without a sign, like '2526'; '2021' is a calendar year. */
const joinedYears =
  /((?<!\p{L})(?:a\.?\s?y\.?|assessment year)[\s.:-]*)?(?:(?<![\p{L}\p{N}])|(?<=fy|ay|year|dues))(?!2021)(\d\d)(\d\d)(?![\p{L}\p{N}])/giu

/** One year after 'FY' is the year in which the financial year ends. */
const yearOfEnd =
  /(?<!\p{L})(?:f\.?\s?y\.?|financial year)[\s.:-]*(?:20)?(\d\d)(?![\p{L}\p{N}]|\s?[-/]\s?\d)/giu

/** A calendar year alone, in which two financial years lie; amounts are excluded. */
const calendarYear =
  /(?<![\p{L}\p{N}]|(?:rs|inr)[\s.]{0,2}|₹\s?|\d[.,-])(20\d\d)(?![\p{L}\p{N}]|[.,]\d|\s?[-/]\s?\d\d(?!\d))/giu

const isPossible = (year: number): boolean => year >= firstYear && year <= lastYear

/** The year in which the financial year of a month begins. */
const startOf = (year: number, monthNumber: number): number => (monthNumber < 4 ? year - 1 : year)

const monthNumberOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const dayOf = (year: number, monthNumber: number, day: number): Day =>
  [year, String(monthNumber).padStart(2, '0'), String(day).padStart(2, '0')].join('-') as Day

const isNear = (day: Day, lineDay: Day): boolean =>
  addDays(lineDay, -nearDays) <= day && day <= addDays(lineDay, nearDays)

/** A day stands for a year only if it is the first or last day of the year, and not near the day of the transfer. */
function yearOfDay(day: Day, lineDay: Day): number | undefined {
  const [year = 0, monthNumber = 0] = day.split('-').map(Number)
  const isLimit = day.endsWith('-03-31') || day.endsWith('-04-01')
  return isLimit && !isNear(day, lineDay) ? startOf(year, monthNumber) : undefined
}

/** The financial years that a narration names in any spelling. `lineDay`, yyyy-MM-dd, is the day of the line. */
export function yearsNamedIn(narration: string, lineDay: Day): YearInText[] {
  const yearsInText: YearInText[] = []
  let text = latinDigits(narration).replace(upiId, '/')
  /** Reads the matches of a pattern and removes them from the text, so that each is read once. */
  const read = (
    pattern: RegExp,
    startsOf: (...parts: string[]) => readonly number[] | undefined,
  ) => {
    text = text.replace(pattern, (written: string, ...parts: unknown[]) => {
      const starts = startsOf(...parts.map((part) => (typeof part === 'string' ? part : '')))
      if (starts === undefined) return written
      if (starts.every(isPossible) && starts.length > 0)
        yearsInText.push({ written: written.trim(), starts })
      return '/'
    })
  }
  const ofDay = (year: string, monthNumber: number, day: string): number[] => {
    const start = yearOfDay(dayOf(2000 + Number(year), monthNumber, Number(day)), lineDay)
    return start === undefined ? [] : [start]
  }
  read(isoDay, (year = '', monthNumber = '', day = '') => ofDay(year, Number(monthNumber), day))
  read(dayInDigits, (day = '', _sign, monthNumber = '', year = '') =>
    ofDay(year, Number(monthNumber), day),
  )
  read(dayWithMonth, (day = '', name = '', year = '') => ofDay(year, monthNumberOf(name), day))
  read(monthWithYear, (name = '', century = '', digits = '') => {
    const year = 2000 + Number(digits)
    const lineYear = Number(lineDay.slice(0, 4))
    const monthNumber = monthNumberOf(name)
    const isYear =
      century !== '' ||
      (year >= lineYear - maxYearsBefore &&
        year <= lineYear + maxYearsAfter &&
        !isNear(dayOf(lineYear, monthNumber, Number(digits)), lineDay))
    const isMonthOfLine = dayOf(year, monthNumber, 1).slice(0, 7) === lineDay.slice(0, 7)
    return isYear && !isMonthOfLine ? [startOf(year, monthNumber)] : []
  })
  const ofPair = (assessment = '', first = '', second = ''): number[] | undefined => {
    const start = 2000 + Number(first)
    if ((start + 1) % 100 !== Number(second) || !isPossible(start)) return undefined
    return [assessment === '' ? start : start - 1]
  }
  read(dividedYears, ofPair)
  read(joinedYears, ofPair)
  read(yearOfEnd, (digits = '') => [1999 + Number(digits)])
  read(calendarYear, (year = '') => [Number(year) - 1, Number(year)])
  return yearsInText
}
