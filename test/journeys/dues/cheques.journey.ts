/** Cheques that are received and not cleared, and bulk payments that are undone. */

import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { expectSoundLayout, expectSoundLayoutAt } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import {
  button,
  dialog,
  dialogClosed,
  oemMembers,
  openTab,
  rowAction,
  searchFor,
  visible,
} from '../support/register.ts'
import { phone } from '../support/windows.ts'

const admin = sharedAdmin({ hasSeason: false })

test('a cheque is noted, counts once it is cleared, and is listed until then', async () => {
  const { page, go } = await admin(oemMembers)
  await searchFor(page, 'Aarti Purohit')
  await rowAction(page, 'Aarti Purohit', 'Mark Paid')
  await page.getByLabel('Cheque', { exact: true }).check()
  await page.getByLabel('Received, not cleared yet').check()
  await visible(page, 'Please enter the number of the cheque, like 123456')
  await page.getByLabel('Cheque number').fill('123456')
  await page.getByLabel('Bank of the cheque').fill('HDFC')
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Note cheque').click()
  await visible(page, 'Cheque 123456 noted')
  await dialogClosed(page)

  await button(page, 'View Aarti Purohit').click()
  await openTab(page, 'Payments')
  await page.getByText(/^Cheque 123456 of HDFC, ₹10,000, received .*, not cleared$/).waitFor()
  await dialog(page).getByRole('button', { name: 'Record payment' }).click()
  await dialog(page).last().getByLabel('Cheque', { exact: true }).check()
  await dialog(page).last().getByLabel('Received, not cleared yet').check()
  await dialog(page).last().getByLabel('Cheque number').fill('000123456')
  await dialog(page).last().getByLabel('Bank of the cheque').fill('HDFC Bank')
  await button(page, 'Note cheque').click()
  await page
    .getByText(/^This cheque of ₹10,000 is noted already for this member/)
    .first()
    .waitFor()

  await go('/admin/renewals')
  await visible(page, '1 cheque is not cleared')
  await button(page, 'Show cheques').click()
  await expectSoundLayout(page)
  await menuItem(page, 'Returned')
  await visible(page, 'Note the return')
  await dialog(page).last().getByRole('button', { name: 'Cancel' }).click()
  await menuItem(page, 'Remove')
  await visible(page, 'Remove this cheque?')
  await dialog(page).last().getByRole('button', { name: 'Cancel' }).click()
  await button(page, /^Cleared/).click()
  await visible(page, /will (still )?be owed$/)
  await expectSoundLayoutAt(page, phone)
  await dialog(page).last().getByRole('button', { name: 'Record payment' }).click()
  await page
    .getByText(/^Receipt R/)
    .first()
    .waitFor()
  await visible(page, 'No cheque waits to be cleared.')
})

test('a payment of several members says what it settles, and is undone from its message', async () => {
  const { page, go } = await admin(`${oemMembers}&dues=owes`)
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check()
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(2)
    .check()
  await button(page, 'Mark as paid').click()
  await visible(page, /will (still )?be owed$/)
  await page.getByLabel('Replace the existing payments for this period').check()
  await page.getByLabel('Payment Reference').fill('UTR 412356789012')
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Mark 2 as Paid').click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await visible(page, 'Undo these payments?')
  await visible(page, '2 receipts become void and get cancellation numbers.')
  await expectSoundLayoutAt(page, phone)
  await button(page, 'Undo payments').click()
  await visible(page, '2 payments no longer count')
  await go('/admin/renewals')
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Bulk payments' }).click()
  await dialog(page)
    .getByText(/^Undone /)
    .waitFor()
  await expectSoundLayoutAt(page, phone)
})

/** An action of the menu beside the only cheque. */
async function menuItem(page: Page, name: string): Promise<void> {
  await button(page, /^More actions for cheque/).click()
  await page.getByRole('menuitem', { name }).click()
}
