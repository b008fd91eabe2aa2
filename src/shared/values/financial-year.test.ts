import { expect, test } from 'vitest'
import { readFinancialYear } from './financial-year.ts'

test.each([
  ['2023-24', '2023-24'],
  ['2023-2024', '2023-24'],
  ['23-24', '2023-24'],
  ['23/24', '2023-24'],
  ['2023/24', '2023-24'],
  ['FY 2023-24', '2023-24'],
  ['F.Y. 23-24', '2023-24'],
  ['2023 to 2024', '2023-24'],
  ['since 2023', '2023-24'],
  ['२०२३-२४', '2023-24'],
  ['31/03/2024', '2023-24'],
  ['2024-04-01', '2024-25'],
  ['2099-00', '2099-00'],
  ['2023-25', undefined],
  ['24-23', undefined],
  ['23', undefined],
  ['long ago', undefined],
  ['', undefined],
])('%j is the financial year %s', (text, name) => {
  expect(readFinancialYear(text)?.name).toBe(name)
})
