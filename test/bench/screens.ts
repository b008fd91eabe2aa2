/** Lists of 10,000 and 100,000 members in Chromium: time to paint after clicks and keys, scrolling, memory. */
import type { Browser, Page } from 'playwright-core'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import type { Engine } from '#test/support/engines.ts'
import { startFilledPortal } from './filled-portal.ts'
import { type ExpectedRows, openEchoPage, timeToPaint } from './painting.ts'
import { memberAt } from './register.ts'
import { scrolling, tabMemory } from './scrolling.ts'

const maxClickMs = 200
const maxKeyRatio = 6
const maxKeyMs = 100

interface ListScreen {
  name: string
  /** The path with the tab or link to the list, and that control. */
  from: string
  control: { role: 'tab' | 'link'; name: string }
  search: string
  rows: string
  /** The request whose first rows must be painted; a search is appended. */
  call: string
  who: 'admin' | 'oem'
}

const tab = (name: string, search: string, filters: string): ListScreen => ({
  name,
  from: '/admin',
  control: { role: 'tab', name },
  search,
  rows: `section[aria-label="${name}"] tr:has([data-row]), section[aria-label="${name}"] tr[data-row]`,
  call: `/api/admin/members?limit=3&${filters}`,
  who: 'admin',
})
const active = 'active=true&sort=-membership_number'

const lists: readonly ListScreen[] = [
  tab('OEM Members', 'Search OEM members', `role=oem&${active}`),
  tab('Vendors', 'Search vendors', `role=vendor&${active}`),
  tab('Deleted Users', 'Search deleted users', 'role=member&active=false'),
  {
    name: 'All Members',
    from: '/admin/settings',
    control: { role: 'link', name: 'Members' },
    search: 'Search members',
    rows: 'section[aria-label="All Members"] tr:has([data-row])',
    call: '/api/members?limit=3&sort=name',
    who: 'admin',
  },
  {
    name: 'Member Data',
    from: '/admin/settings',
    control: { role: 'link', name: 'Member Data' },
    search: 'Search members',
    rows: 'section[aria-label="Member data"] tr[data-row]',
    call: '/api/admin/members/data?limit=3',
    who: 'admin',
  },
  {
    name: 'directory',
    from: '/oem/profile',
    control: { role: 'link', name: 'Members Directory' },
    search: 'Search members',
    rows: 'ul[aria-label="Members"] > li',
    call: '/api/members?limit=3',
    who: 'oem',
  },
]

/** Each has another first letter, so that no response is cached. */
const searchTerms = ['sharma', 'zebrano', 'patil', 'qx']

/** Measures all lists with registers of these sizes. */
export async function screens(
  env: DrillEnvironment,
  engine: Engine,
  sizes: readonly number[],
): Promise<Finding[]> {
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  const findings: Finding[] = []
  for (const members of sizes) findings.push(...(await screensOf(env, browser, engine, members)))
  return findings
}

async function screensOf(
  env: DrillEnvironment,
  browser: Browser,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const open = await openRegister(env, browser, engine, members)
  const size = members.toLocaleString('en-IN')
  const findings: Finding[] = []
  for (const list of lists) {
    const bench = open[list.who]
    const { first, ready } = await clicks(bench, list, 3)
    const isQuick = median(ready) < maxClickMs
    findings.push(
      measured(
        `${size}: ${list.name}, click to rows`,
        spread(ready),
        `p50 < ${maxClickMs} ms`,
        isQuick,
      ),
      info(`${size}: ${list.name}, click to rows with its code not loaded`, spread(first)),
    )
    const keys = await typing(bench, list)
    const share = median(keys.times) / median(keys.baseline)
    const value = `${spread(keys.times)}, first letter ${median(keys.first).toFixed(0)} ms, baseline ${median(keys.baseline).toFixed(1)} ms, ratio ${share.toFixed(1)}`
    const goal = members > 10_000 ? `p50 < ${maxKeyMs} ms` : `ratio <= ${maxKeyRatio}`
    const met = members > 10_000 ? median(keys.times) < maxKeyMs : share <= maxKeyRatio
    findings.push(measured(`${size}: ${list.name}, key to rows`, value, goal, met))
  }
  return [
    ...findings,
    ...(await scrolling(open.admin, size)),
    ...(await tabMemory(open.admin, size)),
  ]
}

/** A signed-in page and a page for baselines, which share a browser context. */
interface BenchPage {
  page: Page
  baselinePage: Page
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
    return { page, baselinePage, client, url: portal.url }
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
  const rows = (await client.call('GET', `${list.call}${query}`)) as { company_name: string }[]
  return { rows: list.rows, texts: rows.map(({ company_name }) => company_name) }
}

/**
 * Milliseconds from a click to the rows. Each round reloads the portal, so that no rows are cached. `first`:
 * the code of the screen is loaded with the rows; `ready`: before the click.
 */
async function clicks(bench: BenchPage, list: ListScreen, rounds: number) {
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
    await page.goto(`${url}${list.from}`, { waitUntil: 'networkidle' })
    if (isCodeLoaded)
      await page.evaluate((files) => Promise.all(files.map((file) => import(file))), [...code])
    const entry = page
      .getByRole(list.control.role, { name: list.control.name, exact: true })
      .first()
    await entry.hover()
    // A person takes at least that long between pointing and clicking.
    await page.waitForTimeout(100)
    return timeToPaint(page, 'click', expected, () => entry.click())
  }
  const first: number[] = []
  const ready: number[] = []
  for (let i = 0; i < rounds; i++) {
    first.push(await round(false))
    ready.push(await round(true))
  }
  return { first, ready }
}

/** Milliseconds from a key to the rows, by turns with keys on the baseline page. */
async function typing(bench: BenchPage, list: ListScreen) {
  const { page, baselinePage } = bench
  await openEchoPage(baselinePage)
  const times: number[] = []
  const first: number[] = []
  const baseline: number[] = []
  const field = page.getByRole('searchbox', { name: list.search })
  for (const word of searchTerms) {
    const expected = await Promise.all(
      [...word].map((_, i) => expectedRows(bench, list, word.slice(0, i + 1))),
    )
    await baselinePage.bringToFront()
    await baselinePage.getByLabel('Echo').fill('')
    for (const [i, letter] of [...word].entries())
      baseline.push(
        await timeToPaint(
          baselinePage,
          'keydown',
          { rows: 'p', texts: [word.slice(0, i + 1)] },
          () => baselinePage.keyboard.press(letter),
        ),
      )
    await page.bringToFront()
    await field.fill('')
    await page.waitForTimeout(200)
    for (const [i, letter] of [...word].entries()) {
      const time = await timeToPaint(page, 'keydown', expected[i] ?? { rows: '', texts: [] }, () =>
        page.keyboard.press(letter),
      )
      times.push(time)
      if (i === 0) first.push(time)
      // The speed of a fast typist.
      await page.waitForTimeout(120)
    }
  }
  return { times, first, baseline }
}
