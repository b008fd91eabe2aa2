/** The first visit: the bytes that load without an action, and the time until a slow phone shows the screen. */

import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { sum } from '#shared/sum.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { type Bench, figureOf, type OpenPortal, openFilledPortals } from './portals.ts'
import type { Figure } from './report/figure.ts'
import { inTurns } from './turns.ts'

/** After so long without input, everything that loads without an action has arrived. */
const quietMs = 5000
/** Slow 4G as browsers simulate it, and a processor at a quarter of its speed. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1_000_000) / 8,
  uploadThroughput: (675 * 1000) / 8,
}
const slowdown = 4

export async function firstLoad(bench: Bench): Promise<Figure[]> {
  const browser = await launchBrowser()
  bench.env.onClose(() => browser.close())
  const portals = await openFilledPortals(bench, 'SQLite', 400)
  return [...(await bytesOf(browser, portals)), ...(await times(bench, browser, portals))]
}

/** The bytes of the first screen that all users load. */
async function bytesOf(browser: Browser, portals: readonly OpenPortal[]): Promise<Figure[]> {
  const scripts: number[] = []
  const fonts: number[] = []
  const counts: number[] = []
  for (const opened of portals) {
    const resources = await visit(browser, opened, '/login')
    const kib = async (kind: string) => {
      const chosen = resources.filter((one) => one.kind === kind)
      const sizes = await Promise.all(chosen.map(({ url }) => gzipBytes(url)))
      return sum(sizes) / 1024
    }
    scripts.push(await kib('script'))
    fonts.push(await kib('font'))
    counts.push(resources.length)
  }
  return [
    figureOf(scripts, { what: '/login: scripts, gzip', unit: 'KiB', goal: { most: 85 } }),
    figureOf(fonts, { what: '/login: fonts', unit: 'KiB', goal: { most: 45 } }),
    figureOf(counts, { what: '/login: requests', unit: '', goal: { most: 10 } }),
  ]
}

/** The files that a browser without a cache requests, until the last one that loads without an action. */
async function visit(browser: Browser, opened: OpenPortal, path: string) {
  const { page, close } = await openPage(browser, path === '/login' ? undefined : opened)
  const resources: { url: string; kind: string }[] = []
  let newest = performance.now()
  page.on('request', (request) => {
    newest = performance.now()
    const isFile = !new URL(request.url()).pathname.startsWith('/api/')
    if (isFile) resources.push({ url: request.url(), kind: request.resourceType() })
  })
  await page.goto(`${opened.portal.url}${path}`, { waitUntil: 'load' })
  await waitUntil(() => performance.now() - newest > quietMs, 60_000)
  await close()
  return resources
}

async function openPage(browser: Browser, opened?: OpenPortal) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  if (opened) {
    const { admin, portal } = opened
    const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
  }
  return { page: await context.newPage(), close: () => context.close() }
}

/** The size of the encoded body. */
function gzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'gzip' }
    get(url, { agent: new Agent(), headers }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.on('end', () => resolve(size))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** Times on slow 4G with a quarter of the speed; the limit is a page with a heading and a button. */
async function times(
  { env }: Bench,
  browser: Browser,
  portals: readonly OpenPortal[],
): Promise<Figure[]> {
  const bare = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Bare</title><h1>Sign in</h1><button>Send</button>')
  })
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  env.onClose(() => bare.close())
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const loaded = (url: string, element: string, opened?: OpenPortal) => async () => {
    const { page, close } = await openPage(browser, opened)
    await slowDown(page)
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(element).first().waitFor({ timeout: 120_000 })
    await close()
  }
  const figures: Figure[] = []
  for (const [path, element] of [
    ['/login', 'main button'],
    ['/admin?tab=oem-members', '[data-row]'],
  ] as const) {
    const calls = portals.map((opened) =>
      loaded(`${opened.portal.url}${path}`, element, path === '/login' ? undefined : opened),
    )
    const measured = await inTurns(3, [...calls, loaded(bareUrl, 'button')])
    figures.push(
      figureOf(
        measured.slice(0, calls.length).map((ms) => ms / 1000),
        {
          what: `${path}: on slow 4G at 4 times CPU`,
          unit: 's',
          limit: (measured.at(-1) ?? Number.NaN) / 1000,
        },
      ),
    )
  }
  return figures
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
