/** Financial years as people write them. */
import { type FinancialYear, financialYearFrom, financialYearOf } from '../financial-year.ts'
import { readDay } from './day.ts'
import { latinDigits } from './text.ts'

const years =
  /^(?:since\s+)?(?:f\.?\s*y\.?|financial year|year)?[\s.:-]*((?:19|20)?\d\d)(?:\s*(?:[-–—/]|to)\s*((?:19|20)?\d\d))?$/i

/** '2023-24', '2023-2024', '23/24', 'FY 2023-24', the year '2023' in which it begins, or a day of it. */
export function readFinancialYear(text: string): FinancialYear | undefined {
  const typed = latinDigits(text).trim()
  const match = years.exec(typed)
  const [, first = '', second] = match ?? []
  if (match && (second !== undefined || first.length === 4)) {
    const start = first.length === 4 ? Number(first) : 2000 + Number(first)
    const isNext = second === undefined || Number(second.slice(-2)) === (start + 1) % 100
    return isNext && start >= 2000 ? financialYearFrom(start) : undefined
  }
  const day = readDay(typed)
  return day === undefined ? undefined : financialYearOf(day)
}
