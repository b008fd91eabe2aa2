/** Checks of a whole screen: accessibility by axe, and whether it fits the window. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone, polling, resizeWindow, type Viewport } from './windows.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeWindow {
  axe: {
    run: (
      scope: Document | Element,
      options: {
        resultTypes: string[]
        runOnly?: string[]
        rules?: Record<string, { enabled: boolean }>
        preload: boolean
        iframes: boolean
      },
    ) => Promise<{
      violations: { id: string; help: string; nodes: { target: unknown[] }[] }[]
    }>
  }
}

/**
 * The violations of axe's rules (of these rules only, if any are named) on the current screen, one line
 * each. When a modal dialog is open, only the dialog is checked, because nothing else is reachable.
 */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as AxeWindow).axe.run(
      [...document.querySelectorAll('dialog:modal')].at(-1) ?? document,
      // No active rule needs the style sheets and media that axe would preload.
      {
        resultTypes: ['violations'],
        preload: false,
        iframes: false,
        // Off by default: controls of at least 24 px, or apart from each other.
        ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
      },
    )
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help} (${nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')})`,
    )
  }, rules)
}

/**
 * The same in the dark colour scheme, which changes only colours: of their rule,
 * where others are checked in the light one.
 */
export async function darkViolations(
  page: Page,
  rules: 'all' | 'colours' = 'colours',
): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const violations = await axeViolations(page, rules === 'all' ? undefined : ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return violations.map((line) => `dark: ${line}`)
}

/** By how many pixels the page is wider than its window, after a moment to adapt. */
export async function overflow(page: Page): Promise<number> {
  await page
    .waitForFunction(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      undefined,
      {
        timeout: 1000,
        ...polling,
      },
    )
    .catch(() => undefined)
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** Expects no violation of axe's rules, and nothing wider than the window. */
export async function expectSoundLayout(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

/**
 * The same in the current size of the window and in others; restores the size. A dialog has the same
 * elements at every size, so axe checks it once.
 */
export async function expectSoundLayoutAt(page: Page, ...others: Viewport[]): Promise<void> {
  await expectSoundLayout(page)
  const hasDialog = (await page.locator('dialog:modal').count()) > 0
  const size = page.viewportSize() ?? phone
  for (const viewport of others) {
    await resizeWindow(page, viewport)
    if (hasDialog) expect(await overflow(page)).toBeLessThanOrEqual(0)
    else await expectSoundLayout(page)
  }
  await resizeWindow(page, size)
}
