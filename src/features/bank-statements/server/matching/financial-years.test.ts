// cspell:ignore AXL
import { expect, test } from 'vitest'
import { otherYearIn } from './financial-years.ts'

test.each([
  ['FY 2023-24', '2023-24'],
  ['2024-25 dues', '2024-25'],
  ['FY25-26', '25-26'],
  ['FY2526', '2526'],
  ['DUES/2025-2026/X', '2025-2026'],
  ['UPI/617000000001/24-25', '24-25'],
  ['२०२४-२५', '2024-25'],
  ['FY 2023', 'FY 2023'],
  ['2027-28', '2027-28'],
  // The year that is open, days, and numbers that are no years.
  ['FY 2026-27', undefined],
  ['26/27', undefined],
  ['FY26', undefined],
  ['05-06-2026', undefined],
  ['01/02/26', undefined],
  ['12-13', undefined],
  ['AXL2526', undefined],
  ['610425263333', undefined],
  ['DUES 2021', undefined],
])('the other year in %s is %s', (narration, year) => {
  expect(otherYearIn(narration, ['2026-27'])).toBe(year)
})

test('a member who owes for the year, or for none, has no other year', () => {
  expect(otherYearIn('FY 2023-24', ['2023-24', '2026-27'])).toBeUndefined()
  expect(otherYearIn('FY 2023-24', [])).toBeUndefined()
})
