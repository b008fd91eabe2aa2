import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectSoundLayoutAt } from '../support/layout.ts'
import { sharedSample } from '../support/portals.ts'
import { desktop, narrowPhone, type Viewport } from '../support/windows.ts'

const sample = sharedSample()

/** An administrator of the sample association at the Pending Approvals tab. */
async function openDashboard(viewport: Viewport): Promise<Page> {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin', viewport)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  return page
}

const openDialog = (page: Page) => page.getByRole('button', { name: 'Add Member Manually' }).click()
const submit = (page: Page) => page.getByRole('button', { name: 'Add Member', exact: true }).click()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

const ravi = {
  Name: 'Ravi Kumar',
  'Company Name': 'Sagwan Supplies',
  Email: 'ravi@sagwan.example',
  'WhatsApp Number': '+91 98765 43210',
}

describe('the dialog Add Member', () => {
  test('has materials for vendors, and a text for other materials when Other is checked', async () => {
    const page = await openDashboard(desktop)
    await openDialog(page)
    const materials = page.getByRole('group', { name: /Materials/ })
    expect(await materials.count()).toBe(0)
    await page.getByRole('radio', { name: 'OEM Member' }).check()
    expect(await materials.count()).toBe(0)
    await page.getByRole('radio', { name: 'Vendor' }).check()
    expect(await materials.getByRole('checkbox').count()).toBe(18)
    expect(await page.getByLabel(/Other materials/).count()).toBe(0)
    await materials.getByLabel('Other', { exact: true }).check()
    await page.getByLabel(/Other materials/).fill('Cane')
  })

  test('shows a duplicate at its field, keeps the draft, and adds once', async () => {
    const page = await openDashboard(narrowPhone)
    await openDialog(page)
    await page.getByRole('radio', { name: 'OEM Member' }).check()
    await fill(page, { ...ravi, Email: 'Rajendra@MarudharWoodcraft.example' })
    await submit(page)
    await page
      .getByText('This email already belongs to Rajendra Vyas of Marudhar Woodcraft')
      .waitFor()
    expect(await focused(page)).toBe('email')
    await expectSoundLayoutAt(page, desktop)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.reload()
    await openDialog(page)
    await page.getByText('Your unsaved changes were restored.').waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('Ravi Kumar')
    await page.getByText('Membership and company').click()
    await fill(page, { Email: ravi.Email, 'Membership Number': 'oem 2019 001' })
    await submit(page)
    await page.getByText('Membership number oem 2019 001 is already taken').waitFor()
    expect(await focused(page)).toBe('membership_number')
    await fill(page, { 'Membership Number': '' })
    const members = page.locator('dd').first()
    const before = Number(await members.textContent())
    await page.getByRole('button', { name: 'Add Member', exact: true }).dblclick()
    await page.getByText('Member added successfully').first().waitFor()
    await expect.poll(async () => Number(await members.textContent())).toBe(before + 1)
    await openDialog(page)
    expect(await field(page, 'Name').inputValue()).toBe('')
  })

  test('discards the draft on Cancel', async () => {
    const page = await openDashboard(desktop)
    await openDialog(page)
    await fill(page, ravi)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openDialog(page)
    expect(await field(page, 'Name').inputValue()).toBe('')
    expect(await page.getByText('Your unsaved changes were restored.').count()).toBe(0)
  })

  test('works with the keyboard alone', async () => {
    const page = await openDashboard(desktop)
    await page.getByRole('button', { name: 'Add Member Manually' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => focused(page)).toBe('role')
    await page.keyboard.press('Space')
    for (const value of Object.values({ ...ravi, Email: 'ravi@other.example' })) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    await page.getByText('Member added successfully').first().waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Add Member Manually')
  })
})
