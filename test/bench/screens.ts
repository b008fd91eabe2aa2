/** Lists of a register in Chromium: time to paint after clicks and keys, and late frames while scrolling. */
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { launchBrowser } from '#test/setup/browser.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { median, quantile } from '#test/support/process/findings.ts'
import { signIn } from '#test/support/process/sign-in.ts'
import { type ListScreen, listScreens } from './list-screens.ts'
import { type ExpectedRows, timeToPaint } from './painting.ts'
import { type Bench, figureOf, type OpenPortal, openFilledPortals } from './portals.ts'
import { memberAt } from './register.ts'
import type { Figure } from './report/figure.ts'
import { lateFrames } from './scrolling.ts'

const members = 10_000
const maxClickMs = 200
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
  return [...figures, await lateFrames(open.map(({ admin }) => admin))]
}

/** Measures each portal in turn. */
async function listFigures(
  pages: readonly BenchPage[],
  list: ListScreen,
  slowdown: 1 | 4,
): Promise<Figure[]> {
  const clicked: number[] = []
  const typed: number[] = []
  for (const page of pages) {
    clicked.push(median(await clicks(page, list, slowdown)))
    const keys = await typing(page, list)
    typed.push(slowdown === 1 ? median(keys) : quantile(keys, 0.95))
    await throttle(page, 1)
  }
  const { name } = list
  if (slowdown === 4)
    return [figureOf(typed, { what: `${name}: key at 4 times CPU, p95`, unit: 'ms' })]
  return [
    figureOf(clicked, { what: `${name}: click`, unit: 'ms', goal: { most: maxClickMs } }),
    figureOf(typed, { what: `${name}: key`, unit: 'ms' }),
  ]
}

const throttle = ({ session }: BenchPage, rate: number) =>
  session.send('Emulation.setCPUThrottlingRate', { rate })

/** A signed-in page. */
interface BenchPage {
  page: Page
  session: CDPSession
  client: ApiClient
  url: string
}

async function openRegister({ env }: Bench, browser: Browser, { portal, mail, admin }: OpenPortal) {
  const openPage = async (client: ApiClient): Promise<BenchPage> => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    return { page, session, client, url: portal.url }
  }
  return {
    admin: await openPage(admin),
    oem: await openPage(await signIn(env.client(portal), mail, memberAt(0).email ?? '', 'member')),
  }
}

/** The companies of the first rows that the portal returns. */
async function expectedRows(
  { client }: BenchPage,
  list: ListScreen,
  search = '',
): Promise<ExpectedRows> {
  const query = search ? `&search=${encodeURIComponent(search)}` : ''
  const rows = (await client.call('GET', `${list.call}${query}`)) as { company_name: string }[]
  return {
    rows: list.rows,
    texts: rows.map(({ company_name }) => company_name),
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
    const ms = await timeToPaint(page, 'click', expected, () => entry.click())
    // The first round finds out which code the screen has.
    if (round > 0) times.push(ms)
  }
  page.removeAllListeners('response')
  return times
}

/** Milliseconds from each key to the rows. */
async function typing(bench: BenchPage, list: ListScreen): Promise<number[]> {
  const { page } = bench
  const field = page.getByRole('searchbox', { name: list.search })
  const times: number[] = []
  for (const word of searchTerms) {
    const expected = await Promise.all(
      [...word].map((_, i) => expectedRows(bench, list, word.slice(0, i + 1))),
    )
    await page.bringToFront()
    times.push(...(await typeWord(page, field, word, expected)))
  }
  return times
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
    const press = () => page.keyboard.press(letter)
    times.push(await timeToPaint(page, 'keydown', expected[i] ?? { rows: '', texts: [] }, press))
    await page.waitForTimeout(keyPauseMs)
  }
  return times
}
