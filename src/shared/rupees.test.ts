import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalRupees, formatRupees, maxPaise, parseRupees, shortRupees } from './rupees.ts'

describe('an amount as people type it', () => {
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
  ])('%s is so many paise', (typed, paise) => {
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
  ])('%s is none', (typed) => {
    expect(parseRupees(typed)).toBeUndefined()
  })

  test('a cell full of blanks is none, and keeps nobody waiting', () => {
    expect(parseRupees(`1${' '.repeat(60_000)}1`)).toBeUndefined()
    expect(parseRupees(`500${' '.repeat(60_000)}/-`)).toBe(50_000)
  })
})

describe('an amount as people read it', () => {
  test.each([
    [12_500_000, '₹1,25,000'],
    [12_500_050, '₹1,25,000.50'],
    [5, '₹0.05'],
    [-500_000, '-₹5,000'],
    [0, '₹0'],
  ])('%i paise are grouped by lakh', (paise, words) => {
    expect(formatRupees(paise)).toBe(words)
  })

  test('comes back as the same paise, to the last one', () => {
    const paise = fc.integer({ min: 0, max: maxPaise })
    fc.assert(
      fc.property(paise, (amount) => {
        expect(parseRupees(formatRupees(amount))).toBe(amount)
        expect(parseRupees(decimalRupees(amount))).toBe(amount)
      }),
    )
  })
})

describe('an amount where there is little room', () => {
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
  ])('%i paise are about %s', (paise, words) => {
    expect(shortRupees(paise)).toBe(words)
  })
})
