import { describe, expect, test } from 'vitest'
import {
  financialYear,
  isCovered,
  isRenewal,
  nextFinancialYear,
  otherActivePayments,
  receiptNumber,
  validity,
} from './rules.ts'

describe('the validity of a membership', () => {
  test.each([
    [null, 'Not set'],
    ['', 'Not set'],
    ['2026-03-31', 'VALID'],
    ['2026-03-30', 'EXPIRED'],
    ['2027-03-31', 'VALID'],
  ])('until %s is %s on the last day of March 2026', (validTo, words) => {
    expect(validity(validTo, new Date('2026-03-31T18:29:59.999Z'))).toBe(words)
  })

  test('ends with its last day in India, not in Greenwich', () => {
    expect(validity('2026-03-31', new Date('2026-03-31T18:30:00.000Z'))).toBe('EXPIRED')
  })
})

describe('the financial year', () => {
  test.each([
    ['2025-03-31T18:30:00.000Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:29:59.999Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:30:00.000Z', '2026-04-01', '2027-03-31', '2026-27'],
    ['2099-12-31T00:00:00.000Z', '2099-04-01', '2100-03-31', '2099-00'],
  ])('around %s begins %s and ends %s', (moment, from, to, name) => {
    expect(financialYear(new Date(moment))).toEqual({ from, to, name })
  })

  test('numbers its receipts', () => {
    expect(receiptNumber('2025-26', 7)).toBe('R2025-26/0007')
    expect(receiptNumber('2025-26', 12345)).toBe('R2025-26/12345')
  })
})

describe('a payment beside the one that stands', () => {
  const paid = { payment_status: true, membership_valid_to: '2026-03-31' }

  test.each([
    [paid, '2026-03-31', true],
    [paid, '2026-04-01', false],
    [{ ...paid, payment_status: false }, '2026-03-31', false],
    [{ ...paid, membership_valid_to: null }, '2026-03-31', false],
    [paid, '', false],
  ])('%j has paid up to %s: %s', (member, day, words) => {
    expect(isCovered(member, day)).toBe(words)
  })

  test('is a renewal once it begins after it, and takes its place otherwise', () => {
    expect(isRenewal(paid, '2026-04-01')).toBe(true)
    expect(isRenewal(paid, '2026-03-31')).toBe(false)
    expect(isRenewal({ membership_valid_to: null }, '2026-04-01')).toBe(false)
  })

  test('is renewed for the financial year that follows', () => {
    expect(nextFinancialYear('2026-03-31')).toEqual({
      from: '2026-04-01',
      to: '2027-03-31',
      name: '2026-27',
    })
    expect(nextFinancialYear('2026-12-31').name).toBe('2026-27')
  })

  test('stays in the book when the one that counts is taken back, unless it was taken back before', () => {
    const line = { kind: 'payment', reverses_id: null } as const
    const dues = { ...line, id: 'dues', paid_at: '2025-04-02T09:00:00.000Z' }
    const wrong = { ...line, id: 'wrong', paid_at: '2025-05-02T09:00:00.000Z' }
    const reversal = {
      id: 'reversal',
      kind: 'reversal',
      reverses_id: 'wrong',
      paid_at: '',
    } as const
    const renewal = { ...line, id: 'renewal', paid_at: '2026-03-20T09:00:00.000Z' }
    const book = [renewal, reversal, wrong, dues]
    expect(otherActivePayments(book, renewal.paid_at)).toEqual([dues])
    expect(otherActivePayments(book, null)).toEqual([renewal, dues])
  })
})
