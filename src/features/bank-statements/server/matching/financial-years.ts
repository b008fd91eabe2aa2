/** Finds the financial years that a narration names: 'FY 2023-24', '24/25 dues', 'FY2526', 'FY 2023'. */
import { financialYearFrom } from '#shared/financial-year.ts'
import { latinDigits } from '#shared/values/text.ts'

/** Two years behind each other, divided by a sign. A day such as 05-06-2026 is none. */
const dividedYears =
  /(?<!\p{N}|(?<!\p{N})\p{N}{1,2}[-/.])(?:20)?(\d\d)\s?[-/]\s?(?:20)?(\d\d)(?!\p{N}|[-/.]\p{N})/gu

/** The same in one number; 2021 is the calendar year. */
const joinedYears = /(?:(?<![\p{L}\p{N}])|(?<=fy|year|dues))(?!2021)(\d\d)(\d\d)(?![\p{L}\p{N}])/giu

/** One year behind 'FY', which may be the one in which it begins or the one in which it ends. */
const oneYear = /(?<!\p{L})(?:f\.?\s?y\.?|financial year)[\s.:-]*(?:20)?(\d\d)(?!\s?[-/]?\s?\d)/giu

/** No association writes of other years. */
const [firstYear, lastYear] = [2015, 2049]

/** A financial year that the narration names, and that is none of these years; as the narration writes it. */
export function otherYearIn(narration: string, years: readonly string[]): string | undefined {
  if (years.length === 0) return undefined
  const text = latinDigits(narration)
  const isOther = (starts: readonly number[]): boolean =>
    starts.every((start) => !years.includes(financialYearFrom(start).name))
  const pairs = [...text.matchAll(dividedYears), ...text.matchAll(joinedYears)]
  for (const [written, first = '', second = ''] of pairs) {
    const start = 2000 + Number(first)
    const isYear = (start + 1) % 100 === Number(second) && start >= firstYear && start <= lastYear
    if (isYear && isOther([start])) return written
  }
  for (const [written, year = ''] of text.matchAll(oneYear)) {
    const end = 2000 + Number(year)
    if (isOther([end - 1, end])) return written
  }
  return undefined
}
