/** Excel workbooks in a real browser, under the portal's own rules for scripts. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../setup/browser.ts'
import { bomb, farCorner, packedWorkbook } from '../workbook.ts'
import { desk, openPerson } from './support/people.ts'
import { onSample } from './support/portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Spreadsheet').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })

// A workbook is opened in the browser: the database has no part in it.
describe('Upload CSV with a workbook', () => {
  test('reads a large workbook and refuses a hostile one', async () => {
    await onSample(async (url, linkOf) => {
      const { page, go } = await openPerson(browser, url, desk)
      await go(linkOf('admin'))
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
      await go('/admin/member-data')
      await page.getByRole('button', { name: 'Upload CSV' }).click()
      const row = (index: number) => ['Meera & Sons', `m${index}@boards.example`, 'Boards', 'x']
      const heads = ['Name', 'Email', '__proto__', 'constructor']
      await choose(
        page,
        'list.xlsx',
        packedWorkbook([heads, ...Array.from({ length: 9000 }, (_, index) => row(index))]),
      )
      const meaning = page.getByRole('group', { name: 'What the columns mean' })
      await meaning.getByText('list.xlsx has 9,000 rows.').waitFor()
      expect(await meaning.getByLabel('__proto__').inputValue()).toBe('')
      await meaning.getByLabel('__proto__').selectOption('Company Name')
      expect(await meaning.getByLabel('__proto__').inputValue()).toBe('company_name')
      for (const [name, book, words] of [
        ['bomb', bomb(), 'This workbook is too large to be read here; please save it as CSV'],
        [
          'corner',
          farCorner(),
          'This workbook is too large to be read here; please save it as CSV',
        ],
        [
          'torn',
          bomb().subarray(0, 9000),
          'This workbook could not be read; please save it as CSV',
        ],
      ] as const) {
        await choose(page, `${name}.xlsx`, book)
        await page.getByText(words).waitFor()
      }
    })
  })
})
