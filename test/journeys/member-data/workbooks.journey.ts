/** Excel workbooks in a real browser, under the portal's own content security policy. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { refusedSheets } from '#shared/spreadsheets/sheet-kinds.ts'
import { compound, compressedWorkbook, farCorner, workbookOfXml } from '#test/files/workbook.ts'
import { sharedSample } from '../support/portals.ts'

const sample = sharedSample()

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })

/** Four members, of whom the second and third are filtered away. */
function filteredList(): Buffer {
  const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`
  const member = (index: number) => {
    const hidden = index === 1 || index === 2 ? ' hidden="1"' : ''
    return `<row${hidden}>${text(`Person ${index}`)}${text(`Filter ${index} Works`)}<c><v>${9811000001 + index}</v></c></row>`
  }
  const heads = ['Name', 'Company Name', 'Mobile No.'].map(text).join('')
  return workbookOfXml({ rows: `<row>${heads}</row>${[0, 1, 2, 3].map(member).join('')}` })
}

test('Upload CSV reads a large workbook and refuses hostile ones', async () => {
  const { openAs } = await sample()

  const { page } = await openAs('admin', '/admin/member-data')
  await page.getByRole('button', { name: 'Upload CSV' }).click()
  const row = (index: number) => ['Meera & Sons', `m${index}@boards.example`, 'Boards', 'x']
  const heads = ['Name', 'Email', '__proto__', 'constructor']
  await choose(
    page,
    'list.xlsx',
    compressedWorkbook([heads, ...Array.from({ length: 9000 }, (_, index) => row(index))]),
  )
  await page.getByRole('heading', { name: /9,000 rows with errors$/ }).waitFor()
  expect(await page.getByLabel('__proto__').inputValue()).toBe('')
  await page.getByLabel('__proto__').selectOption('Company Name')
  expect(await page.getByLabel('__proto__').inputValue()).toBe('company_name')

  await choose(page, 'filtered.xlsx', filteredList())
  await page.getByText('This sheet has 2 hidden rows (rows 3 and 4)').waitFor()
  await page.getByText('2 new, 0 updated, 0 unchanged').waitFor()
  await page.getByRole('switch', { name: 'Leave hidden rows out' }).uncheck()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('4 new, 0 updated, 0 unchanged').waitFor()

  // What else is refused: the tests of unpackWorkbook, of readSheets and of sheetKind.
  for (const [name, book, message] of [
    [
      'corner.xlsx',
      farCorner(),
      'This workbook is too large to be read here; please save it as CSV',
    ],
    [
      'torn.xlsx',
      farCorner().subarray(0, 900),
      'This workbook could not be read; please save it as CSV',
    ],
    ['old.xls', compound('Workbook'), refusedSheets.xls],
  ] as const) {
    await choose(page, name, book)
    await page.getByText(message).waitFor()
  }
})
