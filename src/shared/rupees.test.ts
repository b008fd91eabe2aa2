import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalRupees, formatRupees, groupedRupees, shortRupees } from './rupees.ts'
import { maxPaise, readPaise } from './values/amount.ts'

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
        expect(readPaise(formatRupees(amount))).toBe(amount)
        expect(readPaise(decimalRupees(amount))).toBe(amount)
        expect(readPaise(groupedRupees(amount))).toBe(amount)
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
