/** From February on, the dues of the next financial year are proposed (src/features/dues/web/calls.ts). */
import { expect, test } from 'vitest'
import { startAt } from '../support/clock.ts'
import { setFilter } from '../support/filters.ts'
import { sharedAdmin } from '../support/portals.ts'
import { button, dialog, dialogClosed } from '../support/register.ts'

startAt('2027-02-15T10:00:00+05:30')
const admin = sharedAdmin({ hasSeason: false })

test('in February the dues of the next year are set, raised and paid', async () => {
  const { page, go } = await admin('/admin/renewals')
  await page.getByRole('link', { name: 'Set dues' }).click()
  const year = page.getByLabel('Financial year')
  expect(await year.inputValue()).toBe('2027-28')
  const card = page.locator('section').filter({ hasText: 'OEM members' })
  await card.getByLabel('Annual dues (₹)').fill('6500')
  await button(page, 'Save Changes').click()
  await card.getByText(/^Saved /).waitFor()
  // Until then the browser asks before the screen is left.
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' })

  await go('/admin/renewals')
  await button(page, 'Raise dues').click()
  await page.getByRole('heading', { name: 'Raise dues for 2027-28' }).waitFor()
  await button(page, /^Raise dues for \d+ members$/).click()
  await dialogClosed(page)
  await page
    .getByText(/^Dues 2027-28 raised/)
    .first()
    .waitFor()

  await setFilter(page, 'Dues raised for', '2027-28')
  await page.getByText('raised ahead', { exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: /^Record payment/ })
    .first()
    .click()
  await dialog(page)
    .getByText(/^Membership valid .* to 31\/03\/2028/)
    .waitFor()
})
