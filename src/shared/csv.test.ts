import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRow, escapeFormula, unescapeFormula } from './csv.ts'

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
])('the cell %j leaves as %j and comes back as it was', (cell, guarded) => {
  expect(escapeFormula(cell)).toBe(guarded)
  expect(unescapeFormula(guarded)).toBe(cell)
})

test('a line quotes every cell and ends as spreadsheets want it', () => {
  expect(csvRow(['Teak "A"', 'a,b', ''])).toBe('"Teak ""A""","a,b",""\r\n')
})

test('100,000 random cells come back as they were, and none begins a formula', () => {
  const sign = fc.constantFrom(...`'=+-@\t\r\n",;＝－ aक`)
  const cell = fc.oneof(fc.string({ unit: sign, maxLength: 8 }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 100, maxLength: 100 }), (cells) => {
      const line = csvRow(cells)
      const [read = []]: string[][] = parse(line, { record_delimiter: '\r\n' })
      expect(read.map(unescapeFormula)).toEqual(cells)
      expect(read.filter((one) => /^[=+\-@\t\r\n＝＋－＠]/.test(one))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
