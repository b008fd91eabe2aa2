import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvRow } from '#shared/csv.ts'
import { openImporter } from '#test/support/portal/imports.ts'

const heads = [
  'membership_number',
  'name',
  'company_name',
  'email',
  'whatsapp_number',
  'remarks',
  'Date of Joining',
  'payment_amount',
  'Paid Date',
  'payment_mode',
  'payment_reference',
]
const members = [
  ['0042', '=cmd', '=1+1', 'a@ply.example', '09825012345', '1E5', '05/04/2020'],
  ['1E7', 'श्री गणेश', '-5', 'b@ply.example', '+91 98250 12346', '000123', '12/11/2020'],
  ['04/26', 'முருகன்', '1-2', 'c@ply.example', '919825012347', '1.10', '25/04/2020'],
  ['OEM-07', 'શ્રી ગણેશ', 'true', 'd@ply.example', '079-26580000', '1/2', '05/04/2020'],
  ['0007', 'Asha Patil', 'Mar-1', 'e@ply.example', '98250-12348', 'a\nb', '05/04/2020'],
].map((row, at) => [
  ...row,
  '7500.50',
  `0${at + 1}/11/2026`,
  'Bank',
  ['000789', '412356789012345678', '0000619012345999', '12-5', '5.0'][at] ?? '',
])

/** What programs do to a cell that is no text: they read it, and save what they show. */
const habits: Record<string, (cell: string) => string> = {
  'takes zeros and marks away': (cell) =>
    /^[\d.]+$/.test(cell) && cell.length < 16 ? String(Number(cell)) : cell,
  'shortens numbers': (cell) =>
    /^\d+$/.test(cell) && cell.length > 11
      ? Number(cell).toExponential(5).replace('e+', 'E+')
      : cell,
  'has fifteen digits': (cell) =>
    /^\d{16,}$/.test(cell) ? cell.slice(0, 15).padEnd(cell.length, '0') : cell,
  'makes days': (cell) =>
    ({ '1-2': '01/02/2026', '1/2': '2026-02-01', 'Mar-1': '01/03/2026', '04/26': '26/04/2026' })[
      cell
    ] ?? cell.replace(/^12-5$/, '12/05/2026'),
  'exchanges day and month': (cell) =>
    cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, (day, year, month, date) =>
      Number(date) > 12 ? day : `${year}-${date}-${month}`,
    ),
  'has words for yes': (cell) => (cell === 'true' ? 'TRUE' : cell),
  'keeps the apostrophe': (cell) => (/^'[=+-]/.test(cell) ? `'${cell}` : cell),
  'ends lines as Windows does': (cell) => cell.replaceAll('\n', '\r\n'),
}

test.each(Object.entries(habits))(
  'the export changes nothing when a program %s',
  async (_, save) => {
    const { admin, write, plan } = await openImporter('SQLite', {
      startsAt: '2026-11-25T09:00:00.000Z',
    })
    expect(await write([heads, ...members].map(csvRow).join(''))).toMatchObject({
      counts: { new: members.length },
    })
    const file = await (await admin.request('GET', '/api/admin/export')).text()
    const [names = [], ...rows]: string[][] = parse(file, { bom: true })
    // As text: the guard of formulas is the program's cell.
    const saved = [names, ...rows.map((row) => row.map(save))].map(
      (row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`,
    )
    expect(rows.flat().map(save)).not.toEqual(rows.flat())
    expect(await plan(saved.join(''))).toMatchObject({
      counts: { new: 0, changed: 0, same: members.length, wrong: 0 },
      receipt_corrections: 0,
      errors: [],
    })
  },
)
