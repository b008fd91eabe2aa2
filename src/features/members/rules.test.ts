import { describe, expect, test } from 'vitest'
import {
  conflictingField,
  formatMembershipNumber,
  numberKey,
  numberSeries,
  numberTakenMessage,
  whatsappDigits,
} from './rules.ts'

describe('a membership number', () => {
  test.each([
    ['oem', 2024, 1, 'OEM2024001'],
    ['vendor', 2025, 42, 'VENDOR2025042'],
    ['oem', 2025, 999, 'OEM2025999'],
    ['oem', 2025, 1000, 'OEM20251000'],
  ] as const)('of %s in %i, number %i, is %s', (role, year, serial, expected) => {
    expect(formatMembershipNumber(numberSeries(role, year), serial)).toBe(expected)
  })

  test.each([
    ['OEM2024001', 'OEM2024001'],
    ['oem2024001', 'OEM2024001'],
    [' OEM 2024 001 ', 'OEM2024001'],
    ['OEM\u200b2024001', 'OEM2024001'],
    ['ＯＥＭ2024001', 'OEM2024001'],
    ['Founder/7', 'FOUNDER/7'],
    ['OEM2024-001', 'OEM2024-001'],
  ])('written %j is the same as %s', (typed, key) => {
    expect(numberKey(typed)).toBe(key)
  })
})

describe('the field a clash is about', () => {
  test.each([
    [numberTakenMessage('OEM2024001'), 'membership_number'],
    ['This e-mail address already belongs to Asha Patil of Teak & Co', 'email'],
  ])('%s: %s', (words, field) => {
    expect(conflictingField(words)).toBe(field)
  })
})

describe('the digits for a WhatsApp link', () => {
  test.each([
    ['9876543210', '919876543210'],
    ['98765 43210', '919876543210'],
    ['09876543210', '919876543210'],
    ['+91 98765-43210', '919876543210'],
    ['919876543210', '919876543210'],
    ['0091 98765 43210', '919876543210'],
    ['+91 (0) 98765 43210', '919876543210'],
    ['+65 9123 4567', '6591234567'],
    ['+1 415 555 2671', '14155552671'],
    ['98765 43210 / 98765 43211', '919876543210'],
    ['', ''],
    ['on request', ''],
  ])('of %j are %j', (typed, digits) => {
    expect(whatsappDigits(typed)).toBe(digits)
  })
})
