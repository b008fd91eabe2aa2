/** Days of joining that an office noted without a day. */
import type { Day } from '#shared/dates.ts'
import { readDay } from '#shared/values/day.ts'

const year = /^((?:19|20)\d\d)$/
const financialYear = /^((?:19|20)\d\d)\s*[-–/]\s*(?:20)?(\d\d)$/
const month = /^([\p{L}\p{M}]+|\d\d?)[\s.,'’/-]+((?:19|20)\d\d)$/u

/**
 * '2011' is the first of January, which is never later than the day that was meant, '2022-23' the first of April,
 * 'Apr 2015' and '04/2015' the first of the month; undefined for any other text.
 */
export function firstDayOf(text: string): Day | undefined {
  const [, only] = year.exec(text) ?? []
  if (only) return `${Number(only)}-01-01`
  const [, from, to] = financialYear.exec(text) ?? []
  if (from && Number(to) === (Number(from) + 1) % 100) return `${Number(from)}-04-01`
  const [, monthName, of] = month.exec(text) ?? []
  if (!monthName) return undefined
  return readDay(/\d/.test(monthName) ? `1/${monthName}/${of}` : `1 ${monthName} ${of}`)
}
