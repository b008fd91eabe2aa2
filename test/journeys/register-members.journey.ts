/** What is done to one member or to some: payments, edits, removal, exports. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pngPhoto } from '#test/samples-files.ts'
import {
  button,
  closed,
  dialog,
  everywhere,
  find,
  healthy,
  onRegister,
  said,
} from './support/registers.ts'

const oemMembers = '/admin?tab=oem-members'

describe.each(everywhere)('a member of the register $where, on $engine,', (place) => {
  const register = onRegister(place)

  test('marks paid only once amount and dates are there, and takes it back', async () => {
    const { page } = await register.admin(oemMembers)
    await find(page, 'Aarti Purohit')
    await button(page, 'Mark Paid Aarti Purohit').click()
    await page.getByRole('heading', { name: 'Mark Payment as Paid' }).waitFor()
    const save = button(page, 'Mark as Paid')
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('10000')
    await page.getByLabel('Amount').fill('')
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.getByText('Please enter the amount in rupees, like 5000 or 5000.50').waitFor()
    await healthy(page)
    await page.getByLabel('Amount').fill('125000')
    await page.getByText('₹1,25,000').waitFor()
    await page.getByLabel('Valid To').fill('')
    await page.getByText('Please choose the day the membership is valid to').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await page.getByLabel('Valid To').fill('2027-03-31')
    const modes = page.getByLabel('Payment Mode').locator('option')
    expect(await modes.allTextContents()).toEqual([
      'Select payment mode',
      'Bank Transfer',
      'Cash',
      'Cheque',
      'GPay/UPI',
    ])
    await page.getByLabel('Payment Mode').selectOption({ label: 'GPay/UPI' })
    await save.click()
    await said(page, 'Payment status updated successfully')
    await button(page, 'View Aarti Purohit').click()
    await page.getByText(/Receipt R.*₹1,25,000, by GPay\/UPI/).waitFor()
    await said(page, 'VALID')
    await healthy(page)
    await button(page, 'Close').click()
    await button(page, 'Mark Unpaid Aarti Purohit').click()
    await healthy(page)
    await dialog(page).getByRole('button', { name: 'Mark Unpaid' }).click()
    await said(page, 'Payment status updated successfully')
    await said(page, 'PENDING')
    await button(page, 'View Aarti Purohit').click()
    await page.getByText(/Reversal of receipt R.*-₹1,25,000/).waitFor()
  })

  test('edits a member with a photo cut by keyboard; a draft outlives Escape', async () => {
    const { page } = await register.admin(oemMembers)
    await find(page, 'Swati Parmar')
    const remarks = page.getByLabel('Remarks')
    await button(page, 'Edit Swati Parmar').click()
    await remarks.fill('Calls after 4 pm')
    await page.keyboard.press('Escape')
    await button(page, 'Edit Swati Parmar').click()
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
    await healthy(page)
    await button(page, 'Save Changes').click()
    await said(page, 'Member updated successfully')
    await page.locator('img[src^="/uploads/"]').first().waitFor()
    await button(page, 'View Swati Parmar').click()
    await said(page, 'Calls after 4 pm')
  })

  test('removes, restores and deletes for good, by keyboard', async () => {
    const { page, go } = await register.admin('/admin?tab=vendors')
    await button(page, 'Delete Sajan Mathew').press('Enter')
    await page.getByText('Delete this member?').waitFor()
    await healthy(page)
    await dialog(page).getByRole('button', { name: 'Delete' }).press('Enter')
    await said(page, 'Member removed successfully')
    await closed(page)
    await page.getByRole('switch', { name: 'Venkatesh Iyer is active' }).press('Space')
    await said(page, 'Member status updated successfully')
    await go('/admin?tab=deleted-users')
    await healthy(page)
    await button(page, 'Restore Venkatesh Iyer').press('Enter')
    await said(page, 'Member status updated successfully')
    await button(page, 'Permanent Delete Sajan Mathew').press('Enter')
    await page.getByText(/This cannot be undone\.$/).waitFor()
    await healthy(page)
    await dialog(page).getByRole('button', { name: 'Permanent Delete' }).press('Enter')
    await said(page, 'Permanently deleted: Member permanently deleted from system')
    await closed(page)
    await page.getByText('Sajan Mathew').first().waitFor({ state: 'detached' })
    await go('/admin?tab=vendors')
    await page.getByText('Venkatesh Iyer').first().waitFor()
  })

  test('exports everybody, or those chosen, under the name that the portal gives', async () => {
    const { page } = await register.admin(oemMembers)
    const everybody = await download(page, 'Export OEMs')
    expect(everybody.length).toBeGreaterThan(20)
    await page.getByRole('checkbox', { name: 'Choose Ayesha Fatima' }).check()
    const [head, ayesha, ...more] = await download(page, 'Export chosen')
    expect(head).toBe(everybody[0])
    expect(ayesha).toContain('"Ayesha Fatima"')
    expect(everybody).toContain(ayesha)
    expect(more).toEqual([])
  })

  test('shows all members, and its Save saves', async () => {
    const { page } = await register.admin('/admin/members')
    await page.getByRole('heading', { name: 'All Members' }).waitFor()
    await said(page, 'APPROVED')
    if (!register.isPhone)
      expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
        'Name',
        'Company',
        'Type',
        'Joined',
        'Status',
        'Actions',
      ])
    await healthy(page)
    const types = page.getByLabel('Type').locator('option')
    expect(await types.allTextContents()).toEqual(['All Members', 'OEM Members', 'Vendor Members'])
    await page.getByPlaceholder('Search members...').fill('sabarmati')
    await said(page, 'INACTIVE')
    await page.getByLabel('Type').selectOption({ label: 'Vendor Members' })
    await page.getByPlaceholder('Search members...').fill('shivalik')
    await said(page, 'Shivalik Plyboards')
    await button(page, 'Edit Harpreet Singh').click()
    await page.getByLabel('Company Name').fill('Shivalik Boards')
    await healthy(page)
    await button(page, 'Save Changes').click()
    await said(page, 'Member updated successfully')
    await said(page, 'Shivalik Boards')
  })
})

/** The lines of the file that a button brings. */
async function download(page: Page, name: string): Promise<string[]> {
  const coming = page.waitForEvent('download')
  await button(page, name).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^FPMA-oem-members-\d{4}-\d\d-\d\d\.csv$/)
  await said(page, 'Data exported successfully')
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
}
