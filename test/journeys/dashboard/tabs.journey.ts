import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations, darkViolations, overflow } from '../support/layout.ts'
import { holdRequests } from '../support/network.ts'
import { sharedSample } from '../support/portals.ts'
import { desktop, narrowPhone, phone, resizeWindow, settled } from '../support/windows.ts'

const sample = sharedSample()

type Scheme = 'light' | 'dark'

/** The colour schemes in which axe checks a tab here; other journeys check the rest. */
const tabs: [name: string, schemes: Scheme[]][] = [
  // With /admin in the journey of all screens.
  ['Pending Approvals', []],
  ['Job Posts', ['light', 'dark']],
  ['Approved Jobs', ['light', 'dark']],
  // Light: in the journeys of the register.
  ['OEM Members', ['dark']],
  // The same table as OEM Members.
  ['Vendors', []],
  // Light: in the journeys of the register.
  ['Deleted Users', ['dark']],
]

test('the tabs of the dashboard work by keyboard and have a sound layout', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin')
  await page.getByRole('tab', { name: 'Pending Approvals' }).focus()
  const defects: string[] = []
  for (const [name, schemes] of tabs) {
    const tab = page.getByRole('tab', { name })
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
    await settled(page)
    for (const line of await layoutDefects(page, schemes)) defects.push(`${name}: ${line}`)
    await resizeWindow(page, desktop)
    await page.keyboard.press('ArrowRight')
  }
  expect(defects).toEqual([])
})

test('Back returns to the tab before, on the dashboard and in the settings', async () => {
  const { openAs } = await sample()
  const { page, go } = await openAs('admin', '/admin')
  const selected = () => page.getByRole('tab', { selected: true }).textContent()
  for (const [path, first, second, third] of [
    ['/admin', 'Pending Approvals', 'OEM Members', 'Vendors'],
    ['/admin/settings', 'Association', 'Dues', 'Emails'],
  ] as const) {
    await go(path)
    for (const name of [second, third]) {
      await page.getByRole('tab', { name }).click()
      await expect.poll(selected).toContain(name)
    }
    for (const name of [second, first]) {
      await page.goBack()
      await expect.poll(selected).toContain(name)
    }
  }
})

test('the list is where its placeholder was', async () => {
  const { openAs } = await sample()
  const { page } = await openAs('admin', '/admin/help')
  const release = await holdRequests(page, /\/api\/admin\//)
  await page.goto(new URL('/admin', page.url()).href)
  const top = async (rows: string) => (await page.locator(rows).last().boundingBox())?.y ?? 0
  await page.locator('[data-skeleton=row]').first().waitFor()
  const expected = await top('[role=status]:has([data-skeleton=row]):visible')
  release()
  await page.locator('tbody').waitFor()
  expect(Math.abs((await top('tbody')) - expected)).toBeLessThan(6)
})

test('a click on a tab shifts no element above it; a link to a tab shows its rows first', async () => {
  const { openAs } = await sample()
  const { page, go } = await openAs('admin', '/admin')
  const toDo = page.getByRole('region', { name: 'To do' })
  const tab = page.getByRole('tab', { name: 'OEM Members' })
  await toDo.getByRole('link', { name: 'Review', exact: true }).waitFor()
  const top = async () => (await tab.boundingBox())?.y
  const before = await top()
  await tab.click()
  await page.getByRole('row').nth(1).waitFor()
  expect(await top()).toBe(before)
  await toDo.waitFor()

  await toDo.getByRole('link', { name: 'Review jobs' }).click()
  await toDo.waitFor({ state: 'detached' })
  const jobs = page.getByRole('tab', { name: 'Job Posts', selected: true })
  await expect.poll(() => jobs.evaluate((element) => element === document.activeElement)).toBe(true)
  const counts = page.getByRole('list', { name: 'Counts' })
  await counts.getByRole('link', { name: /Total Members$/ }).waitFor()
  await page.goBack()
  await page.goBack()
  await toDo.waitFor()

  await go('/admin?tab=oem-members')
  await page.getByRole('row').nth(1).waitFor()
  await counts.waitFor()
  expect(await toDo.count()).toBe(0)
  expect(await page.getByRole('region', { name: 'Overview' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await toDo.waitFor()
})

async function layoutDefects(page: Page, schemes: Scheme[]): Promise<string[]> {
  const defects: string[] = []
  for (const viewport of [desktop, phone]) {
    await resizeWindow(page, viewport)
    if (schemes.includes('light'))
      for (const line of await axeViolations(page)) defects.push(`${viewport.width}: ${line}`)
    if ((await overflow(page)) > 0) defects.push(`too wide at ${viewport.width}`)
  }
  if (schemes.includes('dark')) defects.push(...(await darkViolations(page)))
  await resizeWindow(page, narrowPhone)
  if ((await overflow(page)) > 0) defects.push('too wide at 360')
  return defects
}
