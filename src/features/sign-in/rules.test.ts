import { describe, expect, test } from 'vitest'
import { isCode, normalCode } from './rules.ts'

describe('normalCode', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-456', '123456'],
    ['०१२३४५', '012345'],
    ['६७ ८९-०१', '678901'],
    ['৭৮৯০১২', '789012'],
    ['٠١٢٣٤٥', '012345'],
    ['۶۷۸۹۰۱', '678901'],
    ['０１２３４５', '012345'],
    ['𝟎𝟏𝟐𝟳𝟴𝟵', '012789'],
    ['१2३4५6', '123456'],
  ])('reads the code from %j', (typed, digits) => {
    expect(normalCode(typed)).toBe(digits)
    expect(isCode(normalCode(typed))).toBe(true)
  })

  test.each(['१२३४५', '१२३४५६७', 'अ२३४५६', '12345²', '½23456', ''])(
    'finds no code in %j',
    (typed) => {
      expect(isCode(normalCode(typed))).toBe(false)
    },
  )

  test('reads the digits of every script', () => {
    let scripts = 0
    for (let code = 0; code <= 0x10ffff; code++) {
      if (!/\p{Nd}/u.test(String.fromCodePoint(code))) continue
      const ten = Array.from({ length: 10 }, (_, n) => String.fromCodePoint(code + n))
      expect(normalCode(ten.join(''))).toBe('0123456789')
      scripts += 1
      code += 9
    }
    expect(scripts).toBeGreaterThan(50)
  })
})
