import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeViolations,
  darkViolations,
  desk,
  narrowest,
  overflow,
  phone,
  settled,
} from './support/people.ts'
import { onOneSample } from './support/portals.ts'

const sample = onOneSample()

/** What other journeys have looked at is not looked at again. */
const tabs: [name: string, looks: ('light' | 'dark')[]][] = [
  // The path /admin among all screens.
  ['Pending Approvals', []],
  ['Job Posts', ['light', 'dark']],
  ['Approved Jobs', ['light', 'dark']],
  // In the light at a desk and on a phone in the journey of the register.
  ['OEM Members', ['dark']],
  // The same table, but for who stands in it.
  ['Vendors', ['light']],
  // In the light in the journey of the register.
  ['Deleted Users', ['dark']],
]

test('the six tabs of the administrator are sound for axe, with their rows, by keyboard', async () => {
  const { at } = await sample()
  const { page } = await at('admin', '/admin')
  await page.getByRole('tab', { name: 'Pending Approvals' }).focus()
  const found: string[] = []
  for (const [name, looks] of tabs) {
    const tab = page.getByRole('tab', { name })
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
    await settled(page)
    for (const line of await defects(page, looks)) found.push(`${name}: ${line}`)
    await page.setViewportSize(desk)
    await page.keyboard.press('ArrowRight')
  }
  expect(found).toEqual([])
})

async function defects(page: Page, looks: ('light' | 'dark')[]): Promise<string[]> {
  const found: string[] = []
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport)
    await settled(page)
    if (looks.includes('light'))
      for (const line of await axeViolations(page)) found.push(`${viewport.width}: ${line}`)
    if ((await overflow(page)) > 0) found.push(`too wide at ${viewport.width}`)
  }
  if (looks.includes('dark')) found.push(...(await darkViolations(page)))
  await page.setViewportSize(narrowest)
  if ((await overflow(page)) > 0) found.push('too wide at 360')
  return found
}
