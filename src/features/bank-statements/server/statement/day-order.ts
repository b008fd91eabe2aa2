/** Lines of a statement are in the order of their days: a day out of order may have day and month exchanged. */

import type { Day } from '#shared/dates.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import { exchanged } from '#shared/values/day.ts'

/**
 * The positions of the days (yyyy-MM-dd) that are out of order, and would be in order with day and month exchanged, as
 * Excel with American settings writes them. Days after the twelfth cannot be exchanged and are sure.
 */
export function doubtfulDays(days: readonly Day[]): number[] {
  const exchangeable = new Set([...new Set(days)].filter(canBeExchanged))
  const isExchangeable = (day: Day) => exchangeable.has(day)
  const sure = days.filter((day) => !isExchangeable(day))
  if (sure.length === 0) return isMonotone(days) ? [] : doubtfulWithoutSure(days)
  const isDescending = (sure.at(0) ?? '') > (sure.at(-1) ?? '')
  const [first, last] = isDescending ? ['9999', ''] : ['', '9999']
  const doubtful: number[] = []
  let passed = 0
  for (const [index, day] of days.entries()) {
    if (!isExchangeable(day)) {
      passed += 1
      continue
    }
    const neighbours = [sure[passed - 1] ?? first, sure[passed] ?? last]
    const [from = '', to = ''] = isDescending ? neighbours.reverse() : neighbours
    const fits = (one: string) => from <= one && one <= to
    if (!fits(day) && fits(exchanged(day) ?? day)) doubtful.push(index)
  }
  return doubtful
}

/** Whether day and month can be exchanged, with another day as the result. */
const canBeExchanged = (day: Day): boolean => {
  const other = exchanged(day)
  return other !== undefined && other !== day
}

const isMonotone = (days: readonly Day[]): boolean =>
  days.every((day, index) => index === 0 || (days[index - 1] ?? '') <= day) ||
  days.every((day, index) => index === 0 || (days[index - 1] ?? '') >= day)

const doubtfulWithoutSure = (days: readonly Day[]): number[] =>
  isMonotone(days.map((day) => exchanged(day) ?? day)) ? [...days.keys()] : []

const maxNamed = 10

/** The sentence about the rows with doubtful days; undefined where there are none. */
export function doubtfulDaysWarning(rows: readonly number[]): string | undefined {
  if (rows.length === 0) return undefined
  const named = rows.slice(0, maxNamed).map(String)
  if (rows.length > maxNamed) named.push(`${rows.length - maxNamed} more`)
  return rows.length === 1
    ? `Row ${named[0]} is out of order: its day and month may be exchanged.`
    : `Rows ${joinWithAnd(named)} are out of order: their day and month may be exchanged.`
}
