import { expect, test } from 'vitest'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { firstTable } from '#platform/web/workbook/sheets.ts'
import { readSheets } from '#platform/web/workbook/workbook-rows.ts'
import { csvRow } from '#shared/csv.ts'
import { refusedSheets } from '#shared/spreadsheets/sheet-kinds.ts'
import {
  type BankLine,
  bankAccount,
  bankLayouts,
  bankStatement,
  statementRows,
} from '#test/files/bank-statements.ts'
import { compressedWorkbook } from '#test/files/workbook.ts'
import { readStatement } from './read-statement.ts'

const uploaded = (bytes: Buffer, name = 'a.csv'): TempUpload =>
  ({
    name,
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  }) as unknown as TempUpload

const read = (text: string | Buffer, name?: string) =>
  readStatement(uploaded(Buffer.from(text), name))

const lines: BankLine[] = [
  {
    date: '2026-04-05',
    narration: 'UPI-SHREE PLY-SHREE@OKHDFC-609512345678-DUES',
    reference: '609512345678',
    credit: 590_000,
  },
  { date: '2026-04-05', narration: 'CHARGES, "QUARTERLY"', debit: 11_800 },
  {
    date: '2026-04-13',
    narration: 'NEFT-ICICN26040512345678-DECORA BOARDS',
    reference: 'ICICN26040512345678',
    credit: 1_25_000_50,
  },
  { date: '2026-05-01', narration: 'INT.PD:01-01-2026 TO 31-03-2026', credit: 1 },
]

test.each(bankLayouts)('reads a statement of %s', async (layout) => {
  const { name, bytes } = bankStatement(layout, lines)
  const statement = await readStatement(uploaded(bytes, name))
  expect(statement).toMatchObject({
    account: bankAccount.slice(-4),
    from: '2026-04-05',
    to: '2026-05-01',
    period_end: '2026-05-01',
    debits: 1,
    warnings: [],
  })
  expect(statement.credits.map(({ date, amount_paise }) => [date, amount_paise])).toEqual([
    ['2026-04-05', 590_000],
    ['2026-04-13', 1_25_000_50],
    ['2026-05-01', 1],
  ])
  expect(statement.credits[0]?.narration).toContain('SHREE PLY')
  expect(statement.credits[1]?.reference).toContain('ICICN26040512345678')
})

const asText = (rows: string[][]) => rows.map((row) => row.join(';')).join('\n')
test('reads the workbook of a bank as the browser sends it', async () => {
  const workbook = compressedWorkbook(statementRows.ICICI(lines))
  const { rows } = firstTable(await readSheets(new Blob([new Uint8Array(workbook)])))
  const statement = await read(rows.map(csvRow).join(''))
  expect(statement).toMatchObject({ account: '4321', debits: 1, warnings: [] })
  expect(statement.credits.map(({ amount_paise }) => amount_paise)).toEqual([
    590_000, 1_25_000_50, 1,
  ])
})

const withoutComma = lines.filter(({ debit }) => !debit)

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text.replace('SHREE', 'CAF\xc9'), 'latin1')],
])('reads %s with semicolons', async (_name, encode) => {
  const text = asText(statementRows.HDFC(withoutComma))
  const { credits } = await read(encode(text))
  expect(credits).toHaveLength(3)
  expect(credits[0]?.narration).toMatch(/SHREE PLY|CAFÉ PLY/)
})

const table = (...rows: string[]) =>
  ['Date,Description,Ref No,Debit,Credit,Balance', ...rows].join('\n')

test.each([
  ['05/04/26', '2026-04-05'],
  ['05-Apr-2026', '2026-04-05'],
  ['2026-04-05', '2026-04-05'],
  ['5.4.2026', '2026-04-05'],
  ['05/04/2026 10:15:22 AM', '2026-04-05'],
])('reads the date %s with the day first', async (date, day) => {
  expect((await read(table(`${date},a,,,1.00,`))).from).toBe(day)
})

test('reads dates with the month first only where the file shows it', async () => {
  expect(await read(table('4/25/2026,a,,,1,', '4/5/2026,a,,,1,'))).toMatchObject({
    from: '2026-04-05',
    to: '2026-04-25',
  })
  const { credits, warnings } = await read(table('25/4/2026,a,,,1,', '4/25/2026,a,,,1,'))
  expect(credits).toHaveLength(1)
  expect(warnings).toEqual(['Row 3 was skipped: its date could not be read.'])
})

test('reads amounts in one column with Dr and Cr', async () => {
  const text = [
    'Sl. No.,Transaction Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
    '1,05-04-2026,UPI/A,UPI-1,"1,500.00",CR,"2,500.00",CR',
    '2,06-04-2026,UPI/B,UPI-2,500.00,DR,"2,000.00",CR',
  ].join('\n')
  expect(await read(text)).toMatchObject({
    credits: [{ amount_paise: 150_000, narration: 'UPI/A', reference: 'UPI-1' }],
    debits: 1,
    warnings: [],
  })
})

