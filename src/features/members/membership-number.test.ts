import { describe, expect, test } from 'vitest'
import { formatMembershipNumber, numberKey, numberSeries } from './membership-number.ts'

describe('formatMembershipNumber', () => {
  test.each([
    ['oem', 2024, 1, 'OEM2024001'],
    ['vendor', 2025, 42, 'VENDOR2025042'],
    ['oem', 2025, 999, 'OEM2025999'],
    ['oem', 2025, 1000, 'OEM20251000'],
  ] as const)('formats %s, year %i, serial %i as %s', (role, year, serial, expected) => {
    expect(formatMembershipNumber(numberSeries(role, year), serial)).toBe(expected)
  })
})

describe('numberKey', () => {
  test.each([
    ['OEM2024001', 'OEM2024001'],
    ['oem2024001', 'OEM2024001'],
    [' OEM 2024 001 ', 'OEM2024001'],
    ['OEM\u200b2024001', 'OEM2024001'],
    ['ＯＥＭ2024001', 'OEM2024001'],
    ['Founder/7', 'FOUNDER/7'],
    ['OEM2024-001', 'OEM2024-001'],
  ])('is, for %j, %s', (typed, key) => {
    expect(numberKey(typed)).toBe(key)
  })
})
