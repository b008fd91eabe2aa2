/** What the dialog sends of workbooks, and pages with tables, in the importer. */
import { describe, expect, test } from 'vitest'
import { firstTable } from '#platform/web/workbook/sheets.ts'
import { readSheets } from '#platform/web/workbook/workbook-rows.ts'
import { csvRow } from '#shared/csv.ts'
import { workbookOfXml } from '#test/files/workbook.ts'
import { engines } from '#test/support/engines.ts'
import { openImporter } from '#test/support/portal/imports.ts'

const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const number = (value: number, style = 0) => `<c s="${style}"><v>${value}</v></c>`

/** The sheet as the dialog sends it. */
async function csvOf(...rows: string[][]): Promise<string> {
  const book = workbookOfXml({
    rows: rows.map((cells) => `<row>${cells.join('')}</row>`).join(''),
    formats: ['"OEM-"000', 'dd/mm/yyyy', '000000', '#,##0.00'],
  })
  return firstTable(await readSheets(new Blob([new Uint8Array(book)])))
    .rows.map(csvRow)
    .join('')
}

describe.each(engines)('a sheet of Excel on %s', (engine) => {
  test('numbers, references and amounts are as Excel shows them', async () => {
    const { write, members } = await openImporter(engine, {
      startsAt: '2025-04-07T09:00:00.000Z',
    })
    const heads =
      'Membership No.,Name,Company Name,Mobile No.,Amount (Rs.),Paid Date,Mode,Reference No.'
    await write(
      await csvOf(heads.split(',').map(text), [
        number(42, 1),
        text('Form A'),
        text('Format 42 Works'),
        number(9811000042),
        number(5899.999999999999, 4),
        number(45753, 2),
        text('Cheque'),
        number(123, 3),
      ]),
      { role: 'oem' },
    )
    expect(await members()).toMatchObject([
      {
        membership_number: 'OEM-042',
        whatsapp_number: '9811000042',
        payment_amount: 5900,
        payment_reference: '000123',
      },
    ])
  })

  test('a shortened number and a day that Excel cannot show are errors of the row', async () => {
    const { plan } = await openImporter(engine)
    const { errors } = await plan(
      await csvOf('Name,Company Name,Mobile No.,Paid Date'.split(',').map(text), [
        text('Asha'),
        text('Ply'),
        number(9.811000042e17),
        number(-5, 2),
      ]),
    )
    expect(errors.map(({ value }) => value)).toEqual(['9.811000042E+17', '########'])
  })

  test('a page with a table is read as a sheet', async () => {
    const { plan } = await openImporter(engine)
    const row = (...cells: string[]) => `<tr><td>${cells.join('</td><td>')}</td></tr>`
    const page = `<html><body><table>${row('Name', 'Company Name', 'Mobile No.')}${row('Asha', 'Ply &amp; Co', '98250 12345')}</table></body></html>`
    expect(await plan(page)).toMatchObject({
      delimiter: 'table',
      new: [{ line: 2, name: 'Asha', company_name: 'Ply & Co' }],
      errors: [],
    })
  })
})
