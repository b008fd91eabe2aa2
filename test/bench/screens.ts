/** Lists of a register in Chromium: time to paint after clicks and keys, scrolling, memory. */
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { launchBrowser } from '#test/setup/browser.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { median, quantile } from '#test/support/process/findings.ts'
import { signIn } from '#test/support/process/sign-in.ts'
import { openBareList } from './bare-list.ts'
import { type ListScreen, listScreens, type Row } from './list-screens.ts'
import { type ExpectedRows, timeToPaint } from './painting.ts'
import { type Bench, figureOf, type OpenPortal, openFilledPortals } from './portals.ts'
import { memberAt } from './register.ts'
import type { Figure, Goal } from './report/figure.ts'
import { scrolling, tabMemory } from './scrolling.ts'

const members = 10_000
const maxClickMs = 200
const maxKeyRatio = 1.15
const maxSlowKeyMs = 160
/** The speed of a fast typist. */
const keyPauseMs = 120

/** Beginnings of words: many hits, few and none. Each has another first letter, so that no response is cached. */
const searchTerms = ['sharma', 'zebrano', 'patil', 'qx'].map((word) => word.slice(0, 4))

const clickRounds = 3

export async function screens(bench: Bench): Promise<Figure[]> {
  const browser = await launchBrowser()
  bench.env.onClose(() => browser.close())
  const open: Record<ListScreen['who'], BenchPage>[] = []
  for (const portal of await openFilledPortals(bench, 'SQLite', members))
    open.push(await openRegister(bench, browser, portal))
  const figures: Figure[] = []
  for (const list of listScreens) {
    const pages = open.map((page) => page[list.who])
    figures.push(...(await listFigures(pages, list, 1)), ...(await listFigures(pages, list, 4)))
  }
  const admins = open.map(({ admin }) => admin)
  return [...figures, ...(await scrolling(admins)), await tabMemory(admins)]
}

/** Measures each portal in turn. */
async function listFigures(
  pages: readonly BenchPage[],
  list: ListScreen,
  slowdown: 1 | 4,
): Promise<Figure[]> {
  const clicked: number[] = []
  const typed: number[] = []
  const bare: number[] = []
  for (const page of pages) {
    clicked.push(median(await clicks(page, list, slowdown)))
    if (list.search !== undefined) {
      const keys = await typing(page, list, list.search)
      typed.push(slowdown === 1 ? median(keys.times) : quantile(keys.times, 0.95))
      bare.push(slowdown === 1 ? median(keys.bare) : quantile(keys.bare, 0.95))
    }
    await throttle(page, 1)
  }
  const click = { what: `${list.name}: click`, unit: 'ms', goal: { most: maxClickMs } } as const
  const clickFigures = slowdown === 1 ? [figureOf(clicked, click)] : []
  if (list.search === undefined) return clickFigures
  const goal: Goal = slowdown === 1 ? { mostTimes: maxKeyRatio } : { most: maxSlowKeyMs }
  const what = `${list.name}: key${slowdown === 1 ? '' : ' at 4 times CPU, p95'}`
  return [
    ...clickFigures,
    figureOf(typed, { what, unit: 'ms', limit: bare[0] ?? Number.NaN, goal }),
  ]
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

async function openRegister({ env }: Bench, browser: Browser, { portal, mail, admin }: OpenPortal) {
  const openPages = async (client: ApiClient): Promise<BenchPage> => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
    const [page, baselinePage] = [await context.newPage(), await context.newPage()]
    const sessions = [await context.newCDPSession(page), await context.newCDPSession(baselinePage)]
    return { page, baselinePage, sessions, client, url: portal.url }
  }
  return {
    admin: await openPages(admin),
    oem: await openPages(await signIn(env.client(portal), mail, memberAt(0).email ?? '', 'member')),
  }
}

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
 * cached; the code of the screen is loaded before the click.
 */
async function clicks(bench: BenchPage, list: ListScreen, slowdown: 1 | 4): Promise<number[]> {
  const { page, url } = bench
  const expected = await expectedRows(bench, list)
  // A page in the background paints once a second.
  await page.bringToFront()
  const code = new Set<string>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) code.add(response.url())
  })
  const times: number[] = []
  for (let round = 0; round <= clickRounds; round++) {
    // Moves the pointer away from its position in the last round.
    await page.mouse.move(0, 0)
    await throttle(bench, 1)
    await page.goto(`${url}${list.from}`, { waitUntil: 'networkidle' })
    await page.evaluate((files) => Promise.all(files.map((file) => import(file))), [...code])
    const entry = page
      .getByRole(list.control.role, { name: list.control.name, exact: true })
      .first()
    // A person would also scroll: tabs may be at the lower edge of the window, with their rows below it.
    await entry.evaluate((control) => control.scrollIntoView({ block: 'center' }))
    await throttle(bench, slowdown)
    await entry.hover()
    // A person takes at least that long between pointing and clicking.
    await page.waitForTimeout(100)
    const { sinceInput } = await timeToPaint(page, 'click', expected, () => entry.click())
    // The first round finds out which code the screen has.
    if (round > 0) times.push(sinceInput)
  }
  page.removeAllListeners('response')
  return times
}

const pathOf = ({ call }: ListScreen): string => call.replace(/\?.*/, '')

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
    times.push(...(await typeWord(page, field, word, expected)))
  }
  return { times, bare }
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
