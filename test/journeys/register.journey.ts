import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pngPhoto } from '#test/samples-files.ts'
import { darkViolations, settled } from './people.ts'
import { button, closed, dialog, everywhere, find, healthy, onRegister, said } from './registers.ts'

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

const oemMembers = '/admin?tab=oem-members'

describe.each(everywhere)('the register $where, on $engine,', (place) => {
  const register = onRegister(place)

  test.skipIf(register.isPhone)(
    'has every column in order; one can be hidden and stays so',
    async () => {
      const { page, go } = await register.admin(oemMembers)
      const heads = page.getByRole('columnheader')
      const names = async () => (await heads.allInnerTexts()).map((head) => head.trim())
      for (const tab of ['vendors', 'oem-members']) {
        await go(`/admin?tab=${tab}`)
        await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
        expect((await names()).filter(Boolean)).toEqual(columns)
      }
      const number = page.getByRole('columnheader', { name: 'Membership No.' })
      expect(await number.getAttribute('aria-sort')).toBe('descending')
      await healthy(page)
      await button(page, 'Columns').click()
      await healthy(page)
      await page.getByLabel('Factory Address').uncheck()
      await button(page, 'Done').click()
      await go(oemMembers)
      await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
      expect(await names()).not.toContain('Factory Address')
    },
  )

  test.runIf(register.isPhone)('shows cards: paid, valid until, call, WhatsApp', async () => {
    const { page, go } = await register.admin(oemMembers)
    await find(page, 'Rakesh Jha')
    const card = page.getByRole('listitem').filter({ hasText: 'OEM2025001' })
    await card.getByText('PAID', { exact: true }).waitFor()
    await card.getByText(/^until \d\d\/\d\d\/\d{4}$/).waitFor()
    expect(await card.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(
      /^tel:\+91/,
    )
    expect(await card.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/91/,
    )
    expect(await card.getByRole('switch', { name: 'Rakesh Jha is active' }).isChecked()).toBe(true)
    for (const path of [oemMembers, '/admin?tab=deleted-users', '/admin/members']) {
      await go(path)
      await button(page, /^(View|Restore) /).waitFor()
      await healthy(page)
    }
  })

  test('keeps search, filters and order in the address', async () => {
    const { page, go } = await register.admin(oemMembers)
    const search = page.getByRole('searchbox', { name: 'Search OEM members' })
    const before = await page.evaluate(() => history.length)
    await search.pressSequentially('furni')
    await page.getByLabel('Payment', { exact: true }).selectOption({ label: 'PAID' })
    await page.getByLabel('Validity', { exact: true }).selectOption({ label: 'VALID' })
    if (register.isPhone) await page.getByLabel('Sort by').selectOption('Name')
    else
      await page
        .getByRole('columnheader', { name: 'Name', exact: true })
        .getByRole('button')
        .click()
    await page.waitForURL(/[?]tab=oem-members&q=furni&paid=true&validity=valid&sort=name$/)
    // No entry of the history for each letter: Back leaves the list.
    expect(await page.evaluate(() => history.length)).toBe(before)
    await settled(page)
    const found = await page.getByText(/^\d+ OEM members?$/).innerText()
    const first = () =>
      page
        .getByRole('checkbox', { name: /^Choose (?!all)/ })
        .first()
        .getAttribute('aria-label')
    const top = await first()
    await page.reload()
    await said(page, found)
    await go('/admin/member-data?q=rakesh+jha')
    await page.getByText(/^Member Data Table \(1 members\)$/).waitFor()
    await page.goBack()
    await said(page, found)
    expect(await search.inputValue()).toBe('furni')
    expect(await first()).toBe(top)
    await search.fill('nobody at all')
    await button(page, 'Clear the search').click()
    await page.waitForURL(/[?]tab=oem-members&sort=name$/)
    await go('/admin?tab=deleted-users&q=nobody')
    await button(page, 'Clear the search').click()
    await page.waitForURL(/[?]tab=deleted-users$/)
    // An address may ask for what there is not.
    await go('/admin?tab=oem-members&paid=maybe&validity=soon&sort=remarks')
    await page.getByText(/^\d+ OEM members$/).waitFor()
  })

  test('keeps who is chosen in another order, and says who is out of sight', async () => {
    const { page } = await register.admin(oemMembers)
    await find(page, 'Ayesha Fatima')
    await page.getByRole('checkbox', { name: 'Choose Ayesha Fatima' }).check()
    await said(page, '1 of 1 OEM members chosen')
    await page.getByRole('searchbox').fill('Rakesh Jha')
    await said(page, '1 OEM member chosen, not in the rows below')
    await page.getByRole('checkbox', { name: 'Choose Rakesh Jha' }).check()
    await said(page, '2 OEM members chosen, 1 of them not in the rows below')
    for (const act of ['Hide chosen', 'Show chosen', 'Deactivate chosen']) {
      await button(page, act).click()
      await dialog(page).getByText('Ayesha Fatima').waitFor()
      await dialog(page).getByText('Rakesh Jha').waitFor()
      await healthy(page)
      expect(await darkViolations(page)).toEqual([])
      await button(page, 'Cancel').click()
      await closed(page)
    }
    await page.getByRole('searchbox').fill('')
    await said(page, /^2 of \d\d OEM members chosen$/)
    if (register.isPhone) await page.getByLabel('Sort by').selectOption('Company Name')
    else await page.getByRole('columnheader', { name: 'Company Name' }).getByRole('button').click()
    await page.waitForURL(/sort=company_name$/)
    await said(page, /^2 of \d\d OEM members chosen$/)
    // Who goes from the list is let go of.
    await page.getByRole('searchbox').fill('Rakesh Jha')
    await said(page, '2 OEM members chosen, 1 of them not in the rows below')
    await page.getByRole('switch', { name: 'Rakesh Jha is active' }).press('Space')
    await said(page, '1 OEM member chosen, not in the rows below')
    await button(page, 'Choose none').click()
  })

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
