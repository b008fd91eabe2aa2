import { days, hours } from './durations.ts'

/**
 * Every declaration of a day or an instant says which of the two it is, as every amount says that it is in `Paise`.
 * Texts that people read ('5 January 2025'), or type in their own way, are plain strings.
 */

/** yyyy-MM-dd, in India. */
export type Day = `${number}-${number}-${number}`
/** A time in ISO form, in UTC. */
export type Instant = `${Day}T${string}Z`

// So that every moment that is stored or sent is typed where it is made.
declare global {
  interface Date {
    toISOString(): Instant
  }
}

/** Whether a text that comes from outside is written like a day. */
export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text)
/** Whether a text that comes from outside is written like an instant. */
export const isInstant = (text: unknown): text is Instant =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\dT.+Z$/.test(text)

/** From a day to a day, or between two instants; the caller says whether `to` is included. */
export interface Period<Time = Day> {
  from: Time
  to: Time
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const months = monthNames.map((name) => name.slice(0, 3))

const indiaOffset = 5.5 * 60 * 60 * 1000

/**
 * Year, month and day in India of a moment or of a day (which is parsed as 5:30 of that day in India). India has one
 * time zone and no daylight saving time. All formatters in this file accept both moments and days.
 */
function dayInIndia(moment: Day | Instant | Date): { year: number; month: number; day: number } {
  const shifted = new Date(new Date(moment).getTime() + indiaOffset)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
  }
}

/** 'Jan 5, 2025', the day in India: for applications and jobs (contract 9.4). */
export function shortDate(moment: Day | Instant | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${months[month - 1]} ${day}, ${year}`
}

/** '5 January 2025', the day in India. */
export function longDate(moment: Day | Instant | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${day} ${monthNames[month - 1]} ${year}`
}

/** 'Jan 2025' for '2025-01', and for a day or a moment in it. */
export function monthName(moment: string): string {
  const { year, month } = dayInIndia(new Date(moment))
  return `${months[month - 1]} ${year}`
}

/** '05/01/2025', the day in India: for members and member data (contract 9.4). */
export function numericDate(moment: Day | Instant | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`
}

/** '2025-01-05', the day in India: for date fields and file names. */
export function isoDay(moment: Day | Instant | Date): Day {
  const { year, month, day } = dayInIndia(moment)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as Day
}

/** The start of a day in India. */
export const startOfDay = (day: Day): Instant =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - indiaOffset).toISOString()

/** Noon of a day in India: for what has a day and no time. */
export const noonOf = (day: Day): Instant =>
  new Date(Date.parse(startOfDay(day)) + hours(12)).toISOString()

/** The moment of something that is dated on a day: now for today, noon for any other day. */
export const momentOnDay = (day: Day, now: Date): Instant =>
  day === isoDay(now) ? now.toISOString() : noonOf(day)

/** The number of days from a day to a later one. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / days(1))

/** The first day of a day's month. */
export const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01` as Day

/** The day `count` days later (earlier when negative). */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days(count)).toISOString().slice(0, 10) as Day

/** The same day `count` years later: 28 February for 29 February. */
export const addYears = (day: Day, count: number): Day =>
  `${Number(day.slice(0, 4)) + count}${day.slice(4).replace('-02-29', '-02-28')}` as Day

/** '05/01/2025, 14:30', the time in India; for applications with their style of days. */
export function dateTime(moment: Day | Instant | Date, day = numericDate): string {
  const shifted = new Date(new Date(moment).getTime() + indiaOffset)
  return `${day(moment)}, ${shifted.toISOString().slice(11, 16)}`
}

/** The calendar year in India: part of a membership number. */
export const yearInIndia = (moment: Day | Instant | Date): number => dayInIndia(moment).year

export const futureDayMessage = 'This day is in the future'
