/** What Member Data says when it goes well and when it does not, as contract 8 has it. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../drills/site.ts'
import { launchBrowser } from '../setup/browser.ts'
import { desk, openPerson } from './support/people.ts'
import { onSample } from './support/portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The portal breaks down at this path, without a word of its own. */
const breaksAt = (page: Page, path: string) =>
  page.route(path, (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '' }))

async function tells(page: Page, title: string, words: string): Promise<void> {
  const toast = page.getByRole('region', { name: /notification/i })
  await toast.getByText(words, { exact: true }).waitFor()
  await toast.getByText(title, { exact: true }).waitFor()
  await toast
    .getByRole('button', { name: /close|dismiss/i })
    .first()
    .click()
  await toast.getByText(words, { exact: true }).waitFor({ state: 'detached' })
}

describe.each(engines)('the messages of Member Data on %s', (engine) => {
  test('are those of contract 2.7 and 8', async () => {
    await onSample(async (url, linkOf) => {
      const { page, go } = await openPerson(browser, url, desk)
      await go(linkOf('admin'))
      await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()

      // While loading, and when that fails (sections 2 and 8).
      const list = '**/api/admin/members/data?*'
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route(list, async (route) => {
        await held
        await route.fulfill({ status: 500, contentType: 'text/html', body: '' })
      })
      await page.goto(`${url}/admin/member-data`)
      await page.getByText('Loading member data...', { exact: true }).waitFor()
      letGo()
      await page.getByText('Failed to fetch member data', { exact: true }).waitFor()
      await page.unroute(list)
      await page.getByRole('button', { name: /try again/i }).click()
      await page.getByText('Member Data Table (57 members)', { exact: true }).waitFor()

      // The switch.
      const visibility = '**/api/admin/members/*/visibility'
      const first = page.getByRole('switch').first()
      await breaksAt(page, visibility)
      const before = await first.isChecked()
      await first.click()
      await tells(page, 'Error', 'Failed to update visibility')
      expect(await first.isChecked()).toBe(before)
      await page.unroute(visibility)
      await first.click()
      await tells(page, 'Success', 'Member visibility updated')

      // Download CSV: name and form of section 9.
      const exported = '**/api/admin/export?*'
      await breaksAt(page, exported)
      await page.getByRole('button', { name: 'Download CSV' }).click()
      await tells(page, 'Error', 'Failed to export data')
      await page.unroute(exported)
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const file = await coming
      await tells(page, 'Success', 'Data exported successfully')
      const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
        .format(new Date())
        .split('-')
      expect(file.suggestedFilename()).toBe(`member_data_${year}_${month}_${day}.csv`)
      const [head, ...rows] = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n')
      expect(head).toBe(
        '\uFEFF"S. No","Membership No","Name","Business Partner","Company Name","Date of Joining","Amount (Rs.)","Paid Date","Mode (Bank/Cash/Cheque/GPay)","Reference No.","Mobile No.","Email","Website","Factory Address","Certificate Postal Address","Remarks","Visible (Yes/No)"',
      )
      expect(rows).toHaveLength(57)
      for (const [index, row] of rows.entries())
        expect(row).toMatch(new RegExp(`^"${index + 1}"(,"([^"]|"")*"){16}$`))

      // The edit dialog.
      const record = '**/api/admin/members/*/data'
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      const dialog = page.getByRole('dialog', { name: 'Edit Member Data' })
      await page.route(record, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.fulfill({ status: 500, contentType: 'text/html', body: '' })
      })
      await dialog.getByLabel('Remarks').fill('Seen')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
      await tells(page, 'Error', 'Failed to update member')
      await page.unroute(record)
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await tells(page, 'Success', 'Member updated successfully')

      // Upload CSV, which works here; the template of section 9 comes with one row.
      await page.getByRole('button', { name: 'Upload CSV' }).click()
      const template = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Template for vendors' }).click()
      const sample = await template
      expect(sample.suggestedFilename()).toBe('vendor-import-template.csv')
      const text = readFileSync(await sample.path(), 'utf8')
      expect(text.trimEnd().split('\r\n')).toHaveLength(2)
      await page.getByLabel('Spreadsheet').setInputFiles(await sampleFile(text))
      await page.getByText('Asha Patil, Sample Boards Pvt Ltd').waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await tells(page, 'Success', 'Members imported successfully')
    }, engine)
  })
})

const sampleFile = async (text: string) => ({
  name: 'vendor-import-template.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
