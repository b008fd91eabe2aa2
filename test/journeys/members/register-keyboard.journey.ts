/** The register without a mouse: every dialog gives the focus back to what opened it. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedAdmin } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  focusedName,
  oemMembers,
  searchFor,
  visible,
} from '../support/register.ts'
import { desktop, phone } from '../support/windows.ts'

const admin = sharedAdmin()

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('every dialog returns the focus on %s', async (_device, viewport) => {
  const { page, go } = await admin(oemMembers, viewport)
  for (const [path, actions] of [
    [oemMembers, ['View', 'Edit', 'Mark Unpaid', 'Remove']],
    ['/admin/members', ['View', 'Edit', 'Remove']],
  ] as const) {
    await go(path)
    for (const action of actions) {
      const isInMenu = action !== 'View' && (viewport === phone || action !== 'Edit')
      const opener = button(page, `${isInMenu ? 'More actions for' : action} Ayesha Fatima`)
      await opener.press('Enter')
      if (isInMenu) await page.getByRole('menuitem', { name: action }).press('Enter')
      await dialog(page).waitFor()
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
        .toBe(true)
      await page.keyboard.press('Escape')
      await dialogClosed(page)
      await expect.poll(() => focusedName(page)).toBe(await nameOf(opener))
    }
  }
})

test('saving an edit returns the focus', async () => {
  const { page } = await admin(oemMembers)
  await searchFor(page, 'Rakesh Jha')
  const edit = page.getByRole('button', { name: 'Edit Rakesh Jha' })
  await edit.press('Enter')
  await dialog(page).getByLabel('Business Partner').focus()
  await page.keyboard.type('Mira Jha')
  await page.keyboard.press('Enter')
  await visible(page, 'Member updated successfully')
  await dialogClosed(page)
  await expect.poll(() => focusedName(page)).toBe(await nameOf(edit))
})

test('rows are selected and marked paid, and the focus stays in the list', async () => {
  const { page } = await admin(oemMembers)
  const boxes = ['Aarti Purohit', 'Thoibi Devi'].map((who) =>
    page.getByRole('checkbox', { name: `Select ${who}` }),
  )
  for (const box of boxes) await box.press('Space')
  await visible(page, /^2 of \d+ selected$/)
  await button(page, 'Mark as paid').press('Enter')
  await dialog(page).waitFor()
  const amount = dialog(page).getByLabel('Amount')
  await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('5000')
  await visible(page, /^(1 member|2 members), ₹5,000.*, valid/)
  await page.keyboard.press('Enter')
  await visible(page, 'Payment status updated successfully')
  await dialogClosed(page)
  await visible(page, /^\d+ OEM members$/)
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test('column headers sort the table', async () => {
  const { page } = await admin(oemMembers)
  const names = page.getByRole('columnheader', { name: /^Name/ })
  const first = () => page.getByRole('row').nth(1).innerText()
  for (const [order, who] of [
    ['ascending', 'Aarti Purohit'],
    ['descending', 'Vaishali Jadhav'],
  ] as const) {
    await names.getByRole('button', { name: /^Name/ }).press('Enter')
    await expect.poll(() => names.getAttribute('aria-sort')).toBe(order)
    await expect.poll(first).toContain(who)
  }
  await button(page, 'Columns').press('Enter')
  await page.getByLabel('Mobile No.').press('Space')
  await button(page, 'Done').press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Columns')
  expect(await page.getByRole('columnheader', { name: 'Mobile No.' }).count()).toBe(0)
})

test('a select sorts the cards on a phone', async () => {
  const { page } = await admin(oemMembers, phone)
  const first = () => page.getByRole('list', { name: 'OEM members' }).getByRole('listitem').first()
  await button(page, 'Filters').click()
  await page.getByLabel('Sort by').selectOption('Name')
  await button(page, /^Show /).click()
  await first().getByText('Aarti Purohit').first().waitFor()
})

const nameOf = (element: Locator) =>
  element.evaluate((node) => node.getAttribute('aria-label') ?? node.textContent ?? '')
