import { describe, expect, test } from 'vitest'
import { maxInvoicePrefix, receiptNumber } from '#shared/dues/receipt-number.ts'
import { financialYear, nextFinancialYear } from '#shared/financial-year.ts'
import { isCovered, isRenewal, otherActivePayments, validity } from './rules.ts'

describe('validity', () => {
  test.each([
    [null, 'Not set'],
    ['', 'Not set'],
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

describe('financialYear', () => {
  test.each([
    ['2025-03-31T18:30:00.000Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:29:59.999Z', '2025-04-01', '2026-03-31', '2025-26'],
    ['2026-03-31T18:30:00.000Z', '2026-04-01', '2027-03-31', '2026-27'],
    ['2099-12-31T00:00:00.000Z', '2099-04-01', '2100-03-31', '2099-00'],
  ])('of %s is %s to %s', (moment, from, to, name) => {
    expect(financialYear(new Date(moment))).toEqual({ from, to, name })
  })

  test('is part of the receipt number', () => {
    const plain = { prefix: '', hasShortYear: false }
    expect(receiptNumber('2025-26', 7, plain)).toBe('R2025-26/0007')
    expect(receiptNumber('2025-26', 12345, plain)).toBe('R2025-26/12345')
    const short = { prefix: 'JFPMA', hasShortYear: true }
    expect(receiptNumber('2026-27', 42, short)).toBe('JFPMA/26-27/0042')
    expect(receiptNumber('2026-27', 42, short, 'cancellation')).toBe('JFPMA/26-27C0042')
    expect(receiptNumber('2026-27', 42, { ...short, prefix: '' })).toBe('R26-27/0042')
  })

  test.each([
    [false, 1, 1, 2],
    [true, 1, 1, 5],
    [false, 10_000, 1, 2],
    [false, 1, 10_000, 1],
    [true, 10_000, 1, 4],
    [true, 9999, 10_000, 4],
  ])(
    'short year %s, next %d and C%d: a prefix of %d',
    (hasShortYear, receipt, cancellation, max) => {
      const length = maxInvoicePrefix(hasShortYear, { receipt, cancellation })
      expect(length).toBe(max)
      const longest = { prefix: 'X'.repeat(length), hasShortYear }
      const numbers = [
        receiptNumber('2025-26', receipt, longest),
        receiptNumber('2025-26', cancellation, longest, 'cancellation'),
      ]
      expect(Math.max(...numbers.map((number) => number.length))).toBe(16)
    },
  )
})

describe('a payment of a paid member', () => {
  const paid = { payment_status: true, membership_valid_to: '2026-03-31' }

  test.each([
    [paid, '2026-03-31', true],
    [paid, '2026-04-01', false],
    [{ ...paid, payment_status: false }, '2026-03-31', false],
    [{ ...paid, membership_valid_to: null }, '2026-03-31', false],
    [paid, '', false],
  ])('%j is covered until %s: %s', (member, day, expected) => {
    expect(isCovered(member, day)).toBe(expected)
  })

  test('is a renewal only when it starts after the current membership', () => {
    expect(isRenewal(paid, '2026-04-01')).toBe(true)
    expect(isRenewal(paid, '2026-03-31')).toBe(false)
    expect(isRenewal({ membership_valid_to: null }, '2026-04-01')).toBe(false)
  })

  test('renews for the next financial year', () => {
    expect(nextFinancialYear('2026-03-31')).toEqual({
      from: '2026-04-01',
      to: '2027-03-31',
      name: '2026-27',
    })
    expect(nextFinancialYear('2026-12-31').name).toBe('2026-27')
  })

  test('lists other payments that are not reversed', () => {
    const payment = { kind: 'payment', reverses_id: null } as const
    const dues = { ...payment, id: 'dues', paid_at: '2025-04-02T09:00:00.000Z' }
    const wrong = { ...payment, id: 'wrong', paid_at: '2025-05-02T09:00:00.000Z' }
    const reversal = {
      id: 'reversal',
      kind: 'reversal',
      reverses_id: 'wrong',
      paid_at: '',
    } as const
    const renewal = { ...payment, id: 'renewal', paid_at: '2026-03-20T09:00:00.000Z' }
    const entries = [renewal, reversal, wrong, dues]
    expect(otherActivePayments(entries, renewal.paid_at)).toEqual([dues])
    expect(otherActivePayments(entries, null)).toEqual([renewal, dues])
  })
})
