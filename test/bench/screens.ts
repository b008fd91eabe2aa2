/** Lists of a register in Chromium: time to paint after clicks and keys, scrolling, memory. */
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import type { Engine } from '#test/support/engines.ts'
import { openBareList } from './bare-list.ts'
import { startFilledPortal } from './filled-portal.ts'
import { type ListScreen, listScreens, type Row } from './list-screens.ts'
import { type ExpectedRows, timeToPaint } from './painting.ts'
import { memberAt } from './register.ts'
import { scrolling, tabMemory } from './scrolling.ts'

const maxClickMs = 200
const maxKeyRatio = 1.15
const maxThrottledKeyMs = 160
const maxDataMs = { 1: 100, 4: 250 }
/** The speed of a fast typist. */
const keyPauseMs = 120

/** Beginnings of words: many hits, few and none. Each has another first letter, so that no response is cached. */
const searchTerms = ['sharma', 'zebrano', 'patil', 'qx'].map((word) => word.slice(0, 4))

const clickRounds = 3

/** Measures all lists with a register of this size. */
export async function screens(
  env: DrillEnvironment,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  const open = await openRegister(env, browser, engine, members)
  const size = members.toLocaleString('en-IN')
  const findings: Finding[] = []
  for (const list of listScreens) {
    const bench = open[list.who]
    for (const slowdown of [1, 4] as const) {
      const name = `${size}: ${list.name}${slowdown === 1 ? '' : ' at 4 times CPU'}`
      findings.push(...(await listFindings(bench, list, name, slowdown)))
    }
    await throttle(bench, 1)
  }
  return [
    ...findings,
    ...(await scrolling(open.admin, size)),
    ...(await tabMemory(open.admin, size)),
  ]
}

async function listFindings(
  bench: BenchPage,
  list: ListScreen,
  name: string,
  slowdown: 1 | 4,
): Promise<Finding[]> {
  const { first, ready, data } = await clicks(bench, list, slowdown)
  const shown = [
    slowdown === 1
      ? measured(
          `${name}, click to rows`,
          spread(ready),
          `p50 < ${maxClickMs} ms`,
          median(ready) < maxClickMs,
        )
      : info(`${name}, click to rows`, spread(ready)),
    info(`${name}, click to rows with its code not loaded`, `${first.toFixed(0)} ms`),
    measured(
      `${name}, data to rows`,
      spread(data),
      `p50 <= ${maxDataMs[slowdown]} ms`,
      median(data) <= maxDataMs[slowdown],
    ),
  ]
  if (list.search === undefined) return shown
  return [...shown, await keyFinding(bench, list, list.search, name, slowdown)]
}

