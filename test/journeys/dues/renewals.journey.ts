import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { darkViolations, expectSoundLayout } from '../support/layout.ts'
import { sharedAdmin, sharedSample } from '../support/portals.ts'
import { button, dialog, dialogClosed, selectionAction } from '../support/register.ts'
import { desktop, phone, resizeWindow } from '../support/windows.ts'

const admin = sharedAdmin({ hasSeason: false })
const sample = sharedSample()

/** Taps and counts them. */
const tapping = () => {
  let taps = 0
  return {
    tap: async (target: ReturnType<Page['locator']>) => {
      taps += 1
      await target.click()
    },
    count: () => taps,
  }
}

test('dues are set, raised, undone and raised again; who has not paid pays within ten taps on a phone', async () => {
  const { page, go } = await admin('/admin/renewals', desktop)
  await page.getByRole('link', { name: 'Set dues' }).click()
  // The next year, the current one and the one before.
  const years = page.getByLabel('Financial year')
  const year = await years.locator('option').nth(1).innerText()
  await years.selectOption(year)
  for (const [type, amount] of [
    ['OEM members', '6500'],
    ['Vendors', '8000'],
  ] as const) {
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: type }) })
    await card.getByLabel('Annual dues (₹)').fill(amount)
    await button(page, 'Save Changes').click()
    await card.getByText(/^Saved /).waitFor()
  }
  await expectSoundLayout(page)

  await go('/admin/renewals')
  await button(page, 'Raise dues').click()
  await dialog(page).getByLabel('Financial year').selectOption(year)
  await dialog(page).getByText('Left out').waitFor()
  await expectSoundLayout(page)
  await button(page, /^Raise dues for \d+ members$/).click()
  await dialogClosed(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(`Dues ${year} undone`, { exact: true }).first().waitFor()
  await button(page, 'Raise dues').click()
  await dialog(page).getByLabel('Financial year').selectOption(year)
  await button(page, /^Raise dues for \d+ members$/).click()
  await dialogClosed(page)
  await page.getByRole('button', { name: /^Due or lapsed/ }).waitFor()
  await expectSoundLayout(page)
  expect(await darkViolations(page)).toEqual([])

  // As a treasurer on a phone, from the dashboard.
  await resizeWindow(page, phone)
  await go('/admin')
  const { tap, count } = tapping()
  await tap(button(page, /menu/i))
  await tap(page.getByRole('link', { name: 'Renewals' }))
  await tap(page.getByRole('button', { name: /^Due or lapsed/ }))
  const first = page.getByRole('list', { name: 'Renewals' }).getByRole('listitem').first()
  await first.getByText(/^₹[68],[05]00$/).waitFor()
  const name = await first.getByRole('link').innerText()
  await expectSoundLayout(page)
  await tap(first.getByRole('button', { name: /^Record payment/ }))
  await dialog(page).getByText('Settles everything owed').waitFor()
  await dialog(page)
    .getByText(/^Membership valid .* to 31\/03\//)
    .waitFor()
  await expectSoundLayout(page)
  await tap(dialog(page).getByLabel('Cash', { exact: true }))
  await tap(dialog(page).getByRole('button', { name: /^Record ₹/ }))
  await dialogClosed(page)
  await page
    .getByText(/^Receipt .*\/\d{4}$/)
    .first()
    .waitFor()
  await page
    .getByText('The email to the member is written to a file: no mail server is set.')
    .first()
    .waitFor()
  expect(count()).toBeLessThan(10)
  await expect.poll(() => first.getByRole('link').innerText()).not.toBe(name)
  // The row that had the focus is gone.
  const next = first.getByRole('button', { name: /^Record payment/ })
  await expect.poll(() => next.evaluate((one) => one === document.activeElement)).toBe(true)

  // A part payment and a waiver of the rest, in the member's account.
  await first.getByRole('button', { name: /^Record payment/ }).click()
  await dialog(page).getByLabel('Amount (₹)').fill('1000')
  await dialog(page).getByLabel('Cash', { exact: true }).check()
  await dialog(page)
    .getByText(/will still be owed/)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Record ₹1,000' }).click()
  await dialogClosed(page)
  await first.getByText(/^₹[57],[05]00$/).waitFor()
  await first.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'View account' }).click()
  await dialog(page).getByRole('tab', { name: 'Payments', selected: true }).waitFor()
  await dialog(page)
    .getByText(/^₹[57],[05]00 owed$/)
    .waitFor()
  await expectSoundLayout(page)
  await dialog(page).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Waive' }).click()
  await page.getByLabel('Reason').fill('Fire in the factory')
  await page.getByRole('button', { name: /^Waive ₹/ }).click()
  await dialog(page).getByText('Nothing owed').waitFor()
  await dialog(page)
    .getByRole('listitem')
    .filter({ hasText: /^Waived/ })
    .getByText('Fire in the factory')
    .waitFor()
})

test('WhatsApp messages continue after a reload', async () => {
  const { page, go } = await admin('/admin/renewals?status=owes', phone)
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await selectionAction(page, 'WhatsApp')
  const open = dialog(page).getByRole('link', { name: 'Open WhatsApp' })
  const href = (await open.getAttribute('href')) ?? ''
  expect(href).toMatch(/^https:\/\/wa\.me\/91\d{10}\?text=/)
  expect(decodeURIComponent(href)).toMatch(/₹[678],\d{3}/)
  await expectSoundLayout(page)
  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click()
  await dialog(page).getByText('1 of 2 messages done').waitFor()
  await go('/admin/renewals')
  await page.getByText('1 of 2 members done').waitFor()
  await button(page, 'Continue').click()
  await dialog(page).getByText('1 of 2 messages done').waitFor()
  await dialog(page).getByRole('button', { name: 'Skip' }).click()
  await dialog(page).getByText('All messages are done').waitFor()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await dialogClosed(page)
})

test('the printed list keeps amounts and dates within their columns', async () => {
  const { page } = await (await sample()).openAs('admin', '/admin/renewals')
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await button(page, 'Print').click()
  await page.locator('[data-print-sheet] tbody').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const { whole, cut } = await page.evaluate(() => {
    const sheet = document.querySelector<HTMLElement>('[data-print-sheet]')
    // A4 between its margins.
    if (sheet) sheet.style.width = '186mm'
    const texts = [...(sheet?.querySelectorAll('td [data-unbroken]') ?? [])]
    const isCut = (text: Element) => {
      const cell = text.closest('td')?.getBoundingClientRect()
      const { left, right } = text.getBoundingClientRect()
      return !cell || left < cell.left || right > cell.right
    }
    return { whole: texts.length, cut: texts.filter(isCut).map(({ textContent }) => textContent) }
  })
  await page.emulateMedia({ media: null })
  expect(whole).toBeGreaterThan(50)
  expect(cut).toEqual([])
})

test('the list ends at the edge of the window, also when what is above it becomes lower', async () => {
  const { page } = await (await sample()).openAs('admin', '/admin/renewals', {
    width: 1366,
    height: 1300,
  })
  const belowList = () =>
    page
      .getByRole('region', { name: 'Renewals' })
      .evaluate((list) => Math.round(window.innerHeight - list.getBoundingClientRect().bottom))
  const ageing = page.getByRole('heading', { name: 'Ageing' })
  await ageing.waitFor()
  await expect.poll(belowList).toBe(0)
  await button(page, 'Hide charts').click()
  await ageing.waitFor({ state: 'detached' })
  await expect.poll(belowList).toBe(0)
})