test('reads amounts in one column with a minus before those that are paid out', async () => {
  const rows = [
    '05/05/2026,A,"-1,118.50",1000',
    '06/05/2026,B,200.00,1200',
    '07/05/2026,C,−50,1150',
  ]
  expect(await read(['Date,Narration,Amount,Balance', ...rows].join('\n'))).toMatchObject({
    credits: [{ amount_paise: 20_000, narration: 'B' }],
    debits: 2,
    warnings: [],
  })
  const trailing = 'Date,Narration,Amount\n05/05/2026,A,118.50-\n06/05/2026,B,200.00 Cr'
  expect(await read(trailing)).toMatchObject({ credits: [{ narration: 'B' }], debits: 1 })
})

test('amounts that do not show what is deposited are not a statement', async () => {
  await expect(read('Date,Narration,Amount\n05/05/2026,A,118.50')).rejects.toThrow(
    'No row of this file has headings',
  )
})

test('reports a gap in the balance, with the oldest or the newest line first', async () => {
  const rows = ['01/04/26,a,,,100,1100', '02/04/26,b,,,50,1150', '03/04/26,c,,,50,1300']
  const gap = (row: number) => [
    `Row ${row}: the balance is ₹1,300 where ₹1,200 was expected. Lines before it may be missing.`,
  ]
  expect((await read(table(...rows))).warnings).toEqual(gap(4))
  expect((await read(table(...rows.toReversed()))).warnings).toEqual(gap(2))
})

test('checks the opening balance', async () => {
  const text = table(',OPENING BALANCE,,,,1000', '01/04/26,a,,,100,1200')
  expect((await read(text)).warnings).toEqual([
    'Row 3: the balance is ₹1,200 where ₹1,100 was expected. Lines before it may be missing.',
  ])
  const titled = `Opening Balance : 1000.00,,,,,\n${table('01/04/26,a,,,100,1200')}`
  expect((await read(titled)).warnings).toHaveLength(1)
  expect((await read(titled.replace('1200', '1100'))).warnings).toEqual([])
})

test.each([
  ['Statement From : 01/04/2026 To : 30/04/2026', '2026-04-30'],
  ['Period,01-Apr-2026,to,30-Apr-2026', '2026-04-30'],
  ['Account Statement for the period 1 April 2026 - 30 April 2026', '2026-04-30'],
  ['End Date,:,_30 Apr 2026', '2026-04-30'],
  ['Date of statement: 30/04/2026', null],
  ['A/c opened on 01/04/2010 at branch 12/04', null],
])('reads the period of %j', async (title, end) => {
  expect((await read(`${title}\n${table('01/04/26,a,,,100,')}`)).period_end).toBe(end)
})

test('reads what a web page wrote for a sign, and ends at the mark of old programs', async () => {
  const { credits, warnings } = await read(
    `${table('01/04/26,NEFT-FALCON &amp; CO,,,100,')}\r\n\u001a`,
  )
  expect(credits.map(({ narration }) => narration)).toEqual(['NEFT-FALCON & CO'])
  expect(warnings).toEqual([])
})

test('joins a narration that continues in the next row', async () => {
  const { credits } = await read(table('01/04/26,NEFT SHREE,,,100,', ',FURNITURE WORKS,,,,'))
  expect(credits[0]?.narration).toBe('NEFT SHREE FURNITURE WORKS')
})

test('reads past repeated headings and rows of a page', async () => {
  const { credits, warnings } = await read(
    table('01/04/26,a,,,100,', 'Date,Description,Ref No,Debit,Credit,Balance', '02/04/26,b,,,100,'),
  )
  expect(credits).toHaveLength(2)
  expect(warnings).toEqual([])
})

const notAStatement =
  'This file is not a bank statement: no row has headings for the date, the description and the deposits. Please download the statement from the bank as CSV or Excel'

test('an inch mark is a letter, and a quotation mark without end costs its row', async () => {
  const { credits, warnings } = await read(
    table('01/04/26,PLY 6" BOARD,,,100,', '02/04/26,"CASH,,,100,', '03/04/26,b,,,100,'),
  )
  expect(credits.map(({ narration }) => narration)).toEqual(['PLY 6" BOARD', 'b'])
  expect(warnings).toEqual(['Row 3 was skipped: A quotation mark opens here and is never closed.'])
})

