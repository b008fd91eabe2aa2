import { expect, test } from 'vitest'
import { darkViolations, expectSoundLayout, expectSoundLayoutAt } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  searchFor,
  visible,
} from '../support/register.ts'
import { phone, settled } from '../support/windows.ts'

const admin = sharedAdmin()

/** Every column of contract 2, OEM Members, in its order. */
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

test('the register has every column in order, and remembers which are hidden', async () => {
  const { page, go } = await admin(oemMembers)
  const heads = page.getByRole('columnheader')
  const names = async () => (await heads.allInnerTexts()).map((head) => head.trim())
  for (const tab of ['vendors', 'oem-members']) {
    await go(`/admin?tab=${tab}`)
    await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
    expect((await names()).filter(Boolean)).toEqual(columns)
  }
  const number = page.getByRole('columnheader', { name: 'Membership No.' })
  expect(await number.getAttribute('aria-sort')).toBe('descending')
  await expectSoundLayout(page)
  await button(page, 'Columns').click()
  await expectSoundLayout(page)
  await page.getByLabel('Factory Address').uncheck()
  await button(page, 'Done').click()
  await go(oemMembers)
  await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
  expect(await names()).not.toContain('Factory Address')
})

test('the register on a phone has cards with payment, validity, call and WhatsApp', async () => {
  const { page, go } = await admin(oemMembers, phone)
  await searchFor(page, 'Rakesh Jha')
  const card = page.getByRole('listitem').filter({ hasText: 'OEM2025001' })
  await card.getByText('PAID', { exact: true }).waitFor()
  await card.getByText(/^until \d\d\/\d\d\/\d{4}$/).waitFor()
  expect(await card.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+91/)
  expect(await card.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/91/,
  )
  expect(await card.getByRole('switch', { name: 'Rakesh Jha is active' }).isChecked()).toBe(true)
  for (const path of [oemMembers, '/admin?tab=deleted-users', '/admin/members']) {
    await go(path)
    await button(page, /^(View|Restore) /).waitFor()
    await expectSoundLayout(page)
  }
})

test('the register keeps search, filters and order in the address', async () => {
  const { page, go } = await admin(oemMembers)
  const search = page.getByRole('searchbox', { name: 'Search OEM members' })
  const before = await page.evaluate(() => history.length)
  await search.pressSequentially('furni')
  await page.getByLabel('Payment', { exact: true }).selectOption({ label: 'PAID' })
  await page.getByLabel('Validity', { exact: true }).selectOption({ label: 'VALID' })
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click()
  await page.waitForURL(/[?]tab=oem-members&q=furni&paid=true&validity=valid&sort=name$/)
  // Typing adds no entries to the history: Back leaves the list.
  expect(await page.evaluate(() => history.length)).toBe(before)
  await settled(page)
  const count = await page.getByText(/^\d+ OEM members?$/).innerText()
  const first = () =>
    page
      .getByRole('checkbox', { name: /^Choose (?!all)/ })
      .first()
      .getAttribute('aria-label')
  const top = await first()
  await page.reload()
  await visible(page, count)
  await go('/admin/member-data?q=rakesh+jha')
  await page.getByText(/^Member Data Table \(1 members\)$/).waitFor()
  await page.goBack()
  await visible(page, count)
  expect(await search.inputValue()).toBe('furni')
  expect(await first()).toBe(top)
  await search.fill('nobody at all')
  await button(page, 'Clear the search').click()
  await page.waitForURL(/[?]tab=oem-members&sort=name$/)
  await go('/admin?tab=deleted-users&q=nobody')
  await button(page, 'Clear the search').click()
  await page.waitForURL(/[?]tab=deleted-users$/)
  // Unknown filters in an address are ignored.
  await go('/admin?tab=oem-members&paid=maybe&validity=soon&sort=remarks')
  await page.getByText(/^\d+ OEM members$/).waitFor()
})

test('the selection survives sorting and searching, and says how many are not shown', async () => {
  const { page } = await admin(oemMembers)
  await searchFor(page, 'Ayesha Fatima')
  await page.getByRole('checkbox', { name: 'Choose Ayesha Fatima' }).check()
  await visible(page, '1 of 1 OEM members chosen')
  await page.getByRole('searchbox').fill('Rakesh Jha')
  await visible(page, '1 OEM member chosen, not in the rows below')
  await page.getByRole('checkbox', { name: 'Choose Rakesh Jha' }).check()
  await visible(page, '2 OEM members chosen, 1 of them not in the rows below')
  for (const action of ['Hide chosen', 'Show chosen', 'Deactivate chosen']) {
    await button(page, action).click()
    await dialog(page).getByText('Ayesha Fatima').waitFor()
    await dialog(page).getByText('Rakesh Jha').waitFor()
    await expectSoundLayoutAt(page, phone)
    expect(await darkViolations(page)).toEqual([])
    await button(page, 'Cancel').click()
    await dialogClosed(page)
  }
  await page.getByRole('searchbox').fill('')
  await visible(page, /^2 of \d\d OEM members chosen$/)
  await page.getByRole('columnheader', { name: 'Company Name' }).getByRole('button').click()
  await page.waitForURL(/sort=company_name$/)
  await visible(page, /^2 of \d\d OEM members chosen$/)
  // Members who leave the list leave the selection.
  await page.getByRole('searchbox').fill('Rakesh Jha')
  await visible(page, '2 OEM members chosen, 1 of them not in the rows below')
  await page.getByRole('switch', { name: 'Rakesh Jha is active' }).press('Space')
  await visible(page, '1 OEM member chosen, not in the rows below')
  await button(page, 'Choose none').click()
})
