import { describe, expect, test } from 'vitest'
import { farCorner, workbookOfXml } from '#test/files/workbook.ts'
import { hiddenRowsText } from './hidden-rows.ts'
import { firstTable } from './sheets.ts'
import { readSheets } from './workbook-rows.ts'
import { WorkbookTooLarge } from './zip.ts'

const sheetsOf = (book: Buffer) => readSheets(new Blob([Uint8Array.from(book)]))
const read = async (book: Buffer) => firstTable(await sheetsOf(book))
const rowsOf = async (book: Parameters<typeof workbookOfXml>[0]) =>
  (await read(workbookOfXml(book))).rows

const text = (words: string, attributes = '') =>
  `<c ${attributes} t="inlineStr"><is><t>${words}</t></is></c>`
const oneRow = (...cells: string[]) => `<row r="1">${cells.join('')}</row>`

describe('the cells of a workbook', () => {
  test.each<[name: string, cell: string, expected: string]>([
    ['a number', '<c r="A1"><v>42</v></c>', '42'],
    ['a number in a format', '<c r="A1" s="1"><v>42</v></c>', 'OEM-042'],
    ['a day', '<c r="A1" s="2" t="n"><v>46117</v></c>', '2026-04-05'],
    ['a float', '<c r="A1"><v>5899.999999999999</v></c>', '5900'],
    ['a long number', '<c r="A1"><v>6.19900000012E11</v></c>', '619900000012'],
    ['a shared string', '<c r="A1" t="s"><v>0</v></c>', 'Asha'],
    ['a string in parts', '<c r="A1" t="s"><v>1</v></c>', 'Kaveri Works'],
    ['a string with its pronunciation', '<c r="A1" t="s"><v>2</v></c>', '東京'],
    ['a string that is missing', '<c r="A1" t="s"><v>9</v></c>', ''],
    [
      'an inline string in parts',
      '<c r="A1" t="inlineStr"><is><r><t>A</t></r><r><rPr/><t> B</t></r><rPh><t>no</t></rPh></is></c>',
      'A B',
    ],
    ['a line break', text('a\nb', 'r="A1"'), 'a\nb'],
    ['an escaped character', text('a_x000D_&#10;b_x005F_x0041_', 'r="A1"'), 'a\r\nb_x0041_'],
    [
      'a formula with a text',
      '<c r="A1" t="str"><f>"a"&amp;"b"</f><v>ab &amp; c</v></c>',
      'ab & c',
    ],
    ['a formula with a number', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula without a value', '<c r="A1"><f>1+1</f></c>', ''],
    ['an error', '<c r="A1" t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['true', '<c r="A1" t="b"><v>1</v></c>', 'Yes'],
    ['false', '<c r="A1" t="b"><v>0</v></c>', 'No'],
    ['an ISO day', '<c r="A1" t="d"><v>2026-04-05T10:30:00</v></c>', '2026-04-05'],
    ['CDATA', '<c r="A1" t="str"><v><![CDATA[a<b]]></v></c>', 'a<b'],
    ['a style that is missing', '<c r="A1" s="99"><v>5</v></c>', '5'],
    ['no number', '<c r="A1"><v>five</v></c>', 'five'],
  ])('%s', async (_name, cell, expected) => {
    const strings =
      '<si><t>Asha</t></si><si><r><t>Kaveri</t></r><r><t xml:space="preserve"> Works</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>'
    const formats = ['"OEM-"000', 'dd/mm/yyyy']
    const rows = oneRow(cell, text('x', 'r="B1"'))
    expect(await rowsOf({ rows, strings, formats })).toEqual([[expected, 'x']])
  })

  test('days of a workbook that counts from 1904', async () => {
    const rows = oneRow('<c r="A1" s="1"><v>44655</v></c>')
    const properties = '<workbookPr date1904="1"/>'
    expect(await rowsOf({ rows, properties, formats: ['d/m/y'] })).toEqual([['2026-04-05']])
  })

  test('built-in formats', async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="44"/><xf numFmtId="49"/><xf numFmtId="9"/></cellXfs></styleSheet>'
    const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`
    const rows = oneRow(
      cell(1, 46117),
      cell(2, 0.5),
      cell(3, 0),
      cell(4, 619900000012),
      cell(5, 0.18),
    )
    expect(await rowsOf({ rows, parts: { 'xl/styles.xml': styles } })).toEqual([
      ['2026-04-05', '12:00', '-', '619900000012', '0.18'],
    ])
  })
})

describe('the rows of a workbook', () => {
  test('cells and rows without addresses follow one another', async () => {
    const rows = `<row>${text('a')}${text('b')}</row><row r="3">${text('c', 'r="B3"')}${text('d')}</row><row>${text('e')}</row>`
    expect(await rowsOf({ rows })).toEqual([['a', 'b'], [], ['', 'c', 'd'], ['e']])
  })

  test('blank cells far away do not become rows', async () => {
    const rows = `${oneRow(text('a'), text(' ', 'r="XFD1"'))}<row r="1048576">${text(' ', 'r="A1048576"')}</row>`
    expect(await rowsOf({ rows })).toEqual([['a']])
  })

  test('a cell with content far away is too large', async () => {
    await expect(read(farCorner())).rejects.toThrow(WorkbookTooLarge)
    const rows = '<row r="2000000"><c><v>1</v></c></row>'
    await expect(rowsOf({ rows })).rejects.toThrow(WorkbookTooLarge)
  })

  test.each([
    ['a blank sheet', ''],
    ['a cover', `<row><c t="inlineStr"><is><t>Members</t></is></c></row>`],
  ])('those after %s are read', async (_, cover) => {
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
    const parts = {
      'xl/workbook.xml': `<workbook ${main} xmlns:r="r"><sheets><sheet name="A" r:id="a"/><sheet name="B" r:id="b"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${type}" Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="${type}" Target="worksheets/b.xml"/></Relationships>`,
      'xl/worksheets/b.xml': `<worksheet ${main}><sheetData>${oneRow(text('Name'), text('Email'))}</sheetData></worksheet>`,
    }
    const book = workbookOfXml({ rows: cover, parts })
    expect((await sheetsOf(book)).map(({ name }) => name)).toEqual(['A', 'B'])
    expect((await read(book)).rows).toEqual([['Name', 'Email']])
  })

  test('hidden rows with content are named', async () => {
    const row = (number: number, attributes: string) =>
      `<row r="${number}" ${attributes}>${text(`${number}`)}</row>`
    const rows = `${row(1, '')}${row(2, 'hidden="1"')}${row(3, 'hidden="true"')}${row(4, 'hidden="0"')}<row r="5" hidden="1"/>`
    expect(await read(workbookOfXml({ rows }))).toMatchObject({
      rows: [['1'], ['2'], ['3'], ['4']],
      hiddenRows: [2, 3],
    })
  })

  test('a Strict workbook', async () => {
    const change = (xml: string) =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        )
    const rows = oneRow('<c r="A1" s="1" t="d"><v>2026-04-05</v></c>', '<c s="2"><v>7</v></c>')
    expect(await rowsOf({ rows, change, formats: ['d/m/y', '000'] })).toEqual([
      ['2026-04-05', '007'],
    ])
  })

  test('elements with a prefix', async () => {
    const change = (xml: string) =>
      xml.includes('<worksheet') || xml.includes('<workbook')
        ? xml
            .replace(/<(\/?)(?=[a-z])/g, '<$1x:')
            .replaceAll('xmlns="', 'xmlns:x="')
            .replaceAll(' r:id=', ' rel:id=')
            .replaceAll('xmlns:r=', 'xmlns:rel=')
        : xml
    expect(await rowsOf({ rows: oneRow(text('a'), '<c><v>1</v></c>'), change })).toEqual([
      ['a', '1'],
    ])
  })

  test('the first sheet that is visible and has cells', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
    const sheet = (words: string) =>
      `<worksheet><sheetData>${oneRow(text(words))}</sheetData></worksheet>`
    const parts = {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="A" state="hidden" r:id="a"/><sheet name="B" state="veryHidden" r:id="b"/><sheet name="C" r:id="c"/><sheet name="D" r:id="d"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 'worksheets/sheet1.xml')}${relation('b', 'worksheet', 'worksheets/sheet1.xml')}${relation('c', 'chartsheet', 'chart.xml')}${relation('d', 'worksheet', '/xl/deep/../other.xml')}</Relationships>`,
      'xl/other.xml': sheet('shown'),
    }
    expect(await rowsOf({ rows: oneRow(text('hidden')), parts })).toEqual([['shown']])
  })

  test('a sheet without content', async () => {
    expect(await rowsOf({ rows: '' })).toEqual([])
  })

  test.each([
    ['torn XML', { rows: '<row><c r="A1"' }, 'closing tag mismatch'],
    [
      'no sheet',
      { rows: '', parts: { 'xl/workbook.xml': '<workbook/>' } },
      'The workbook lacks a part',
    ],
  ])('%s is no workbook', async (_name, book, message) => {
    await expect(rowsOf(book)).rejects.toThrow(message)
  })
})

test.each<[rows: number[], words: string]>([
  [[3], '1 hidden row (row 3)'],
  [[3, 4], '2 hidden rows (rows 3 and 4)'],
  [[3, 4, 5, 9], '4 hidden rows (rows 3 to 5 and 9)'],
  [[1, 3, 5, 7, 9, 11, 13], '7 hidden rows (rows 1, 3, 5, 7, 9, 11 and others)'],
])('%j are %s', (rows, words) => {
  expect(hiddenRowsText(rows)).toBe(words)
})
