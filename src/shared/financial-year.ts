/** The Indian financial year, 1 April to 31 March. */
import { addDays, type Day, type Instant, isoDay, startOfDay } from './dates.ts'

export interface FinancialYear {
  from: Day
  to: Day
  /** '2025-26'. */
  name: string
}

/** The financial year that a moment belongs to, by the day in India. */
export function financialYear(now: Date): FinancialYear {
  return financialYearFrom(financialStartYear(now))
}

/** The financial year that a day, yyyy-MM-dd, belongs to. */
export const financialYearOf = (day: Day): FinancialYear =>
  financialYear(new Date(`${day}T12:00:00Z`))

/** The calendar year in which the financial year of a moment starts. */
export function financialStartYear(now: Date): number {
  const [year = 0, month = 0] = isoDay(now).split('-').map(Number)
  return month >= 4 ? year : year - 1
}

/** The financial year that starts in April of a calendar year. */
export const financialYearFrom = (startYear: number): FinancialYear => ({
  from: `${startYear}-04-01`,
  to: `${startYear + 1}-03-31`,
  name: `${startYear}-${String((startYear + 1) % 100).padStart(2, '0')}`,
})

/** The financial year with this name, like '2026-27'; undefined for any other text. */
export function yearNamed(name: string): FinancialYear | undefined {
  if (!/^20\d\d-\d\d$/.test(name)) return undefined
  const year = financialYearFrom(startYearOf(name))
  return year.name === name ? year : undefined
}

/** The calendar year in which a financial year starts: 2026 of '2026-27' and of its first day. */
export const startYearOf = (name: string): number => Number(name.slice(0, 4))

/** yyyy-MM. */
export type Month = `${number}-${number}`

/** The twelve months of the financial year that starts in this calendar year. */
export const monthsOf = (startYear: number): Month[] =>
  Array.from({ length: 12 }, (_, index) => {
    const month = ((index + 3) % 12) + 1
    return `${month > 3 ? startYear : startYear + 1}-${String(month).padStart(2, '0')}` as Month
  })

/** The starts of these months and the end of the last one, ISO UTC. */
export const monthStarts = (startYear: number): Instant[] =>
  [...monthsOf(startYear), `${startYear + 1}-04` as const].map((month) => startOfDay(`${month}-01`))

/** The financial year after a membership that lasts to a day (yyyy-MM-dd). */
export const nextFinancialYear = (to: Day): FinancialYear => financialYearOf(addDays(to, 1))
