import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { darkViolations, expectSoundLayout } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import { dialog } from '../support/register.ts'
import { phone } from '../support/windows.ts'

const admin = sharedAdmin({ hasSeason: false })

const choose = async (page: Page, action: string) => {
  await dialog(page).first().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).last().waitFor()
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).last().click()
const soundOn = async (page: Page) => {
  await expectSoundLayout(page)
  expect(await darkViolations(page)).toEqual([])
}

test("a member's own fee, another charge, deducted tax and a refund, in the account of a member on a phone", async () => {
  const { page } = await admin('/admin/renewals', phone)
  const first = page.getByRole('list', { name: 'Renewals' }).getByRole('listitem').first()
  await first.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'View account' }).click()
  await dialog(page).getByRole('tab', { name: 'Payments', selected: true }).waitFor()
  await dialog(page).getByRole('button', { name: 'Record payment' }).waitFor()

  await choose(page, 'Own fee')
  await page.getByLabel('Fee for a year (₹)').fill('2500')
  await page.getByLabel('Reason').fill('First year at half the fee')
  await soundOn(page)
  await press(page, 'Save own fee')
  await dialog(page)
    .getByText(/^Own fee ₹2,500, from .*: First year at half the fee$/)
    .waitFor()
  await dialog(page).getByText('₹2,500 owed').waitFor()

  await press(page, 'Record payment')
  await page.getByLabel('Amount (₹)').fill('2250')
  await page.getByLabel('Bank Transfer').check()
  await press(page, 'Add deducted tax')
  await page.getByLabel(/^Tax deducted .TDS/).fill('250')
  await page.getByText('Settles everything owed').waitFor()
  await soundOn(page)
  await press(page, 'Record ₹2,250')
  const entries = dialog(page).getByRole('listitem')
  const tax = entries.filter({ hasText: /^Tax deducted \(TDS\)₹250/ })
  await tax.waitFor()
  await dialog(page).getByText('Nothing owed').waitFor()
  await tax.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'TDS certificate' }).click()
  await page.getByLabel('Certificate number').fill('16A/77')
  await press(page, 'Save certificate')
  await tax.getByText('certificate 16A/77').waitFor()

  await choose(page, 'Add a charge')
  await page.getByLabel('What is it for?').fill('Stall at the expo')
  await page.getByLabel('Amount (₹)').fill('1180')
  await page.getByLabel('Exempt', { exact: true }).check()
  await page.getByLabel('Why is no tax charged?').fill('Exempt.')
  await soundOn(page)
  await press(page, 'Charge ₹1,180')
  await dialog(page).getByText('₹1,180 owed').waitFor()
  await choose(page, 'Tax deducted by the member')
  await page.getByLabel(/^Tax deducted .TDS/).fill('180')
  await page.getByText('₹1,000 will still be owed.').waitFor()
  await soundOn(page)
  await press(page, 'Cancel')

  await press(page, 'Record payment')
  await page.getByLabel('Amount (₹)').fill('1500')
  await page.getByLabel('Cash', { exact: true }).check()
  await press(page, 'Record ₹1,500')
  await dialog(page).getByText('₹320 credit').waitFor()
  await choose(page, 'Pay back credit')
  await page.getByLabel('Amount (₹)').fill('320.01')
  await page.getByText(/^No more than the credit of ₹320/).waitFor()
  await page.getByLabel('Amount (₹)').fill('300')
  await page.getByLabel('Cash', { exact: true }).check()
  await soundOn(page)
  await press(page, 'Pay back ₹300')
  await dialog(page).getByText('₹20 credit').waitFor()
  await entries.filter({ hasText: /^Credit paid back₹300/ }).waitFor()
  await soundOn(page)
})
