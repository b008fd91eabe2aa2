/** The lists as Chromium paints them, of 10,000 and 100,000 members: clicks, keys, wheel, memory. */
import type { Browser, Page } from 'playwright-core'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine, Site } from '#test/drills/support/site.ts'
import type { Visitor } from '#test/drills/support/visitor.ts'
import { launchBrowser } from '#test/setup/browser.ts'
import { startFilledPortal } from './filled-portal.ts'
import { openEcho, timeToPaint, type Wanted } from './painting.ts'
import { memberAt } from './register.ts'
import { scrolling, weight } from './scrolling.ts'

const mostClick = 200
const mostKeyOfFloor = 6
const mostKey = 100

interface Listed {
  name: string
  /** Where its entry stands, and the entry. */
  from: string
  entry: { role: 'tab' | 'link'; name: string }
  search: string
  rows: string
  /** The call whose first rows must be seen; a search is added to it. */
  call: string
  who: 'admin' | 'oem'
}

const tab = (name: string, search: string, filters: string): Listed => ({
  name,
  from: '/admin',
  entry: { role: 'tab', name },
  search,
  rows: `section[aria-label="${name}"] tr:has([data-row]), section[aria-label="${name}"] tr[data-row]`,
  call: `/api/admin/members?limit=3&${filters}`,
  who: 'admin',
})
const active = 'active=true&sort=-membership_number'

const lists: readonly Listed[] = [
  tab('OEM Members', 'Search OEM members', `role=oem&${active}`),
  tab('Vendors', 'Search vendors', `role=vendor&${active}`),
  tab('Deleted Users', 'Search deleted users', 'role=member&active=false'),
  {
    name: 'All Members',
    from: '/admin/settings',
    entry: { role: 'link', name: 'Members' },
    search: 'Search members',
    rows: 'section[aria-label="All Members"] tr:has([data-row])',
    call: '/api/members?limit=3&sort=name',
    who: 'admin',
  },
  {
    name: 'Member Data',
    from: '/admin/settings',
    entry: { role: 'link', name: 'Member Data' },
    search: 'Search members',
    rows: 'section[aria-label="Member data"] tr[data-row]',
    call: '/api/admin/members/data?limit=3',
    who: 'admin',
  },
  {
    name: 'directory',
    from: '/oem/profile',
    entry: { role: 'link', name: 'Members Directory' },
    search: 'Search members',
    rows: 'ul[aria-label="Members"] > li',
    call: '/api/members?limit=3',
    who: 'oem',
  },
]

/** Each with a first letter of its own, so that no answer is there already. */
const words = ['sharma', 'zebrano', 'patil', 'qx']

/** The screens of registers of these sizes, one after the other. */
export async function screens(
  site: Site,
  engine: Engine,
  sizes: readonly number[],
): Promise<Finding[]> {
  const browser = await launchBrowser()
  site.onClose(() => browser.close())
  const findings: Finding[] = []
  for (const members of sizes) findings.push(...(await screensOf(site, browser, engine, members)))
  return findings
}

async function screensOf(
  site: Site,
  browser: Browser,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const open = await openRegister(site, browser, engine, members)
  const size = members.toLocaleString('en-IN')
  const findings: Finding[] = []
  for (const list of lists) {
    const seen = open[list.who]
    const { first, ready } = await clicks(seen, list, 3)
    const isQuick = median(ready) < mostClick
    findings.push(
      measured(
        `${size}: ${list.name}, click to rows`,
        spread(ready),
        `p50 < ${mostClick} ms`,
        isQuick,
      ),
      info(`${size}: ${list.name}, the same with its code still to come`, spread(first)),
    )
    const keys = await typing(seen, list)
    const share = median(keys.times) / median(keys.floor)
    const whole = `${spread(keys.times)}, first letter ${median(keys.first).toFixed(0)} ms, floor ${median(keys.floor).toFixed(1)} ms, ratio ${share.toFixed(1)}`
    const goal = members > 10_000 ? `p50 < ${mostKey} ms` : `ratio <= ${mostKeyOfFloor}`
    const met = members > 10_000 ? median(keys.times) < mostKey : share <= mostKeyOfFloor
    findings.push(measured(`${size}: ${list.name}, key to rows`, whole, goal, met))
  }
  return [...findings, ...(await scrolling(open.admin, size)), ...(await weight(open.admin, size))]
}

