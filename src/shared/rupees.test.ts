import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalRupees, formatRupees, maxPaise, parseRupees, shortRupees } from './rupees.ts'

describe('parsing a typed amount', () => {
  test.each([
    ['5000', 500_000],
    ['5,000.50', 500_050],
    ['₹ 1,25,000', 12_500_000],
    ['Rs. 500/-', 50_000],
    ['rs 0.05', 5],
    ['INR 12.5', 1250],
    ['12.', 1200],
    ['１２', 1200],
    ['0', 0],
    ['1000000000', maxPaise],
  ])('reads %s as %i paise', (typed, paise) => {
    expect(parseRupees(typed)).toBe(paise)
  })

  test.each([
    '',
    '-5',
    '1e3',
    '0x10',
    '5.001',
    '1,2',
    '1.2.3',
    'five',
    '5 000',
    '1000000001',
    'NaN',
  ])('rejects %s', (typed) => {
    expect(parseRupees(typed)).toBeUndefined()
  })

  test('takes linear time for a cell full of blanks', () => {
    expect(parseRupees(`1${' '.repeat(60_000)}1`)).toBeUndefined()
    expect(parseRupees(`500${' '.repeat(60_000)}/-`)).toBe(50_000)
  })
})

describe('formatting an amount', () => {
  test.each([
    [12_500_000, '₹1,25,000'],
    [12_500_050, '₹1,25,000.50'],
    [5, '₹0.05'],
    [-500_000, '-₹5,000'],
    [0, '₹0'],
  ])('formats %i paise as %s', (paise, expected) => {
    expect(formatRupees(paise)).toBe(expected)
  })

  test('can be parsed back to the same paise', () => {
    const paise = fc.integer({ min: 0, max: maxPaise })
    fc.assert(
      fc.property(paise, (amount) => {
        expect(parseRupees(formatRupees(amount))).toBe(amount)
        expect(parseRupees(decimalRupees(amount))).toBe(amount)
      }),
    )
  })
})

describe('formatting a short amount', () => {
  test.each([
    [0, '₹0'],
    [95_000, '₹950'],
    [99_940, '₹999'],
    [1_00_000, '₹1K'],
    [75_00_000, '₹75K'],
    [99_499_00, '₹99K'],
    [99_500_00, '₹1L'],
    [1_24_000_00, '₹1.2L'],
    [99_50_000_00, '₹1Cr'],
    [3_40_00_000_00, '₹3.4Cr'],
  ])('rounds %i paise to %s', (paise, expected) => {
    expect(shortRupees(paise)).toBe(expected)
  })
})
