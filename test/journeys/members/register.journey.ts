import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setFilter } from '../support/filters.ts'
import { darkViolations, expectSoundLayout, expectSoundLayoutAt } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  searchFor,
  selectionAction,
  toggleActive,
  visible,
} from '../support/register.ts'
import { phone, settled } from '../support/windows.ts'

const admin = sharedAdmin()

/** What 'Essential columns' leaves. */
const essentialColumns = [
  'Membership No.',
  'Name',
  'Company Name',
  'Last Paid (Rs.)',
  'Mobile No.',
  'Validity',
  'Actions',
]

/** Every column of contract 2.5, in its order. */
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
  const names = async () => {
    const texts = await heads.allInnerTexts()
    return texts.map((head) => head.trim()).filter(Boolean)
  }
  for (const tab of ['vendors', 'oem-members']) {
    await go(`/admin?tab=${tab}`)
    await page.getByRole('columnheader', { name: 'Validity' }).waitFor()
    expect(await names()).toEqual(columns)
  }
  expect(await heads.nth(3).getAttribute('aria-sort')).toBe('descending')
  await expectSoundLayout(page)
  expect(await fadedPixels(page)).toBeLessThanOrEqual(0)
  await page.getByRole('switch', { name: 'Essential columns' }).check()
  await expect.poll(names).toEqual(essentialColumns)
  await expectAllColumnsInView(page)
  await go(oemMembers)
  await expect.poll(names).toEqual(essentialColumns)
  // Selecting columns one by one turns 'Essential columns' off.
  await button(page, 'Columns').click()
  await expectSoundLayout(page)
  await button(page, 'Reset').click()
  await page.getByLabel('Factory Address').uncheck()
  await button(page, 'Done').click()
  await go(oemMembers)
  await page.getByRole('columnheader', { name: 'Remarks' }).waitFor()
  expect(await names()).toEqual(columns.filter((column) => column !== 'Factory Address'))
})

/** How far 'Mark Paid' reaches into what fades out before the actions, in pixels. */
const fadedPixels = (page: Page): Promise<number> =>
  page
    .getByRole('row')
    .getByText('Mark Paid', { exact: true })
    .first()
    .evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const actions = text.closest('tr')?.lastElementChild
      if (!actions) throw new Error('The button is in no row')
      const fade = Number.parseFloat(getComputedStyle(actions, '::before').width)
      const end = range.getBoundingClientRect().right
      return end - (actions.getBoundingClientRect().left - fade)
    })

/** No column lies outside of the table, at 1366 pixels beside the sidebar. */
async function expectAllColumnsInView(page: Page) {
  const hidden = () =>
    page
      .getByRole('region', { name: 'OEM Members' })
      .evaluate((region) => region.scrollWidth - region.clientWidth)
  await expect.poll(hidden).toBeLessThanOrEqual(0)
}

test('the register on a phone has cards with payment, validity, call and WhatsApp', async () => {
  const { page, go } = await admin(oemMembers, phone)
  await searchFor(page, 'Rakesh Jha')
  const card = page.getByRole('listitem').filter({ hasText: 'OEM2025001' })
  await card
    .getByText(/^(Paid|Due|Lapsed)/)
    .first()
    .waitFor()
  await card.getByText(/^until \d\d\/\d\d\/\d{4}$/).waitFor()
  expect(await card.getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(/^tel:\+91/)
  expect(await card.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/91/,
  )
  await card.getByRole('button', { name: 'More actions for Rakesh Jha' }).press('Enter')
  expect(await page.getByRole('menuitemcheckbox', { name: 'Active' }).isChecked()).toBe(true)
  await expectSoundLayout(page)
  await page.keyboard.press('Escape')
  await go(oemMembers)
  await button(page, /^More actions for /).waitFor()
  await expectSoundLayout(page)
})

test('the register keeps search, filters and order in the address', async () => {
  const { page, go } = await admin(oemMembers)
  const search = page.getByRole('searchbox', { name: 'Search OEM members' })
  const before = await page.evaluate(() => history.length)
  await search.pressSequentially('furni')
  await setFilter(page, 'Payment', 'PAID')
  await setFilter(page, 'Validity', 'VALID')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/[?]tab=oem-members&q=furni&paid=true&validity=valid&sort=name$/)
  // Typing adds no entries to the history: Back leaves the list.
  expect(await page.evaluate(() => history.length)).toBe(before)
  await settled(page)
  const count = await page.getByText(/^\d+ OEM members?$/).innerText()
  const first = () =>
    page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
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
  await button(page, 'Clear filters').click()
  await page.waitForURL(/[?]tab=oem-members&sort=name$/)
  await go('/admin?tab=deleted-users&q=nobody')
  await button(page, 'Clear filters').click()
  await page.waitForURL(/[?]tab=deleted-users$/)
  // Unknown filters in an address are ignored.
  await go('/admin?tab=oem-members&paid=maybe&validity=soon&sort=remarks')
  await page.getByText(/^\d+ OEM members$/).waitFor()
})

test('the selection survives sorting and searching, and says how many are not shown', async () => {
  const { page } = await admin(oemMembers)
  await searchFor(page, 'Ayesha Fatima')
  await page.getByRole('checkbox', { name: 'Select Ayesha Fatima' }).check()
  await visible(page, '1 of 1 selected')
  await page.getByRole('searchbox').fill('Rakesh Jha')
  await visible(page, '1 selected (1 not shown)')
  await page.getByRole('checkbox', { name: 'Select Rakesh Jha' }).check()
  await visible(page, '2 selected (1 not shown)')
  await selectionAction(page, 'Deactivate selected')
  await dialog(page).getByText('Ayesha Fatima').waitFor()
  await dialog(page).getByText('Rakesh Jha').waitFor()
  await expectSoundLayoutAt(page, phone)
  expect(await darkViolations(page)).toEqual([])
  await button(page, 'Cancel').click()
  await dialogClosed(page)
  await page.getByRole('searchbox').fill('')
  await visible(page, /^2 of \d\d selected$/)
  await page.getByRole('columnheader', { name: 'Validity' }).getByRole('button').click()
  await page.waitForURL(/sort=-?membership_valid_to$/)
  await visible(page, /^2 of \d\d selected$/)
  // Members who leave the list leave the selection.
  await page.getByRole('searchbox').fill('Rakesh Jha')
  await visible(page, '2 selected (1 not shown)')
  await toggleActive(page, 'Rakesh Jha')
  await visible(page, '1 selected (1 not shown)')
  await button(page, 'Clear selection').click()
})