interface Seat {
  page: Page
  bare: Page
  visitor: Visitor
  url: string
}

async function openRegister(site: Site, browser: Browser, engine: Engine, members: number) {
  const { portal, mail } = await startFilledPortal(site, engine, members)
  const seat = async (email: string, type: 'admin' | 'member'): Promise<Seat> => {
    const visitor = await signIn(site.visitor(portal), mail, email, type)
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
    const [page, bare] = [await context.newPage(), await context.newPage()]
    return { page, bare, visitor, url: portal.url }
  }
  return { admin: await seat(adminEmail, 'admin'), oem: await seat(memberAt(0).email, 'member') }
}

const spread = (times: readonly number[]): string =>
  `p50 ${median(times).toFixed(0)}, p95 ${quantile(times, 0.95).toFixed(0)} ms`

/** The companies of the first rows, as the portal answers. */
async function wantedOf({ visitor }: Seat, list: Listed, search = ''): Promise<Wanted> {
  const query = search ? `&search=${encodeURIComponent(search)}` : ''
  const rows = (await visitor.call('GET', `${list.call}${query}`)) as { company_name: string }[]
  return { rows: list.rows, words: rows.map(({ company_name }) => company_name) }
}

/** Each round opens the portal anew, so that no rows are there; its code comes first or with them. */
async function clicks(seat: Seat, list: Listed, rounds: number) {
  const { page, url } = seat
  const wanted = await wantedOf(seat, list)
  // A page behind another one paints once a second.
  await page.bringToFront()
  const code = new Set<string>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) code.add(response.url())
  })
  const round = async (isCodeThere: boolean) => {
    // Not where the last round left the pointer.
    await page.mouse.move(0, 0)
    await page.goto(`${url}${list.from}`, { waitUntil: 'networkidle' })
    if (isCodeThere)
      await page.evaluate((files) => Promise.all(files.map((file) => import(file))), [...code])
    const entry = page.getByRole(list.entry.role, { name: list.entry.name, exact: true }).first()
    await entry.hover()
    // A hand rests that long at least between reaching and pressing.
    await page.waitForTimeout(100)
    return timeToPaint(page, 'click', wanted, () => entry.click())
  }
  const first: number[] = []
  const ready: number[] = []
  for (let i = 0; i < rounds; i++) {
    first.push(await round(false))
    ready.push(await round(true))
  }
  return { first, ready }
}

/** Keys in turn with keys of the bare field; every word from its first letter on. */
async function typing(seat: Seat, list: Listed) {
  const { page, bare } = seat
  await openEcho(bare)
  const times: number[] = []
  const first: number[] = []
  const floor: number[] = []
  const field = page.getByRole('searchbox', { name: list.search })
  for (const word of words) {
    const wanted = await Promise.all(
      [...word].map((_, i) => wantedOf(seat, list, word.slice(0, i + 1))),
    )
    await bare.bringToFront()
    await bare.getByLabel('Echo').fill('')
    for (const [i, letter] of [...word].entries())
      floor.push(
        await timeToPaint(bare, 'keydown', { rows: 'p', words: [word.slice(0, i + 1)] }, () =>
          bare.keyboard.press(letter),
        ),
      )
    await page.bringToFront()
    await field.fill('')
    await page.waitForTimeout(200)
    for (const [i, letter] of [...word].entries()) {
      const time = await timeToPaint(page, 'keydown', wanted[i] ?? { rows: '', words: [] }, () =>
        page.keyboard.press(letter),
      )
      times.push(time)
      if (i === 0) first.push(time)
      // As somebody types who types well.
      await page.waitForTimeout(120)
    }
  }
  return { times, first, floor }
}
