import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvRow, unescapeFormula } from '#shared/csv.ts'
import { CsvRows, RowTooLong } from './csv-rows.ts'

/** The rows of a text that arrives in pieces of this length. */
function read(text: string, { delimiter = ',', pieceLength = 1000, maxLength = 1000 } = {}) {
  const csv = new CsvRows(delimiter, maxLength)
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${pieceLength}}`, 'g')) ?? ['']
  return pieces.flatMap((piece, index) => [...csv.read(piece, index === pieces.length - 1)])
}
const cellsOf = (text: string, options = {}) => read(text, options).map(({ cells }) => cells)

const unclosed = (...cells: string[]) => ({ unclosed: cells })

test.each<[text: string, ...rows: (string[] | { unclosed: string[] })[]]>([
  ['a,b', ['a', 'b']],
  ['a,b\n', ['a', 'b']],
  ['a,b\r\nc,d\r\n', ['a', 'b'], ['c', 'd']],
  ['a\rb\r', ['a'], ['b']],
  ['a\n\nb', ['a'], [''], ['b']],
  [',\n', ['', '']],
  ['"a","b"', ['a', 'b']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a ""b"" c",d', ['a "b" c', 'd']],
  ['"",""', ['', '']],
  ['""""', ['"']],
  ['"a\nb",c\nd,e', ['a\nb', 'c'], ['d', 'e']],
  ['"a\r\nb\r\n",c', ['a\r\nb\r\n', 'c']],
  // A mark within a cell that did not begin with one is a letter.
  ['PLY 6" BOARD,x\ny', ['PLY 6" BOARD', 'x'], ['y']],
  ['6",4",x"', ['6"', '4"', 'x"']],
  ['a "b, c" d,e', ['a "b', ' c" d', 'e']],
  ['="0012",x', ['="0012"', 'x']],
  [' "a",b', [' "a"', 'b']],
  ['\'"a,b', ['\'"a', 'b']],
  // A text after the mark that closes a cell belongs to it.
  ['"6" BOARD",x', ['6" BOARD', 'x']],
  ['"6" BOARD,x', ['6" BOARD', 'x']],
  ['"A" GRADE PLY,x,"7"', ['A" GRADE PLY', 'x', '7']],
  ['"NEFT 6" PLY, GOOD","500"', ['NEFT 6" PLY, GOOD', '500']],
  ['"a" ,b', ['a', 'b']],
  ['"a" \r\nb', ['a'], ['b']],
  // A cell that begins with a mark and never ends costs its line.
  ['x,"a,b\nc,d', unclosed('x', '"a', 'b'), ['c', 'd']],
  ['x,"a,b\nc,"d",e\nf', unclosed('x', '"a', 'b'), ['c', 'd', 'e'], ['f']],
  ['"a\n"b"\n', unclosed('"a'), ['b']],
  ['a\n"b', ['a'], unclosed('"b')],
  ['p,"a\n"",x,"y"\n', unclosed('p', '"a'), ['', 'x', 'y']],
  ['"a""', unclosed('"a""')],
  ['"', unclosed('"')],
  [
    '1,"a,5\r\n2,"b,6\r\n3,c,7',
    unclosed('1', '"a', '5'),
    unclosed('2', '"b', '6'),
    ['3', 'c', '7'],
  ],
])('%j is read, whatever pieces it comes in', (text, ...rows) => {
  for (const pieceLength of [1, 2, 3, 1000]) {
    const found = read(text, { pieceLength }).map(({ cells, isUnclosed }) =>
      isUnclosed ? { unclosed: cells } : cells,
    )
    expect(found).toEqual(rows)
  }
})

test.each([';', '\t'])('reads cells between %j', (delimiter) => {
  expect(cellsOf(`a,1${delimiter}"b${delimiter}c"\n`, { delimiter })).toEqual([
    ['a,1', `b${delimiter}c`],
  ])
})

test('counts the lines of the file', () => {
  const rows = read('a,"b\nc\r\nd"\n"x\ny,z')
  expect(rows.map(({ lines }) => lines)).toEqual([3, 1, 1])
})

test('a line beyond the limit is refused, an unclosed cell beyond it costs its line', () => {
  expect(() => read('a'.repeat(1201), { pieceLength: 100 })).toThrow(RowTooLong)
  expect(() => read(`"${'a'.repeat(1301)}`, { pieceLength: 100 })).toThrow(RowTooLong)
  const rows = read(`"a\n${'b\n'.repeat(600)}`, { pieceLength: 100 })
  expect(rows).toHaveLength(601)
  expect(rows.filter(({ isUnclosed }) => isUnclosed)).toHaveLength(1)
})

describe('what the portal writes', () => {
  test('is read as it was', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'=\'"\r\n,; aक'), maxLength: 8 })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (written, pieceLength) => {
        const text = written.map(csvRow).join('')
        const found = text === '' ? [] : cellsOf(text, { pieceLength })
        expect(found.map((cells) => cells.map(unescapeFormula))).toEqual(written)
      }),
      { numRuns: 2000 },
    )
  })
})
