/** The lists of the register: their buttons, dialogs, toasts and searches. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { polling } from './windows.ts'

export const oemMembers = '/admin?tab=oem-members'

/** The first button with this name. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first()

/** A button in the row of a member. */
export const rowButton = (page: Page, who: string, name: string) =>
  page.getByRole('row').filter({ hasText: who }).getByRole('button', { name, exact: true })

export const dialog = (page: Page) => page.getByRole('dialog')

/** Waits until no dialog is open and its history entry is removed. */
export async function dialogClosed(page: Page): Promise<void> {
  await dialog(page).first().waitFor({ state: 'detached' })
  await page.waitForFunction(() => !history.state?.modals, undefined, polling)
}

/** Waits until this text is visible. */
export const visible = (page: Page, text: string | RegExp) =>
  page
    .getByText(text, { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 10_000 })

/** Waits until the only open toast has this title and text. */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const lines = async () => {
    const texts = await page.locator('li[data-state="open"]').allInnerTexts()
    return texts.join('\n').split('\n').filter(Boolean)
  }
  await expect.poll(lines, { timeout: 10_000 }).toEqual([title, text])
}

/** Searches for one OEM member or vendor and waits until the list has only that one. */
export async function searchFor(page: Page, name: string): Promise<void> {
  const field = page.getByRole('search').getByRole('searchbox')
  await field.fill(name)
  await page.getByText(/^1 (OEM member|vendor)$/).waitFor()
}

/** Selects an action in the menu of a member's row: 'Mark Paid', 'Remove'. */
export async function rowAction(page: Page, who: string, action: string): Promise<void> {
  await button(page, `More actions for ${who}`).press('Enter')
  await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
}

/** Presses an action of the selected rows, a button or in the menu 'More' of their bar. */
export async function selectionAction(page: Page, name: string): Promise<void> {
  const bar = page.locator('[data-selection-bar]')
  await bar.waitFor()
  const action = bar.getByRole('button', { name, exact: true })
  if (await action.isVisible()) return action.press('Enter')
  await bar.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name, exact: true }).press('Enter')
}

/** Activates or deactivates a member in the menu of the row. */
export async function toggleActive(page: Page, who: string): Promise<void> {
  await button(page, `More actions for ${who}`).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Active' }).press('Enter')
}

/** Opens a tab of Member Details. */
export const openTab = (page: Page, name: 'Overview' | 'Payments' | 'History') =>
  dialog(page).getByRole('tab', { name }).click()

/** The accessible name of the focused element. */
export const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })
