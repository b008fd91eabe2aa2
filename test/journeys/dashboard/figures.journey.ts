import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isoDay, numericDate } from '#shared/dates.ts'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { startOfRun } from '#test/setup/clock.ts'
import { axeViolations, expectSoundLayout } from '../support/layout.ts'
import { holdRequests } from '../support/network.ts'
import { openAssociation, sharedSample, signInAsAdmin } from '../support/portals.ts'
import { type BrowserWindow, desktop, phone } from '../support/windows.ts'

const sample = sharedSample()

/** An administrator of the sample association at the dashboard with its figures. */
async function openFigures(viewport = desktop): Promise<BrowserWindow> {
  const { openAs } = await sample()
  const window = await openAs('admin', '/admin', viewport)
  await figures(window.page).getByRole('group', { name: 'Members over time' }).waitFor()
  return window
}

const figures = (page: Page) => page.getByRole('region', { name: 'Overview' })
const plot = (page: Page, name: string) => figures(page).getByRole('group', { name })
const table = (page: Page, name: string | RegExp) => figures(page).getByRole('table', { name })
const showAll = (page: Page) => page.getByRole('button', { name: 'Show all charts' }).click()
const showTables = (page: Page) => page.getByRole('button', { name: 'Show tables' }).click()
const numberIn = async (figure: Locator) => Number((await figure.innerText()).replace(/\D/g, ''))

/** The figure in a cell, by the accessible name of its link. */
const cell = (page: Page, name: string | RegExp, label: RegExp) =>
  table(page, name).getByRole('link', { name: label }).first()

/** A financial year before the current one, by a negative number. */
const yearBefore = (count: number) => financialYearFrom(financialStartYear(startOfRun()) + count)
const labelOf = (year: number, type: string) => new RegExp(`, ${yearBefore(year).name}, ${type}$`)
const joinedTo = (year: number) => `Joined to ${numericDate(yearBefore(year).to)}`

