/** Two administrators of a new association on PostgreSQL, each in a window of their own. */
import { expect, test } from 'vitest'
import { expectSoundLayout, expectSoundLayoutAt, overflow } from '../support/layout.ts'
import { adminEmail, secondAdminEmail, sharedAssociation } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  expectToast,
  oemMembers,
  openTab,
  rowAction,
  rowButton,
  visible,
} from '../support/register.ts'
import { type BrowserWindow, desktop, phone, resizeWindow } from '../support/windows.ts'

const asha = {
  name: 'Asha Patil',
  email: 'asha@teak.example',
  role: 'oem',
  company_name: 'Teak & Co',
  whatsapp_number: '+91 98765 43210',
}
const leena = { ...asha, name: 'Leena Shah', email: 'leena@oak.example', company_name: 'Oak Works' }
const meera = {
  ...asha,
  name: 'Meera Joshi',
  email: 'meera@ply.example',
  company_name: 'Ply House',
}
const kavita = {
  ...asha,
  name: 'Kavita Rao',
  email: 'kavita@mdf.example',
  company_name: 'MDF Makers',
}

const association = sharedAssociation('PostgreSQL')
const tanvi = { name: 'Tanvi Rao', email: secondAdminEmail }

/** Windows of two administrators; `request` has the cookies of the first. */
async function openTwo() {
  const { url, admin } = await association()
  const secretary = await admin(oemMembers)
  const request = async (method: string, path: string, data: object) => {
    const headers = { Origin: url }
    await secretary.context.request.fetch(url + path, { method, headers, data })
  }
  // Refused when an earlier test has added her.
  await request('POST', '/api/admin/admins', tanvi)
  return { secretary, treasurer: await admin(oemMembers, secondAdminEmail), request }
}

async function open({ go, page }: BrowserWindow, who: string, action: string): Promise<void> {
  await go(oemMembers)
  await rowButton(page, who, action).click()
  await dialog(page).waitFor()
}

test('the lists of a new association say that they are empty', async () => {
  const { page, go } = await (await association()).admin(oemMembers, adminEmail, phone)
  for (const [path, text] of [
    [oemMembers, 'No OEM members yet'],
    ['/admin?tab=vendors', 'No vendors yet'],
    ['/admin?tab=deleted-users', 'No deleted users'],
    ['/admin/members', 'No members yet'],
  ] as const) {
    await go(path)
    await visible(page, text)
    await expectSoundLayout(page)
    await resizeWindow(page, desktop)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await resizeWindow(page, phone)
  }
})

test('an edit based on old values shows who changed what, and keeps every value', async () => {
  const { secretary, treasurer, request } = await openTwo()
  await request('POST', '/api/admin/members', asha)
  const { page } = secretary
  await open(secretary, 'Asha Patil', 'Edit Asha Patil')
  await page.getByLabel('Remarks').fill('Calls after 4 pm')

  const theirs = treasurer.page
  await open(treasurer, 'Asha Patil', 'Edit Asha Patil')
  await theirs.getByLabel('Business Partner').fill('Anil Mehta')
  await button(theirs, 'Save Changes').click()
  await visible(theirs, 'Member updated successfully')

  await button(page, 'Save Changes').click()
  await page.getByText(/^Tanvi Rao has changed the business partner since/).waitFor()
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Reload').click()
  await expect.poll(() => page.getByLabel('Business Partner').inputValue()).toBe('Anil Mehta')
  expect(await page.getByLabel('Remarks').inputValue()).toBe('Calls after 4 pm')
  await button(page, 'Save Changes').click()
  await visible(page, 'Member updated successfully')
  await dialogClosed(page)

  // Both changes are in the history; undoing one keeps the other.
  await button(page, 'View Asha Patil').click()
  await openTab(page, 'History')
  await visible(page, 'Tanvi Rao changed the business partner')
  await expectSoundLayoutAt(page, phone)
  await button(page, /^Undo: .* changed the remarks$/).click()
  await expectToast(page, 'Success', 'Change undone')
  await page.getByText(/undid a change to the remarks/).waitFor()
  await openTab(page, 'Overview')
  const remarks = page.getByRole('definition').filter({ hasText: 'Calls after 4 pm' })
  await expect.poll(() => remarks.count()).toBe(0)
  await visible(page, 'Anil Mehta')
})

