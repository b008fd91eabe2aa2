/** JavaScript, requests and layout shifts of a first visit: more of them is a decision (docs/decisions/0052). */

import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { sharedAssociation, sharedSample } from '../support/portals.ts'
import { desktop, openWindow, phone, settled } from '../support/windows.ts'

const sample = sharedSample()
const association = sharedAssociation()

/** Widths of columns may change by a pixel when further rows are rendered. */
const maxShift = 0.015

/**
 * Opens an address as on a first visit; gzip KiB of its scripts, and all requests, until the page has `content`, an
 * XPath. What is loaded later, while the screen is idle, delays nobody. The page itself notes the time: a busy machine
 * hears of the content later.
 */
async function load(page: Page, address: string, content: string) {
  // The screen before may still be loading scripts, which are not those of this address.
  await page.goto('about:blank')
  await page.addInitScript((path) => {
    const find = () =>
      document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
    const observer = new MutationObserver(() => {
      if (!find()) return
      performance.mark(path)
      observer.disconnect()
    })
    observer.observe(document, { childList: true, subtree: true })
  }, content)
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator(`xpath=${content}`).first().waitFor()
  const { scripts, requests } = await page.evaluate((path) => {
    const shownAt = performance.getEntriesByName(path)[0]?.startTime ?? 0
    const before = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= shownAt)
      .map(({ name }) => name)
    // The page itself is also a request.
    return { scripts: before.filter((name) => name.endsWith('.js')), requests: before.length + 1 }
  }, content)
  const sizes = await Promise.all(scripts.map(gzipSize))
  return { kib: sum(sizes) / 1024, requests }
}

async function gzipSize(url: string): Promise<number> {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  return gzipSync(await response.bytes(), { level: 9 }).length
}

test('the login screen loads at most 85 KiB of JavaScript in ten requests', async () => {
  const { url } = await sample()
  const { page } = await openWindow(url)
  const button = '//button[.="Login to check job openings"]'
  const { kib, requests } = await load(page, `${url}/login`, button)
  expect(kib).toBeLessThan(85)
  expect(requests).toBeLessThanOrEqual(10)
})

test('a list of administrators loads at most 172 KiB of JavaScript in about twenty requests', async () => {
  const { url, signIn } = await sample()
  const { page } = await signIn('admin')
  for (const path of ['/admin?tab=oem-members', '/admin/members', '/admin/member-data']) {
    const { kib, requests } = await load(page, url + path, '//tbody/tr')
    expect(kib, path).toBeLessThan(172)
    // One is the font of Devanagari, where a name needs it; one says why the portal does not start (decision 68); two
    // are for the banner of changed payment details (decision 101).
    expect(requests, path).toBeLessThanOrEqual(24)
  }
})

test('the screens of members load at most 145 KiB of JavaScript', async () => {
  const { url, openAs } = await sample()
  const { page } = await openAs('oem', '/oem/profile')
  for (const [path, content] of [
    // It comes with the strip above the directory, which has code of its own.
    ['/oem/members', '//*[@aria-label="News"]'],
    ['/oem/jobs', '//button[.="View Details"]'],
  ] as const) {
    const { kib } = await load(page, url + path, content)
    expect(kib, path).toBeLessThan(145)
  }
})

test('dialogs are loaded when their buttons are reached', async () => {
  const { url, signIn } = await sample()
  const { page } = await signIn('admin')
  const dialogs = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\/(dialogs|forms|\w+Dialog)-[^/]+\.js$/.test(name)),
    )
  for (const path of [
    '/admin',
    '/admin?tab=oem-members',
    '/admin/member-data',
    '/admin/renewals',
  ]) {
    await page.goto('about:blank')
    // The last code that is loaded without being asked for.
    const palette = page.waitForResponse(/CommandPalette-[^/]+\.js$/)
    await page.goto(url + path)
    await palette
    await settled(page)
    expect(await dialogs(), path).toEqual([])
  }
  await page.goto(`${url}/admin?tab=oem-members`)
  await page.getByRole('row').nth(1).getByRole('button').last().hover()
  await expect.poll(dialogs).not.toEqual([])
})

test('the lists that a page requests ahead are those that its screen shows', async () => {
  const { url, openAs } = await sample()
  const listsRequestedLater = async (page: Page, path: string) => {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    return page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ initiatorType }) => initiatorType !== 'link')
        .map(({ name }) => name)
        // A list of one row is for its length.
        .filter((name) => /[?&]limit=(?!1&)/.test(name)),
    )
  }
  const { page: admin } = await openAs('admin', '/admin/settings')
  for (const path of [
    '/admin',
    '/admin?tab=oem-members',
    '/admin?tab=vendors',
    '/admin/members',
    '/admin/member-data',
    '/admin/renewals',
    '/admin/applications',
    '/jobs',
    '/jobs/saved',
  ])
    expect.soft(await listsRequestedLater(admin, path), path).toEqual([])
  const { page: member } = await openAs('oem', '/oem/profile')
  for (const path of ['/oem/members', '/oem/jobs'])
    expect.soft(await listsRequestedLater(member, path), path).toEqual([])
})

/** The sum of the layout shifts without input, after an address has been opened. */
async function shiftsOf(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' })
  // Plots follow when no request has been sent for a moment.
  if (address.endsWith('/admin')) await page.getByRole('region', { name: 'Overview' }).waitFor()
  await settled(page)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (shifts: (PerformanceEntry & { value?: number })[]) => {
          for (const { value = 0 } of shifts) sum += value
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // The entries so far are delivered in a task before that of the second frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              add(observer.takeRecords())
              observer.disconnect()
              resolve(sum)
            }),
          ),
        )
      }),
  )
}

test.each([desktop, phone])(
  'nothing moves while the dashboard of a new portal loads',
  async (viewport) => {
    const { url } = await association()
    const { page } = await (await association()).admin('/admin', undefined, viewport)
    expect(await shiftsOf(page, `${url}/admin`)).toBeLessThan(maxShift)
    await page.getByRole('heading', { name: 'Set up your portal' }).waitFor()
  },
)

test.each([desktop, phone])('nothing moves while a screen loads', async (viewport) => {
  const { url, openAs } = await sample()
  const { page: admin } = await openAs('admin', '/admin', viewport)
  const adminPaths = ['/admin', '/admin?tab=oem-members', '/admin/renewals', '/admin/applications']
  for (const path of adminPaths)
    expect.soft(await shiftsOf(admin, url + path), path).toBeLessThan(maxShift)
  const { page: member } = await openAs('oem', '/oem/profile', viewport)
  expect(await shiftsOf(member, `${url}/oem/profile`)).toBeLessThan(maxShift)
})
