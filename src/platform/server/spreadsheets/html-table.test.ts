import { expect, test } from 'vitest'
import { isTableText, readTable } from './html-table.ts'

test.each<[name: string, source: string, ...rows: string[][]]>([
  ['cells', '<table><tr><th>Date<th>Credit<tr><td>1<td>2</table>', ['Date', 'Credit'], ['1', '2']],
  [
    'entities',
    '<tr><td>A &amp; B&nbsp;&#8377;&#x20B9; &unknown; &lt;</td></tr>',
    ['A & B ₹₹ &unknown; <'],
  ],
  ['blanks and tags', '<tr><td>\n <b>Shree</b>\r\n  Ply </td></tr>', ['Shree Ply']],
  [
    'breaks',
    '<tr><td>Plot 7<br/>Peenya</td><td><p>a</p><p>b</p></td></tr>',
    ['Plot 7\nPeenya', 'a\nb'],
  ],
  ['spans', '<tr><td colspan="3">Title</td><td>x</td></tr>', ['Title', '', '', 'x']],
  [
    'scripts',
    '<style>tr {}</style><tr><td>a<script>"<td>x"</script></td><!-- <td>b --></tr>',
    ['a'],
  ],
  ['nested tables', '<tr><td>A<table><tr><td>B</td></tr></table></td></tr>', ['A'], ['B']],
  ['capitals and a letter <', '<TR><TD NOWRAP>1 < 2</TD></TR>', ['1 < 2']],
  [
    'XML of Excel 2003',
    `<?xml version="1.0"?><Workbook xmlns:ss="u"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Name</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">5</Data></Cell></Row></Table></Worksheet><Worksheet><Row><Cell>no</Cell></Row></Worksheet></Workbook>`,
    ['Name', '', '5'],
  ],
  ['no end', '<tr><td>a<td>b', ['a', 'b']],
  ['a comment without end', '<tr><td>a</td><!-- <td>b</td></tr>', ['a']],
])('reads a table with %s', (_name, source, ...rows) => {
  expect([...readTable(source)]).toEqual(rows)
})

test.each([
  ['<html><body><TABLE border=1>', true],
  ['\r\n<!DOCTYPE html>\n<table>', true],
  ['<?xml version="1.0"?><ss:Workbook xmlns:ss="a">', true],
  ['<html><body>Session expired', false],
  ['Name,<table>', false],
])('%j is a table: %s', (head, expected) => {
  expect(isTableText(head)).toBe(expected)
})

test('hostile tags cost no more than a second', () => {
  const before = performance.now()
  for (const part of ['<td "', '<!-', '<', '<td colspan=999999>', '&#', '<script'])
    for (const _row of readTable(`<tr>${part.repeat(20_000)}`)) break
  expect(performance.now() - before).toBeLessThan(5000)
})
