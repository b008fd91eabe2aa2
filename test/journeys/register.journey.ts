import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pngPhoto } from '#test/samples-files.ts'
import { launchBrowser } from '../setup/browser.ts'
import { axeViolations, desk, openPerson, overflow, phone, settled } from './people.ts'
import { onSample } from './portals.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** An administrator of the sample association at an address. */
const asAdmin = (
  viewport: typeof desk,
  path: string,
  journey: (page: Page, go: (path: string) => Promise<void>, url: string) => Promise<void>,
) =>
  onSample(async (url, linkOf) => {
    const { page, go } = await openPerson(browser, url, viewport)
    await go(linkOf('admin'))
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    await go(path)
    await journey(page, go, url)
  })

const said = (page: Page, words: string) =>
  page.getByText(words, { exact: true }).first().waitFor({ timeout: 10_000 })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Every column of specification section 2, OEM Members, in its order. */
const columns = [
  'S.No',
  'Photo',
  'Membership No.',
  'Name',
  'Company Name',
  'Date of Joining',
  'Last Paid (Rs.)',
  'Paid Date',
  'Mode',
  'Payment Ref',
  'Mobile No.',
  'Email',
  'Website',
  'Factory Address',
  'Certificate Postal',
  'Validity',
  'Remarks',
  'Actions',
]

