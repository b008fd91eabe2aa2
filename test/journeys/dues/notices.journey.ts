/** Notices, reported payments, receipts and certificates: sound layout, and with the keyboard only. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { owingMember, raiseDues } from '../support/dues.ts'
import { axeViolations, darkViolations, expectSoundLayout, overflow } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { button, dialog, dialogClosed } from '../support/register.ts'
import { desktop, openWindow, phone, resizeWindow } from '../support/windows.ts'

const sample = sharedSample({ hasSeason: false })

/** Dark colours and the width of a phone, for the dialog or the screen that is open. */
async function expectSoundDarkAndNarrow(page: Page): Promise<void> {
  expect(await darkViolations(page)).toEqual([])
  await resizeWindow(page, phone)
  expect(await axeViolations(page, ['target-size'])).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await resizeWindow(page, desktop)
}

test('a member reports a payment from the notice; the treasurer records it with the keyboard', async () => {
  const { url, openAs } = await sample()
  const { page, go } = await openAs('admin', '/admin/renewals')
  await raiseDues(page)
  await go('/admin/renewals?status=owes')
  await page
    .getByLabel(/^Select /)
    .nth(1)
    .focus()
  await page.keyboard.press('Space')
  const email = button(page, 'Email notices')
  await email.focus()
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByText(/^1 member gets a notice/)
    .waitFor()
  await expectSoundLayout(page)
  await expectSoundDarkAndNarrow(page)
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await button(page, 'Write 1 email to files').press('Enter')
  await dialog(page)
    .getByText(/^(1 email written to files|Writing: 0 of 1 email written to files)$/)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialogClosed(page)

  const { link } = await owingMember(page)
  const { hash } = new URL(link)
  const member = await openWindow(url, phone)
  await member.go(`/dues${hash}`)
  await member.page.getByRole('heading', { name: /^Dues/ }).waitFor()
  await button(member.page, 'I have paid').press('Enter')
  await expectSoundLayout(member.page)
  expect(await darkViolations(member.page)).toEqual([])
  await member.page.getByLabel('UTR or reference number').fill('412356789012')
  await member.page.keyboard.press('Enter')
  await member.page.getByText('Reported, not confirmed yet').waitFor()

  await go('/admin/renewals')
  await button(page, 'Check').press('Enter')
  await button(page, 'Confirm…').press('Enter')
  await dialog(page).getByLabel('Reference').waitFor()
  await expectSoundLayout(page)
  await expectSoundDarkAndNarrow(page)
  await dialog(page).getByLabel('Reference').press('Enter')
  await dialog(page).getByText('No reported payments').waitFor()
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  await button(page, 'More').press('Enter')
  await page.getByRole('menuitem', { name: 'Notices sent' }).press('Enter')
  await dialog(page).getByText('Notices by email').waitFor()
  await button(page, 'Details').press('Enter')
  await dialog(page).getByText('Sent', { exact: true }).first().waitFor()
  await expectSoundLayout(page)
  await expectSoundDarkAndNarrow(page)
})

test('settings of receipts and certificates, and a member with both, have a sound layout', async () => {
  const { openAs } = await sample()
  const { page, go } = await openAs('admin', '/admin/settings?tab=receipts')
  await page.getByText('Receipts are issued without tax.').waitFor()
  await expectSoundLayout(page)
  await expectSoundDarkAndNarrow(page)
  await button(page, 'Change the tax').click()
  await page.getByLabel('Tax invoice with GST').check()
  await expectSoundLayout(page)
  await page.keyboard.press('Escape')
  await dialogClosed(page)
  await go('/admin/settings?tab=certificates')
  await page.getByRole('img', { name: 'Preview of the certificate' }).waitFor()
  await expectSoundLayout(page)
  await expectSoundDarkAndNarrow(page)

  const oem = await openAs('oem', '/oem/profile', phone)
  await oem.page.getByRole('list', { name: 'Your payments' }).waitFor()
  await expectSoundLayout(oem.page)
  const receipt = oem.page.waitForEvent('download')
  await button(oem.page, /^PDF of receipt /).press('Enter')
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/)
  const certificate = oem.page.waitForEvent('download')
  await button(oem.page, 'Download certificate').press('Enter')
  expect((await certificate).suggestedFilename()).toMatch(/\.pdf$/)
})