describe('the figures of the dashboard', () => {
  test('link to lists with as many rows, from the table and by keyboard', async () => {
    const { page, go } = await openFigures()

    await showAll(page)
    await showTables(page)
    expect(await axeViolations(page)).toEqual([])
    const links = [
      ['Members over time', labelOf(-4, 'OEM'), 'OEM members', joinedTo(-4)],
      ['Vendors by material', /, Veneer, Vendors$/, 'vendors', 'Material: Veneer'],
      ['Memberships expiring in the next 90 days', /, Vendors$/, 'vendors', /Ending from /],
    ] as const
    for (const [name, label, noun, filter] of links) {
      const figure = cell(page, name, label)
      const count = await numberIn(figure)
      expect(count).toBeGreaterThan(0)
      await figure.press('Enter')
      await page.getByRole('list', { name: 'Filters' }).getByText(filter).waitFor()
      const one = noun.replace(/s$/, '')
      await page.getByText(`${count} ${count === 1 ? one : noun}`, { exact: true }).waitFor()
      const tab = page.getByRole('tab', { selected: true })
      expect(await tab.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.getByRole('button', { name: /^Remove the filter: / }).press('Enter')
      await page.getByRole('list', { name: 'Filters' }).waitFor({ state: 'detached' })
      await go('/admin')
    }
  })

  test('link to both types on All Members with removable filters', async () => {
    const { page } = await openFigures()

    await showTables(page)
    const figure = cell(page, 'Members over time', labelOf(-6, 'Both'))
    const count = await numberIn(figure)
    await figure.click()
    await page.getByRole('heading', { name: 'All Members' }).waitFor()
    await page.getByText(joinedTo(-6)).waitFor()
    await page.getByRole('button', { name: 'Remove the filter: Active members' }).waitFor()
    // A page of the list.
    const rows = Math.min(count, 25)
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(rows)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: `Remove the filter: ${joinedTo(-6)}` }).click()
    await page.waitForURL(/\?active=true$/)
  })

  test('open the payments of a sum, and of another year', async () => {
    const { page } = await openFigures()

    const sumLink = plot(page, 'Dues by month')
      .getByRole('link', { name: /payments?$/ })
      .first()
    const [, sum = '', count = ''] =
      (await sumLink.getAttribute('aria-label'))?.match(/: (₹[\d,.]+), (\d+) payments?$/) ?? []
    await sumLink.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(new RegExp(`^${count} payments?, ${sum}$`)).waitFor()
    expect(await dialog.locator('tbody tr').count()).toBe(Number(count))
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')

    const year = figures(page).getByLabel('Year')
    const last = (await year.locator('option').allInnerTexts())[1] ?? ''
    await year.selectOption({ label: last })
    await page.waitForURL(/[?&]year=20\d\d/)
    await showTables(page)
    const all = cell(page, `Dues by month and mode, ${last}`, /, Year, All$/)
    const sumOfYear = await all.innerText()
    await all.click()
    await dialog.getByText(new RegExp(`^\\d+ payments, ${sumOfYear}$`)).waitFor()
  })

  test('appear after the payments that a link opens', async () => {
    const { openAs } = await sample()
    const { page } = await openAs('admin', `/admin?payments=${isoDay(startOfRun()).slice(0, 7)}`)

    await page.getByRole('dialog', { name: 'Dues received in ' }).waitFor()
    await plot(page, 'Members over time').waitFor()
    expect(await page.getByRole('dialog', { name: 'Dues received in ' }).isVisible()).toBe(true)
    expect(new URL(page.url()).searchParams.has('payments')).toBe(true)
  })

  test('have one tab stop for each plot and arrow keys inside', async () => {
    const { page } = await openFigures()

    const points = plot(page, 'Members over time').getByRole('link')
    expect(await plot(page, 'Members over time').locator('[tabindex="0"]').count()).toBe(1)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await points.first().focus()
    const first = await focused()
    expect(first).toMatch(/^20\d\d-\d\d: OEM \d+$/)
    const start = Number(first?.slice(0, 4))
    const vendorsOf = (year: number) =>
      expect.stringMatching(`^${financialYearFrom(year).name}: Vendors \\d+$`)
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toEqual(vendorsOf(start))
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toEqual(vendorsOf(start + 1))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe(first)
    await page.keyboard.press('Enter')
    await page.getByText(`Joined to 31/03/${start + 1}`).waitFor()
  })

  test('stay hidden and are not requested after they were hidden', async () => {
    const { page, go } = await openFigures()

    await page.getByRole('button', { name: 'Hide overview' }).click()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await go('/admin')
    await page.getByRole('button', { name: 'Show overview' }).waitFor()
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .waitFor()
    expect(requests.filter((url) => /\/api\/admin\/figures|FigurePanels/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Show overview' }).click()
    await plot(page, 'Members over time').waitFor()
    expect(requests.some((url) => url.endsWith('/api/admin/figures'))).toBe(true)
  })

  test('keep the layout while loading and show a failure', async () => {
    const { page, go } = await openFigures()

    const top = async () => (await page.getByRole('tablist').boundingBox())?.y ?? 0
    const before = await top()
    const release = await holdRequests(page, '**/api/admin/figures')
    await page.reload()
    await page.getByRole('heading', { name: 'Dues received' }).waitFor()
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .waitFor()
    expect(Math.abs((await top()) - before)).toBeLessThan(1)
    release()
    await plot(page, 'Members over time').waitFor()
    expect(Math.abs((await top()) - before)).toBeLessThan(1)

    await page.unroute('**/api/admin/figures')
    await page.route('**/api/admin/figures', (route) =>
      route.fulfill({ status: 503, body: 'Not now' }),
    )
    await go('/admin')
    await page.getByText("Couldn't load the overview").waitFor()
    await page.unroute('**/api/admin/figures')
    await figures(page).getByRole('button', { name: 'Try again' }).click()
    await plot(page, 'Members over time').waitFor()
  })
})

test('the figures fit on a phone', async () => {
  const { page, go } = await openFigures(phone)

  await showAll(page)
  await expectSoundLayout(page)
  await figures(page)
    .getByRole('link', { name: /^Plywood/ })
    .click()
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  await expect
    .poll(async () => (await page.getByRole('tablist').boundingBox())?.y ?? 9999)
    .toBeLessThan(phone.height)
  await go('/admin')
  await showTables(page)
  await expectSoundLayout(page)
})

test('an empty association sees what the figures will show', async () => {
  const { page, go } = await signInAsAdmin(await openAssociation())
  await go('/admin')
  // The counts are one line, and the figures are folded, while there is nothing.
  await page.getByRole('list', { name: 'Counts' }).getByText('Total Members').waitFor()
  await page.getByRole('button', { name: 'Show overview' }).click()
  await showAll(page)
  for (const text of [
    'No members yet. Growth will appear here.',
    /^No dues recorded in 20\d\d-\d\d\.$/,
    'No memberships expire in the next 90 days.',
    'No vendors have listed materials yet.',
  ])
    await page.getByText(text).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
