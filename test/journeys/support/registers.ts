/** The register of the sample association, opened once for a group of journeys. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Engine } from '../../drills/site.ts'
import { axeViolations, calmly, desk, overflow, type Person, phone } from './people.ts'
import { onOneSample } from './portals.ts'

/** Both engines and both screens, each once: what the engine answers does not hang on the width. */
export const everywhere = [
  { engine: 'SQLite', where: 'at a desk', viewport: desk },
  { engine: 'PostgreSQL', where: 'on a phone', viewport: phone },
] as const

export interface Register {
  isPhone: boolean
  /** An administrator at an address; each test finds the same window, emptied. */
  admin: (path: string) => Promise<Person>
}

/** Call it once in a describe block; its journeys share one association. */
export function onRegister({ engine, viewport }: { engine: Engine; viewport: typeof desk }) {
  const sample = onOneSample(engine)
  const register: Register = {
    isPhone: viewport.width < 600,
    admin: async (path) => (await sample()).at('admin', path, viewport),
  }
  return register
}

/** The first button whose name is, or fits, this one. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first()

export const dialog = (page: Page) => page.getByRole('dialog')

/** No dialog is in the way any more, and the history has let go of it too. */
export async function closed(page: Page): Promise<void> {
  await dialog(page).first().waitFor({ state: 'detached' })
  await page.waitForFunction(() => !history.state?.modals, undefined, calmly)
}

export const said = (page: Page, words: string | RegExp) =>
  page
    .getByText(words, { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 10_000 })

/** The toast as it is read: its title, then its words. */
export async function toasted(page: Page, title: string, words: string): Promise<void> {
  const lines = async () => {
    const texts = await page.locator('li[data-state="open"]').allInnerTexts()
    return texts.join('\n').split('\n').filter(Boolean)
  }
  await expect.poll(lines, { timeout: 10_000 }).toEqual([title, words])
}

/** Looks for one OEM member or vendor, so that the list holds nobody else. */
export async function find(page: Page, name: string): Promise<void> {
  const field = page.getByRole('search').getByRole('searchbox')
  await field.fill(name)
  await page.getByText(/^1 (OEM member|vendor)$/).waitFor()
}

/** Nothing for axe to find, nothing wider than the screen. */
export async function healthy(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

/** The name of the element that has the focus, as it is read. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
  })
