import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { isPaidFor, isRenewal, validity, validityDays } from './validity.ts'

describe('validity', () => {
  test.each<[validTo: Day | null, expected: string]>([
    [null, 'Not set'],
    ['2026-03-31', 'VALID'],
    ['2026-03-30', 'EXPIRED'],
    ['2027-03-31', 'VALID'],
  ])('of %s is %s on 31 March 2026', (validTo, expected) => {
    expect(validity(validTo, new Date('2026-03-31T18:29:59.999Z'))).toBe(expected)
  })

  test('ends with the last day in India, not in UTC', () => {
    expect(validity('2026-03-31', new Date('2026-03-31T18:30:00.000Z'))).toBe('EXPIRED')
  })
})

test.each<[from: Day | null, to: Day | null, expected: string]>([
  ['2026-04-01', '2027-03-31', '01/04/2026 to 31/03/2027'],
  [null, '2027-03-31', 'Until 31/03/2027'],
  [null, null, 'Not set'],
])('the days from %s to %s are %s', (from, to, expected) => {
  expect(validityDays({ membership_valid_from: from, membership_valid_to: to })).toBe(expected)
})

describe('a payment of a paid member', () => {
  const paid: Parameters<typeof isPaidFor>[0] = {
    payment_status: true,
    membership_valid_to: '2026-03-31',
  }

  test.each<[...Parameters<typeof isPaidFor>, expected: boolean]>([
    [paid, { to: '2026-03-31' }, true],
    [paid, { to: '2026-04-01' }, false],
    [paid, { from: '2026-04-01', to: '2027-03-31' }, false],
    [paid, { from: '2026-03-31', to: '2027-03-30' }, true],
    [paid, { from: '2024-04-01', to: '2025-03-31' }, true],
    [{ ...paid, payment_status: false }, { from: '2025-04-01', to: '2026-03-31' }, false],
    [{ ...paid, membership_valid_to: null }, { to: '2026-03-31' }, false],
  ])('%j has paid for %j: %s', (member, days, expected) => {
    expect(isPaidFor(member, days)).toBe(expected)
  })

  test('is a renewal only when it starts after the current membership', () => {
    expect(isRenewal(paid, '2026-04-01')).toBe(true)
    expect(isRenewal(paid, '2026-03-31')).toBe(false)
    expect(isRenewal({ membership_valid_to: null }, '2026-04-01')).toBe(false)
  })
})
