import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOfSupply, splitTax, stateCodeOf } from './tax.ts'

test('splits an amount with 18 percent', () => {
  expect(splitTax(590_000, 1800, false)).toEqual({
    taxable_paise: 500_000,
    cgst_paise: 45_000,
    sgst_paise: 45_000,
    igst_paise: 0,
  })
  expect(splitTax(590_000, 1800, true)).toMatchObject({
    taxable_paise: 500_000,
    igst_paise: 90_000,
  })
  expect(splitTax(500_000, 0, false)).toMatchObject({ taxable_paise: 500_000, cgst_paise: 0 })
})

test('the parts of any amount add up, and CGST equals SGST', () => {
  const amounts = fc.integer({ min: 0, max: 10_000_000_000 })
  const rates = fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800)
  fc.assert(
    fc.property(amounts, rates, fc.boolean(), (paise, rate, isInterstate) => {
      const parts = splitTax(paise, rate, isInterstate)
      const tax = parts.cgst_paise + parts.sgst_paise + parts.igst_paise
      expect(parts.taxable_paise + tax).toBe(paise)
      expect(parts.cgst_paise).toBe(parts.sgst_paise)
      expect(Math.abs(tax - (parts.taxable_paise * rate) / 10_000)).toBeLessThanOrEqual(1.5)
    }),
  )
})

test('names the place of supply', () => {
  expect(placeOfSupply('27')).toBe('27 Maharashtra')
  expect(placeOfSupply('99')).toBe('99')
  expect(placeOfSupply('')).toBe('')
  expect(stateCodeOf('28AAATF0000K1Z9')).toBe('37')
})