async function keyFinding(
  bench: BenchPage,
  list: ListScreen,
  search: string,
  name: string,
  slowdown: 1 | 4,
): Promise<Finding> {
  const keys = await typing(bench, list, search)
  const ratio = median(keys.times) / median(keys.bare)
  const slowest = quantile(keys.times, 0.95)
  const keyTimes = `${spread(keys.times)}, first letter ${median(keys.first).toFixed(0)} ms`
  return measured(
    `${name}, key to rows`,
    `${keyTimes}, bare page ${median(keys.bare).toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
    slowdown === 1 ? `ratio <= ${maxKeyRatio}` : `p95 < ${maxThrottledKeyMs} ms`,
    slowdown === 1 ? ratio <= maxKeyRatio : slowest < maxThrottledKeyMs,
  )
}

/** Slows down the processor of both pages. */
async function throttle({ sessions }: BenchPage, rate: number): Promise<void> {
  for (const session of sessions) await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** A signed-in page and a page for baselines, which share a browser context. */
interface BenchPage {
  page: Page
  baselinePage: Page
  /** One for each page: a rate that another session has set would stay. */
  sessions: readonly CDPSession[]
  client: ApiClient
  url: string
}

async function openRegister(
  env: DrillEnvironment,
  browser: Browser,
  engine: Engine,
  members: number,
) {
  const { portal, mail } = await startFilledPortal(env, engine, members)
  const openPages = async (email: string, type: 'admin' | 'member'): Promise<BenchPage> => {
    const client = await signIn(env.client(portal), mail, email, type)
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
    const [page, baselinePage] = [await context.newPage(), await context.newPage()]
    const sessions = [await context.newCDPSession(page), await context.newCDPSession(baselinePage)]
    return { page, baselinePage, sessions, client, url: portal.url }
  }
  return {
    admin: await openPages(adminEmail, 'admin'),
    oem: await openPages(memberAt(0).email, 'member'),
  }
}

const spread = (times: readonly number[]): string =>
  `p50 ${median(times).toFixed(0)}, p95 ${quantile(times, 0.95).toFixed(0)} ms`

/** The companies of the first rows that the portal returns. */
async function expectedRows(
  { client }: BenchPage,
  list: ListScreen,
  search = '',
): Promise<ExpectedRows> {
  const query = search ? `&search=${encodeURIComponent(search)}` : ''
  const rows = (await client.call('GET', `${list.call}${query}`)) as Row[]
  return {
    rows: list.rows,
    texts: rows.map(list.text),
    ...(search && { search }),
  }
}

/**
 * Milliseconds from a click to the rows. Each round reloads the portal at full speed, so that no rows are
 * cached. `first`: the code of the screen is loaded with the rows; `ready`: before the click; `data`: from
 * the answer to the rows in these rounds.
 */
async function clicks(bench: BenchPage, list: ListScreen, slowdown: 1 | 4) {
  const { page, url } = bench
  const expected = await expectedRows(bench, list)
  // A page in the background paints once a second.
  await page.bringToFront()
  const code = new Set<string>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) code.add(response.url())
  })
  const round = async (isCodeLoaded: boolean) => {
    // Moves the pointer away from its position in the last round.
    await page.mouse.move(0, 0)
    await throttle(bench, 1)
    await page.goto(`${url}${list.from}`, { waitUntil: 'networkidle' })
    if (isCodeLoaded)
      await page.evaluate((files) => Promise.all(files.map((file) => import(file))), [...code])
    const entry = page
      .getByRole(list.control.role, { name: list.control.name, exact: true })
      .first()
    await throttle(bench, slowdown)
    await entry.hover()
    // A person takes at least that long between pointing and clicking.
    await page.waitForTimeout(100)
    return timeToPaint(page, 'click', expected, () => entry.click())
  }
  const { sinceInput: first } = await round(false)
  const ready: number[] = []
  const data: number[] = []
  for (let i = 0; i < clickRounds; i++) {
    const { sinceInput, at } = await round(true)
    ready.push(sinceInput)
    data.push(at - (await answeredAt(page, pathOf(list))))
  }
  page.removeAllListeners('response')
  return { first, ready, data }
}

const pathOf = ({ call }: ListScreen): string => call.replace(/\?.*/, '')

/** When the last answer of this path had arrived, by the clock of the page. */
const answeredAt = (page: Page, path: string): Promise<number> =>
  page.evaluate(
    (pathname) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .findLast(({ name }) => new URL(name).pathname === pathname)?.responseEnd ?? Number.NaN,
    path,
  )

/** Milliseconds from a key to the rows, by turns on the bare page and on the portal with the same pauses. */
async function typing(bench: BenchPage, list: ListScreen, search: string) {
  const { page, baselinePage } = bench
  const field = page.getByRole('searchbox', { name: search })
  await openBareList(page, baselinePage, {
    frame: list.frame,
    rows: list.rows,
    path: pathOf(list),
  })
  const times: number[] = []
  const first: number[] = []
  const bare: number[] = []
  for (const word of searchTerms) {
    const expected = await Promise.all(
      [...word].map((_, i) => expectedRows(bench, list, word.slice(0, i + 1))),
    )
    await baselinePage.bringToFront()
    bare.push(
      ...(await typeWord(baselinePage, baselinePage.getByRole('searchbox'), word, expected)),
    )
    await page.bringToFront()
    const onPortal = await typeWord(page, field, word, expected)
    times.push(...onPortal)
    first.push(...onPortal.slice(0, 1))
  }
  return { times, first, bare }
}

/** Milliseconds from each key of the word to the rows. */
async function typeWord(
  page: Page,
  field: Locator,
  word: string,
  expected: readonly ExpectedRows[],
): Promise<number[]> {
  await field.fill('')
  await page.waitForTimeout(200)
  const times: number[] = []
  for (const [i, letter] of [...word].entries()) {
    const { sinceInput } = await timeToPaint(
      page,
      'keydown',
      expected[i] ?? { rows: '', texts: [] },
      () => page.keyboard.press(letter),
    )
    times.push(sinceInput)
    await page.waitForTimeout(keyPauseMs)
  }
  return times
}
