const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const indiaOffset = 5.5 * 60 * 60 * 1000

/** The calendar day in India of a moment, as its three numbers. India keeps one time all year. */
function dayInIndia(moment: string | Date): { year: number; month: number; day: number } {
  const there = new Date(new Date(moment).getTime() + indiaOffset)
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1, day: there.getUTCDate() }
}

/** 'Jan 5, 2025': applications and jobs (contract 9), by the calendar of India. */
export function shortDate(moment: string | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${months[month - 1]} ${day}, ${year}`
}

/** 'Jan 2025' of '2025-01'. */
export const monthName = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** '05/01/2025': members and member data (contract 9), by the calendar of India. */
export function numericDate(moment: string | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`
}

/** '2025-01-05': the day in India, for date fields and file names. */
export function isoDay(moment: string | Date): string {
  const { year, month, day } = dayInIndia(moment)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The moment at which a day (yyyy-MM-dd) begins in India, ISO UTC. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - indiaOffset).toISOString()

/** The day so many days after a day, both yyyy-MM-dd. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days(count)).toISOString().slice(0, 10)

/** 'Jan 5, 2025, 14:30': what happened when, by the clock of India. */
export function dateTime(moment: string | Date): string {
  const there = new Date(new Date(moment).getTime() + indiaOffset)
  return `${shortDate(moment)}, ${there.toISOString().slice(11, 16)}`
}

/** The calendar year in India of a moment: the year inside a membership number. */
export const yearInIndia = (moment: string | Date): number => dayInIndia(moment).year

/** A whole number of minutes, hours or days in milliseconds. */
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)
