import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { xlsxStream, xlsxWorkbook } from './xlsx.ts'

const column = { heading: 'Name', kind: 'text', width: 20 } as const

test.each([
  ['a\uFFFEb\uFFFF', 'ab'],
  ['\uFFFE=1+1', "'=1+1"],
  ['<b>&]]>', '<b>&]]>'],
  ['+91 98290 12345', '+91 98290 12345'],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
])('an xlsx file has %j as the text %j', async (text, cell) => {
  async function* rows() {
    yield [text]
  }
  const file = new Response(xlsxStream('Members', [column], rows()))
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  expect(sheets[0]?.rows).toEqual([['Name'], [cell]])
})

test('a workbook has its sheets, with numbers as numbers', async () => {
  const amount = { heading: 'Amount', kind: 'money', width: 12 } as const
  const file = await xlsxWorkbook([
    { name: 'First', columns: [column, amount], rows: [['=1+1', 1250.5]] },
    { name: 'Second', columns: [column], rows: [] },
  ])
  const { sheets } = await readXlsx(file)
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'First',
      [
        ['Name', 'Amount'],
        ["'=1+1", 1250.5],
      ],
    ],
    ['Second', [['Name']]],
  ])
})
