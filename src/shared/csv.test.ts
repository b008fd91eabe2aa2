import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText, csvRow, escapeFormula, unescapeFormula } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+91 98765 43210', "'+91 98765 43210"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ['5000', '5000'],
  ['', ''],
])('escapes the cell %j as %j and restores it', (cell, escaped) => {
  expect(escapeFormula(cell)).toBe(escaped)
  expect(unescapeFormula(escaped)).toBe(cell)
})

test.each([
  ["'9876543210", '9876543210'],
  ["'98765 43210", '98765 43210'],
  ["'+91 98765 43210", '+91 98765 43210'],
  ["'0012", '0012'],
  ["'12/04/2024", '12/04/2024'],
  ["'2024-25", '2024-25'],
  ["'5,000/-", '5,000/-'],
  ["'-500", '-500'],
  ["'९८७६५४३२१०", '९८७६५४३२१०'],
  ["'N123456789", 'N123456789'],
  ["'OEM2024001", 'OEM2024001'],
  ["'12, Phase II, Delhi", '12, Phase II, Delhi'],
  // A workbook's cell with the mark, as the screen sends it.
  ["''+919876543210", '+919876543210'],
  ["D'Souza", "D'Souza"],
  ["'D'Souza'", "'D'Souza'"],
  ["'quoted'", "'quoted'"],
  ["'1 Ply'", "'1 Ply'"],
  ["'n Sons", "'n Sons"],
  ["'Best Ply 24 Udyog", "'Best Ply 24 Udyog"],
  ["'90s Furniture", "'90s Furniture"],
  ["'", "'"],
  ["5'", "5'"],
])('the text of the cell %j is %j', (cell, text) => {
  expect(cellText(cell)).toBe(text)
})

test('quotes every cell and ends the row with CRLF', () => {
  expect(csvRow(['Teak "A"', 'a,b', ''])).toBe('"Teak ""A""","a,b",""\r\n')
})

test('writes numbers as numbers, which a sum of a spreadsheet adds up', () => {
  expect(csvRow(['-5', -5, -750.5, 0])).toBe(`"'-5","-5","-750.5","0"\r\n`)
})

test('restores 100,000 random cells, none of which begins a formula', () => {
  const character = fc.constantFrom(...`'=+-@\t\r\n",;＝－ aक`)
  const cell = fc.oneof(fc.string({ unit: character, maxLength: 8 }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 100, maxLength: 100 }), (cells) => {
      const row = csvRow(cells)
      const [parsed = []]: string[][] = parse(row, { record_delimiter: '\r\n' })
      expect(parsed.map(unescapeFormula)).toEqual(cells)
      expect(parsed.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
