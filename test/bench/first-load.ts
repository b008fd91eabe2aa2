/** How long the first visit takes on a slow phone. `first-load.journey.ts` limits the bytes. */
import type { Browser } from 'playwright-core'
import { launchBrowser } from '#test/setup/browser.ts'
import { type Bench, figureOf, type OpenPortal, openFilledPortals } from './portals.ts'
import type { Figure } from './report/figure.ts'
import { inTurns } from './turns.ts'

/** Slow 4G as browsers simulate it, and a processor at a quarter of its speed. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1_000_000) / 8,
  uploadThroughput: (675 * 1000) / 8,
}
const slowdown = 4

/** The first screen of a visitor and of an administrator, and what shows that it is there. */
const visits = [
  { path: '/login', element: 'main button', isSignedIn: false },
  { path: '/admin?tab=oem-members', element: '[data-row]', isSignedIn: true },
]

export async function firstLoad(bench: Bench): Promise<Figure[]> {
  const browser = await launchBrowser()
  bench.env.onClose(() => browser.close())
  const portals = await openFilledPortals(bench, 'SQLite', 400)
  const figures: Figure[] = []
  for (const visit of visits) {
    const ms = await inTurns(
      3,
      portals.map((opened) => () => load(browser, opened, visit)),
    )
    const seconds = ms.map((value) => value / 1000)
    figures.push(figureOf(seconds, { what: `${visit.path}: on slow 4G at 4 times CPU`, unit: 's' }))
  }
  return figures
}

/** Loads a path without a cache, until its element is there. */
async function load(
  browser: Browser,
  { admin, portal }: OpenPortal,
  { path, element, isSignedIn }: (typeof visits)[number],
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
  if (isSignedIn) await context.addCookies(cookies)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${portal.url}${path}`, { waitUntil: 'commit' })
  await page.locator(element).first().waitFor({ timeout: 120_000 })
  await context.close()
}