test('reads a page with a table that a bank names .xls', async () => {
  const cell = (text: string) => `<td class=xl24>${text}</td>`
  const row = (...cells: string[]) => `<tr>${cells.map(cell).join('')}</tr>`
  const page = `<html><head><style>td {}</style></head><body><table><tr><td colspan=6>Account 00001234</td></tr>${[
    row('Date', 'Description', 'Ref No', 'Debit', 'Credit', 'Balance'),
    row('01/04/2026', 'NEFT&nbsp;SHREE &amp; SONS', 'N1', '', '7,500.00', '57,500.00'),
  ].join('\r\n')}</table></body></html>`
  const { credits } = await read(page, 'statement.xls')
  expect(credits).toEqual([
    {
      row: 3,
      date: '2026-04-01',
      amount_paise: 750_000,
      narration: 'NEFT SHREE & SONS',
      reference: 'N1',
      balance_paise: 57_500_00,
      account: null,
    },
  ])
})

test.each([
  ['a list of members', 'name,email,company_name\nAsha,a@b.example,Ply', notAStatement],
  ['a statement without lines', table(), 'This statement has no transactions.'],
  ['a text', 'hello', notAStatement],
  ['a PDF', '%PDF-1.7\n', refusedSheets.pdf],
])('refuses %s', async (_name, text, message) => {
  await expect(read(text)).rejects.toMatchObject({ message })
})

test('hostile cells do no harm', async () => {
  const { credits } = await read(
    table(
      `01/04/26,"=HYPERLINK(""http://a.example"")${'x'.repeat(5000)}",${'9'.repeat(3000)},,100,`,
      '01/04/26,<script>alert(1)</script>\u202e,,,1e9,',
      `01/04/26,b,,,"${'1,'.repeat(40)}",`,
      '01/04/26,c,,,999999999999999999,',
      `${'1/'.repeat(2000)},d,,,1,`,
    ),
  )
  expect(credits).toHaveLength(1)
  expect(credits[0]?.narration.length).toBeLessThanOrEqual(500)
  expect(credits[0]?.reference.length).toBeLessThanOrEqual(100)
})

test('reads 50,000 lines, and refuses more', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `01/04/26,UPI ${index},,,100,`)
  expect((await read(table(...many))).credits).toHaveLength(50_000)
  await expect(read(table(...many, ...many.slice(0, 100)))).rejects.toMatchObject({
    message: 'A statement may have at most 50,000 lines; please download a shorter period',
  })
})

test('names rows that are out of order, where day and month may be exchanged', async () => {
  // Excel with American settings has made cells of the first two days, and left the others as texts.
  const us = table(
    '2026-05-04,a,,,1,',
    '2026-12-04,b,,,1,',
    '13/04/2026,c,,,1,',
    '25/04/2026,d,,,1,',
  )
  expect((await read(us)).warnings).toEqual([
    'Rows 2 and 3 are out of order: their day and month may be exchanged.',
  ])
  const newestFirst = table('25/04/2026,d,,,1,', '13/04/2026,c,,,1,', '2026-05-04,a,,,1,')
  expect((await read(newestFirst)).warnings).toEqual([
    'Row 4 is out of order: its day and month may be exchanged.',
  ])
  for (const inOrder of [
    table('05/04/2026,a,,,1,', '06/04/2026,b,,,1,', '13/04/2026,c,,,1,'),
    table('05/04/2026,a,,,1,', '04/04/2026,b,,,1,'),
    // Exchanging the days would not put them in order either.
    table('20/04/2026,a,,,1,', '15/04/2026,b,,,1,', '18/04/2026,c,,,1,'),
  ])
    expect((await read(inOrder)).warnings).toEqual([])
})

test('leaves out the rows of a bank that are not transactions', async () => {
  const { credits, warnings, debits } = await read(
    table(
      '01/04/2026,By Balance B/F,,,50005.00,50005.00',
      '02/04/2026,NEFT TOTAL KITCHENS,,,75.00,50080.00',
      'Page Total,,,,75.00,',
      '30/04/2026,Closing Balance,,,50080.00,50080.00',
      '30/04/2026,Total,,0.00,75.00,50080.00',
      ',Carried Forward,,,,50080.00',
      'Page 2 of 3,,,,,',
    ),
  )
  expect(credits.map(({ narration }) => narration)).toEqual(['NEFT TOTAL KITCHENS'])
  expect({ warnings, debits }).toEqual({ warnings: [], debits: 0 })
})

test.each([
  ['Transaction Date (dd/mm/yyyy),Particulars,Amount(INR),Debit/Credit,Balance(INR)', 'CR'],
  [
    'Txn Date / Value Date,Transaction Details [max 200],Amount (₹),Dr./Cr.,Closing Balance (Rs.)',
    'C',
  ],
])('reads the headings %s', async (headings, sign) => {
  const { credits } = await read(`${headings}\n21/05/2026,NEFT FALCON,90.00,${sign},57500.00\n`)
  expect(credits).toMatchObject([{ date: '2026-05-21', amount_paise: 9000 }])
})