test('two administrators do not record the same dues twice', async () => {
  const { secretary, treasurer, request } = await openTwo()
  const { page } = secretary
  const theirs = treasurer.page
  for (const member of [meera, leena]) await request('POST', '/api/admin/members', member)
  await request('PUT', '/api/admin/settings', { dues_oem: '5000' })
  await open(secretary, 'Meera Joshi', 'Mark Paid')
  await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('5000')
  await visible(page, 'Default from Settings: ₹5,000')
  await page.getByLabel('Payment Reference').fill('UTR 7')
  await open(treasurer, 'Meera Joshi', 'Mark Paid')
  await button(theirs, 'Mark as Paid').click()
  await visible(theirs, 'Payment status updated successfully')

  await button(page, 'Mark as Paid').click()
  const message = 'Tanvi Rao has changed the payment since you opened it; please load it again'
  await expectToast(page, 'Error', message)
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Reload member').click()
  await page.getByText(/^Already paid: ₹5,000 until/).waitFor()
  expect(await page.getByLabel('Payment Reference').inputValue()).toBe('UTR 7')
  await button(page, 'Cancel').click()
  await dialogClosed(page)

  // Several at once: those who have paid for this period are left out unless replaced.
  await open(treasurer, 'Leena Shah', 'Mark Paid')
  await secretary.go(oemMembers)
  for (const name of ['Meera Joshi', 'Leena Shah'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await button(page, 'Mark as paid').click()
  await visible(page, /^1 member, ₹5,000, valid/)
  await visible(page, 'Left out: Already paid for this period (1)')
  await expectSoundLayoutAt(page, phone)
  await button(theirs, 'Mark as Paid').click()
  await visible(theirs, 'Payment status updated successfully')
  await button(page, 'Mark 1 as Paid').click()
  await dialogClosed(page)
  await page.getByRole('checkbox', { name: 'Select Leena Shah' }).check()
  await button(page, 'Mark as paid').click()
  await visible(page, 'Left out: Already paid for this period (1)')
  expect(await button(page, /^Mark .*as Paid$/).isDisabled()).toBe(true)
  await page
    .getByRole('checkbox', { name: 'Replace the existing payments for this period' })
    .check()
  await visible(page, /^1 member, ₹5,000, valid/)
  await page.getByLabel('Payment Reference').fill('UTR 8')
  await button(page, 'Mark 1 as Paid').click()
  await dialogClosed(page)
  await button(page, 'View Leena Shah').click()
  await openTab(page, 'Payments')
  const history = page.getByRole('list', { name: 'Payment history' }).getByRole('listitem')
  await expect.poll(() => history.count()).toBe(3)
})

test('a deactivation is undone from the history', async () => {
  const { secretary, request } = await openTwo()
  const { page, go } = secretary
  await request('POST', '/api/admin/members', kavita)
  await go('/admin/members')
  const row = page.locator('tr, li').filter({ hasText: 'Kavita Rao' }).filter({ visible: true })
  await rowAction(page, 'Kavita Rao', 'Remove')
  await expectSoundLayoutAt(page, phone)
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await row.getByText('INACTIVE', { exact: true }).waitFor()
  await dialogClosed(page)
  await button(page, 'View Kavita Rao').click()
  await openTab(page, 'History')
  await button(page, /^Undo: .* deactivated the member$/).click()
  await expectToast(page, 'Success', 'Change undone')
  await button(page, 'Close').click()
  await row.getByText('APPROVED', { exact: true }).waitFor()
})
