/** Excel workbooks in a real browser, under the portal's own content security policy. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { compressedWorkbook, farCorner } from '#test/files/workbook.ts'
import { sharedSample } from '../support/portals.ts'

const sample = sharedSample()

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })

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
  // What else is refused: unpackWorkbook's tests.
  for (const [name, book, message] of [
    ['corner', farCorner(), 'This workbook is too large to be read here; please save it as CSV'],
    [
      'torn',
      farCorner().subarray(0, 900),
      'This workbook could not be read; please save it as CSV',
    ],
  ] as const) {
    await choose(page, `${name}.xlsx`, book)
    await page.getByText(message).waitFor()
  }
})
