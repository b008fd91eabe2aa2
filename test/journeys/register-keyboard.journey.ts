/** The register without a mouse: what is opened, filled and saved gives the keyboard back. */
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  button,
  closed,
  dialog,
  everywhere,
  find,
  focused,
  onRegister,
  said,
} from './support/registers.ts'

const oemMembers = '/admin?tab=oem-members'

describe.each(everywhere)('the register by keyboard $where, on $engine,', (place) => {
  const register = onRegister(place)

  test('gives the focus back from every dialog', async () => {
    const { page, go } = await register.admin(oemMembers)
    for (const [path, acts] of [
      [oemMembers, ['View', 'Edit', 'Mark Unpaid', 'Remove']],
      ['/admin/members', ['View', 'Edit', 'Remove']],
    ] as const) {
      await go(path)
      for (const act of acts) {
        const opener = page.getByRole('button', { name: `${act} Ayesha Fatima` })
        await opener.press('Enter')
        await dialog(page).waitFor()
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null))
          .toBe(true)
        await page.keyboard.press('Escape')
        await closed(page)
        await expect.poll(() => focused(page)).toBe(await nameOf(opener))
      }
    }
  })

  test('edits, saves and stands where it was', async () => {
    const { page } = await register.admin(oemMembers)
    await find(page, 'Rakesh Jha')
    const edit = page.getByRole('button', { name: 'Edit Rakesh Jha' })
    await edit.press('Enter')
    await dialog(page).getByLabel('Business Partner').focus()
    await page.keyboard.type('Mira Jha')
    await page.keyboard.press('Enter')
    await said(page, 'Member updated successfully')
    await closed(page)
    await expect.poll(() => focused(page)).toBe(await nameOf(edit))
  })

  test('chooses rows, marks them paid and goes on from there', async () => {
    const { page } = await register.admin(oemMembers)
    const boxes = ['Aarti Purohit', 'Thoibi Devi'].map((who) =>
      page.getByRole('checkbox', { name: `Choose ${who}` }),
    )
    for (const box of boxes) await box.press('Space')
    await said(page, /^2 of \d+ OEM members chosen$/)
    await button(page, 'Mark chosen paid').press('Enter')
    await dialog(page).waitFor()
    const amount = dialog(page).getByLabel('Amount')
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('5000')
    await said(page, /^(1 member|2 members), ₹5,000.*, valid/)
    await page.keyboard.press('Enter')
    await said(page, 'Payment status updated successfully')
    await closed(page)
    await said(page, /^\d+ OEM members$/)
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body))
      .toBe(true)
  })

  test.skipIf(register.isPhone)('sorts by the heads of the columns', async () => {
    const { page } = await register.admin(oemMembers)
    const names = page.getByRole('columnheader', { name: 'Name', exact: true })
    const first = () => page.getByRole('row').nth(1).innerText()
    for (const [order, who] of [
      ['ascending', 'Aarti Purohit'],
      ['descending', 'Vaishali Jadhav'],
    ] as const) {
      await names.getByRole('button').press('Enter')
      await expect.poll(() => names.getAttribute('aria-sort')).toBe(order)
      await expect.poll(first).toContain(who)
    }
    await button(page, 'Columns').press('Enter')
    await page.getByLabel('Photo').press('Space')
    await button(page, 'Done').press('Enter')
    await expect.poll(() => focused(page)).toBe('Columns')
    expect(await page.getByRole('columnheader', { name: 'Photo' }).count()).toBe(0)
  })

  test.runIf(register.isPhone)('sorts the cards of a phone', async () => {
    const { page } = await register.admin(oemMembers)
    const first = () =>
      page.getByRole('list', { name: 'OEM members' }).getByRole('listitem').first()
    await page.getByLabel('Sort by').selectOption('Name')
    await first().getByText('Aarti Purohit').first().waitFor()
  })
})

const nameOf = (element: Locator) =>
  element.evaluate((found) => found.getAttribute('aria-label') ?? found.textContent ?? '')
