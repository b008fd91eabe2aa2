import { expect, test } from 'vitest'
import { monthStarts, monthsOf } from './financial-year.ts'

test('a financial year runs from April to March, midnight to midnight in India', () => {
  expect(monthsOf(2024)).toEqual([
    ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2024-${month}`),
    ...['01', '02', '03'].map((month) => `2025-${month}`),
  ])
  const starts = monthStarts(2024)
  expect(starts).toHaveLength(13)
  expect([starts[0], starts[11], starts[12]]).toEqual([
    '2024-03-31T18:30:00.000Z',
    '2025-02-28T18:30:00.000Z',
    '2025-03-31T18:30:00.000Z',
  ])
})
