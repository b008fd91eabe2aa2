/** What administrators do to members of the register: payments, edits, removal, exports. */
import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { pngPhoto } from '#test/files/sample-files.ts'
import { expectSoundLayoutAt } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  openTab,
  rowAction,
  rowButton,
  searchFor,
  toggleActive,
  visible,
} from '../support/register.ts'
import { phone } from '../support/windows.ts'

const admin = sharedAdmin()

test('a payment is recorded, and reversed by Mark Unpaid', async () => {
  const { page } = await admin(oemMembers)
  await searchFor(page, 'Aarti Purohit')
  await rowAction(page, 'Aarti Purohit', 'Mark Paid')
  await page.getByRole('heading', { name: 'Mark Payment as Paid' }).waitFor()
  await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('10000')
  await page.getByLabel('Amount').fill('')
  await page.getByText('Please enter the amount in rupees, like 5000 or 5000.50').waitFor()
  await expectSoundLayoutAt(page, phone)
  await page.getByLabel('Amount').fill('125000')
  await page.getByLabel('Valid To').fill(financialYearFrom(financialStartYear(new Date()) + 1).to)
  await page.getByLabel('GPay/UPI').check()
  await button(page, 'Mark as Paid').click()
  await visible(page, 'Payment status updated successfully')
  await button(page, 'View Aarti Purohit').click()
  await openTab(page, 'Payments')
  const history = page.getByRole('list', { name: 'Payment history' }).getByRole('listitem')
  await history.filter({ hasText: /₹1,25,000.*GPay\/UPI.*R\d{4}/ }).waitFor()
  await visible(page, 'VALID')
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Close').click()
  await rowAction(page, 'Aarti Purohit', 'Mark Unpaid')
  await expectSoundLayoutAt(page, phone)
  await dialog(page).getByRole('button', { name: 'Mark Unpaid' }).click()
  await visible(page, 'Payment status updated successfully')
  await visible(page, 'PENDING')
  await page.getByRole('link', { name: 'Aarti Purohit' }).click()
  await openTab(page, 'Payments')
  await history.filter({ hasText: /Reversal of receipt R.*-₹1,25,000/ }).waitFor()
  await visible(page, 'PENDING')
})

test('an edit takes a photo cropped by keyboard', async () => {
  const { page } = await admin(oemMembers)
  await searchFor(page, 'Swati Parmar')
  await button(page, 'Edit Swati Parmar').click()
  await page.getByLabel('Remarks').fill('Calls after 4 pm')
  const buffer = await pngPhoto(3, { width: 300, height: 200 })
  await page.getByLabel('Photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: /arrow keys move it/ }).press('ArrowLeft')
  await page.getByLabel('Zoom').press('ArrowRight')
  await expectSoundLayoutAt(page, phone)
  const upload = '**/api/admin/members/*/photo'
  await page.route(upload, (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Save Changes').click()
  await visible(page, 'Failed to update member with photo')
  await page.unroute(upload)
  await button(page, 'Save Changes').click()
  await visible(page, 'Member updated successfully')
  await page.locator('img[src^="/uploads/"]').first().waitFor()
  await button(page, 'View Swati Parmar').click()
  await visible(page, 'Calls after 4 pm')
})

test('members are removed, restored and permanently deleted by keyboard', async () => {
  const { page, go } = await admin('/admin?tab=vendors')
  await rowAction(page, 'Sajan Mathew', 'Delete')
  await page.getByText('Delete this member?').waitFor()
  await expectSoundLayoutAt(page, phone)
  await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
  await visible(page, 'Member removed successfully')
  await dialogClosed(page)
  await toggleActive(page, 'Venkatesh Iyer')
  await visible(page, 'Member status updated successfully')
  await go('/admin?tab=deleted-users')
  await expectSoundLayoutAt(page, phone)
  await rowButton(page, 'Venkatesh Iyer', 'Restore').press('Enter')
  await visible(page, 'Member status updated successfully')
  await rowButton(page, 'Sajan Mathew', 'Permanent Delete').press('Enter')
  await page.getByText(/This cannot be undone\.$/).waitFor()
  await expectSoundLayoutAt(page, phone)
  await dialog(page).getByRole('button', { name: 'Permanent Delete' }).press('Enter')
  await visible(page, 'Permanently deleted: Member permanently deleted from system')
  await dialogClosed(page)
  await page.getByText('Sajan Mathew').first().waitFor({ state: 'detached' })
  await go('/admin?tab=vendors')
  await page.getByText('Venkatesh Iyer').first().waitFor()
})

test('an export has all rows or the selected ones', async () => {
  const { page } = await admin(oemMembers)
  const all = await download(page, 'Export OEMs')
  expect(all.length).toBeGreaterThan(20)
  await page.getByRole('checkbox', { name: 'Select Ayesha Fatima' }).check()
  const coming = page.waitForEvent('download')
  await button(page, 'Export selected').click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^FPMA-all-members-\d{4}-\d\d-\d\d\.xlsx$/)
  const { sheets } = await readXlsx(readFileSync(await file.path()))
  expect(sheets[0]?.rows.map(([, name]) => name)).toEqual(['Name', 'Ayesha Fatima'])
})

test('All Members lists and filters members of both types', async () => {
  const { page } = await admin('/admin/members')
  await visible(page, 'APPROVED')
  await expectSoundLayoutAt(page, phone)
  await page.getByPlaceholder('Search members...').fill('sabarmati')
  await visible(page, 'INACTIVE')
  await page.getByRole('tab', { name: 'Vendor Members' }).click()
  await page.getByPlaceholder('Search members...').fill('shivalik')
  await visible(page, 'Shivalik Plyboards')
})

/** The lines of the file that a button downloads. */
async function download(page: Page, name: string): Promise<string[]> {
  const coming = page.waitForEvent('download')
  await button(page, name).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^FPMA-oem-members-\d{4}-\d\d-\d\d\.csv$/)
  await visible(page, 'Data exported successfully')
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
}