test('reads empty words as no amount, and says which rows it could not read', async () => {
  expect(
    (await read(table('17/05/2026,NEFT NA,N92,NA,82.00,', '17/05/2026,NEFT NIL,N93,Nil,83.00,')))
      .credits,
  ).toHaveLength(2)
  await expect(
    read(table('17/05/2026,a,,,"750,50",', '18/05/2026,b,,,#####,')),
  ).rejects.toMatchObject({
    message:
      'This statement has no transactions. Row 2 was skipped: its amount could not be read. Row 3 was skipped: its amount could not be read.',
  })
})

test.each([
  ['repeats the day', ['13/05/2026,NEFT CR,,,7500.00,76250.00', '13/05/2026,FALCON UTR N1,,,,']],
  ['has several cells', ['13/05/2026,NEFT CR,,,7500.00,76250.00', ',FALCON,UTR N1,,,']],
  ['goes over three rows', ['13/05/2026,NEFT CR,,,7500.00,76250.00', ',FALCON,,,,', ',UTR N1,,,,']],
  [
    'stands above its day',
    [',NEFT CR FALCON,,,,', '13/05/2026,,,,7500.00,76250.00', ',UTR N1,,,,'],
  ],
])('keeps all rows of a long description that %s', async (_how, rows) => {
  const next = '14/05/2026,OTHER,,,100.00,76350.00'
  const { credits, warnings } = await read(table(...rows, next))
  expect(credits.map(({ narration }) => narration)).toEqual(['NEFT CR FALCON UTR N1', 'OTHER'])
  expect(warnings).toEqual([])
})

test('leaves out rows that carry the balance, with any wording', async () => {
  const rows = [
    '01/04/2026,AS PER LEDGER,,,50000.00,50000.00',
    '02/04/2026,NEFT A,,,75.00,50075.00',
    '02/04/2026,SHEET ENDS,,,75.00,50075.00',
    '03/04/2026,NEFT B,,,25.00,50100.00',
  ]
  const { credits, warnings } = await read(table(...rows))
  expect(credits.map(({ narration }) => narration)).toEqual(['NEFT A', 'NEFT B'])
  expect(warnings).toEqual([
    'Row 2 was skipped: it does not change the balance.',
    'Row 4 was skipped: it does not change the balance.',
  ])
  // The first credit of an account that was empty.
  const first = ['01/04/2026,UPI-TEAK-REF 412345678901,,,75.00,75.00']
  const next = '02/04/2026,NEFT A,,,25.00,100.00'
  expect((await read(table(...first, next))).credits).toHaveLength(2)
  // Some banks show the balance of the evening on every line.
  const evening = ['02/04/2026,A,,,75.00,50100.00', '02/04/2026,B,,,25.00,50100.00']
  expect((await read(table(...evening, '03/04/2026,C,,,10.00,50110.00'))).credits).toHaveLength(3)
})

test.each([
  'Unless the constituent notifies the bank immediately of any discrepancy',
  'BRANCH ADDRESS - AXIS BANK LTD, KANPUR',
  'This is a computer generated statement',
  'Closing balance',
  'Total',
  'Page 1 of 2',
])('a footer in the first column is no part of the last description: %s', async (footer) => {
  for (const first of ['S.No', 'SRL NO', 'Sl. No.']) {
    const rows = [
      [first, 'Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL'],
      ['1', '16-06-2026', '-', 'NEFT/PERFECT', ' ', '7000.00', '57000.00'],
      ['', '', '', 'CHAIRS/DUES', '', '', ''],
      [footer],
      ['', '', '', footer],
    ]
    const { credits } = await read(rows.map(csvRow).join(''))
    expect(credits.map(({ narration }) => narration)).toEqual(['NEFT/PERFECT CHAIRS/DUES'])
  }
})

test.each([
  [['Total number of Debits', '2', 'Total number of Credits', '38']],
  [
    ['Total number of Debits', 'Total number of Credits', 'Total Debit', 'Total Credit'],
    ['0', '1', '0.00', '7000.00'],
  ],
  [['Total Debits', '0', 'Total Credits', '1']],
  [['Number of withdrawals', '0', 'No. of deposits', '1']],
])(
  'rows of totals below the lines are no part of the last description: %s',
  async (...totals: string[][]) => {
    const rows = [
      ['Transaction Date', 'Value Date', 'Particulars', 'Cheque No.', 'Debit', 'Credit', 'Balance'],
      ['16-06-2026', '16-06-2026', 'NEFT/PERFECT', '', '', '7000.00', '57000.00'],
      ['', '', 'CHAIRS/DUES 615890', '', '', '', ''],
      ['', '', '4412', '', '', '', ''],
      ...totals,
    ]
    const { credits } = await read(rows.map(csvRow).join(''))
    expect(credits.map(({ narration }) => narration)).toEqual([
      'NEFT/PERFECT CHAIRS/DUES 615890 4412',
    ])
  },
)