describe('the register at a desk', () => {
  test('has every column in order; one can be hidden and stays so; axe finds nothing', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page, go) => {
      const heads = page.getByRole('columnheader')
      await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
      const names = async () => (await heads.allInnerTexts()).map((head) => head.trim())
      expect((await names()).filter(Boolean)).toEqual(columns)
      const number = page.getByRole('columnheader', { name: 'Membership No.' })
      expect(await number.getAttribute('aria-sort')).toBe('descending')
      expect(await axeViolations(page)).toEqual([])
      await button(page, 'Columns').click()
      await page.getByLabel('Factory Address').uncheck()
      await button(page, 'Done').click()
      await go('/admin?tab=oem-members')
      await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
      expect(await names()).not.toContain('Factory Address')
    }))

  test('marks paid only once amount and dates are there, and takes it back', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page) => {
      await page.getByLabel('Payment').selectOption('false')
      const mark = button(page, /^Mark Paid /)
      const who = (await mark.innerText()).replace('Mark Paid', '').trim()
      await mark.click()
      await page.getByRole('heading', { name: 'Mark Payment as Paid' }).waitFor()
      const save = button(page, 'Mark as Paid')
      expect(await save.isDisabled()).toBe(true)
      await page.getByText('Please enter the amount in rupees, like 5000 or 5000.50').waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.getByLabel('Amount').fill('125000')
      await page.getByText('₹1,25,000').waitFor()
      await page.getByLabel('Valid To').fill('')
      await page.getByText('Please choose the day the membership is valid to').waitFor()
      expect(await save.isDisabled()).toBe(true)
      await page.getByLabel('Valid To').fill('2027-03-31')
      await page.getByLabel('Payment Mode').selectOption({ label: 'GPay/UPI' })
      await save.click()
      await said(page, 'Payment status updated successfully')

      await page.getByLabel('Payment').selectOption('')
      await page.getByLabel('Search OEM members').fill(who)
      await said(page, '1 OEM member')
      await button(page, /^View /).click()
      await page.getByText(/Receipt R.*₹1,25,000, by GPay\/UPI/).waitFor()
      await page.keyboard.press('Escape')
      await button(page, /^Mark Unpaid /).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark Unpaid' }).click()
      await page.getByRole('cell').getByText('PENDING', { exact: true }).first().waitFor()
      await button(page, /^View /).click()
      await page.getByText(/Reversal of receipt R.*-₹1,25,000/).waitFor()
    }))

  test('edits a member with a photo cut by keyboard; a draft outlives Escape', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page) => {
      await button(page, /^Edit /).click()
      const remarks = page.getByLabel('Remarks')
      await remarks.fill('Calls after 4 pm')
      await page.keyboard.press('Escape')
      await button(page, /^Edit /).click()
      await page.getByText('What you typed before is still here.').waitFor()
      expect(await remarks.inputValue()).toBe('Calls after 4 pm')
      const photo = page.getByLabel('Photo')
      const large = Buffer.alloc(4 * 1024 * 1024)
      await photo.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
      await said(page, 'File size must be less than 4MB')
      const buffer = await pngPhoto(3, { width: 300, height: 200 })
      await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
      await page.getByRole('img', { name: /arrow keys move it/ }).press('ArrowLeft')
      await page.getByLabel('Zoom').press('ArrowRight')
      expect(await axeViolations(page)).toEqual([])
      await button(page, 'Save Changes').click()
      await said(page, 'Member updated successfully')
      await page.locator('img[src^="/uploads/"]').first().waitFor()
    }))

  test('shows what somebody else changed meanwhile, and keeps what was typed', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page) => {
      await button(page, /^Edit /).click()
      await page.getByLabel('Remarks').fill('Mine')
      await page.waitForTimeout(500)
      const name = await page.getByLabel('Name', { exact: true }).inputValue()
      await page.evaluate(async (search) => {
        const found = await fetch(`/api/admin/members?search=${encodeURIComponent(search)}`)
        const [member] = await found.json()
        await fetch(`/api/admin/members/${member.id}`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...member, business_partner: 'Theirs' }),
        })
      }, name)
      await button(page, 'Save Changes').click()
      await page.getByText(/Meera Krishnan has changed .*business partner/i).waitFor()
      await button(page, 'Load it again').click()
      await expect.poll(() => page.getByLabel('Business Partner').inputValue()).toBe('Theirs')
      expect(await page.getByLabel('Remarks').inputValue()).toBe('Mine')
      await button(page, 'Save Changes').click()
      await said(page, 'Member updated successfully')
    }))

  test('removes, restores and deletes for good, by keyboard', () =>
    asAdmin(desk, '/admin?tab=vendors', async (page, go) => {
      await button(page, /^Delete /).press('Enter')
      await page.getByText('Delete this member?').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
      await said(page, 'Member removed successfully')
      await page
        .getByRole('switch', { name: /is active$/ })
        .first()
        .press('Space')
      await said(page, 'Member status updated successfully')
      await go('/admin?tab=deleted-users')
      await button(page, /^Restore /).press('Enter')
      await said(page, 'Member status updated successfully')
      await button(page, /^Permanent Delete /).press('Enter')
      await page.getByText(/This cannot be undone\.$/).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page
        .getByRole('dialog')
        .getByRole('button', { name: 'Permanent Delete' })
        .press('Enter')
      await said(page, 'Permanently deleted: Member permanently deleted from system')
    }))

  test('exports under the name that the portal gives', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page) => {
      const folder = mkdtempSync(join(tmpdir(), 'export-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const coming = page.waitForEvent('download')
      await button(page, 'Export OEMs').click()
      const file = await coming
      expect(file.suggestedFilename()).toMatch(/^\w+-oem-members-[\d-]+\.csv$/)
      await file.saveAs(join(folder, 'oem.csv'))
      expect(readFileSync(join(folder, 'oem.csv'), 'utf8').split('\n').length).toBeGreaterThan(20)
      await said(page, 'Data exported successfully')
    }))

  test('does one thing to several rows after showing what will change', () =>
    asAdmin(desk, '/admin?tab=vendors', async (page) => {
      for (const at of [1, 2]) await page.getByRole('checkbox').nth(at).check()
      await page.getByText(/^2 of \d+ vendors chosen$/).waitFor()
      await button(page, 'Hide chosen').click()
      await button(page, /^Hide \d members?$/).click()
      await said(page, 'Member visibility updated')
    }))

  test('says what failed in the words of the specification when the portal says nothing', () =>
    asAdmin(desk, '/admin?tab=oem-members', async (page) => {
      await page.route('**/api/admin/**', (route) =>
        /GET/.test(route.request().method()) && !/export/.test(route.request().url())
          ? route.continue()
          : route.fulfill({ status: 400, body: '' }),
      )
      await button(page, 'Export OEMs').click()
      await said(page, 'Failed to export data')
      await page
        .getByRole('switch', { name: /is active$/ })
        .first()
        .click()
      await said(page, 'Failed to update member status')
      await button(page, /^Remove /).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await said(page, 'Failed to remove member')
      await button(page, /^Mark Unpaid /).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark Unpaid' }).click()
      await said(page, 'Failed to update payment status')
      await button(page, /^Edit /).click()
      await page.getByLabel('Remarks').fill('x')
      await button(page, 'Save Changes').click()
      await said(page, 'Failed to update member')
      const photo = { name: 'me.png', mimeType: 'image/png', buffer: await pngPhoto() }
      await page.getByLabel('Photo').setInputFiles(photo)
      await page.getByLabel('Zoom').waitFor()
      await button(page, 'Save Changes').click()
      await said(page, 'Failed to update member with photo')
    }))

  test('shows all members, and its Save saves', () =>
    asAdmin(desk, '/admin/members', async (page) => {
      await page.getByRole('heading', { name: 'All Members' }).waitFor()
      await page.getByText('INACTIVE', { exact: true }).first().waitFor()
      expect(await axeViolations(page)).toEqual([])
      await page.getByLabel('Type').selectOption({ label: 'Vendor Members' })
      await page.getByPlaceholder('Search members...').fill('shivalik')
      await page.getByText('Shivalik Plyboards').waitFor()
      await button(page, 'Edit Harpreet Singh').click()
      await page.getByLabel('Company Name').fill('Shivalik Boards')
      await button(page, 'Save Changes').click()
      await said(page, 'Member updated successfully')
      await page.getByText('Shivalik Boards').waitFor()
    }))
})

test('the register on a phone shows cards: paid, valid until, call, WhatsApp', () =>
  asAdmin(phone, '/admin?tab=oem-members', async (page, go) => {
    const card = page.getByRole('listitem').filter({ hasText: 'OEM20' }).first()
    await card.getByText(/^(PAID|PENDING)$/).waitFor()
    await card.getByRole('link', { name: /^Call/ }).waitFor()
    expect(await card.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/91/,
    )
    for (const path of ['/admin?tab=oem-members', '/admin?tab=deleted-users', '/admin/members']) {
      await go(path)
      await settled(page)
      await button(page, /^(View|Restore) /).waitFor()
      expect(await axeViolations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    }
  }))
