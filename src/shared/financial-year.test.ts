import { describe, expect, test } from 'vitest'
import { financialYear, monthStarts, monthsOf, nextFinancialYear } from './financial-year.ts'

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

describe('financialYear', () => {
  test.each([
    ['2025-03-31T18:30:00.000Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:29:59.999Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:30:00.000Z', '2026-04-01', '2027-03-31', '2026-27'],
    ['2099-12-31T00:00:00.000Z', '2099-04-01', '2100-03-31', '2099-00'],
  ])('of %s is %s to %s', (moment, from, to, name) => {
    expect(financialYear(new Date(moment))).toEqual({ from, to, name })
  })
})

test('renews for the next financial year', () => {
  expect(nextFinancialYear('2026-03-31')).toEqual({
    from: '2026-04-01',
    to: '2027-03-31',
    name: '2026-27',
  })
  expect(nextFinancialYear('2026-12-31').name).toBe('2026-27')
})
