import { formatCount } from '#shared/sentences.ts'

const shownNumbers = 6

/** 'row 18', 'rows 18, 77, 204 and 9 more': the first numbers of `count` rows. */
export function rowsText(rows: readonly number[], count: number): string {
  const numbers = rows.slice(0, shownNumbers).map(formatCount)
  const rest = count - numbers.length
  const first = count === 1 ? `row ${numbers.join('')}` : `rows ${numbers.join(', ')}`
  return rest > 0 ? `${first} and ${formatCount(rest)} more` : first
}
