/** What a portal answers to everybody: each GET call, the lists with filters, the exports and the texts of papers. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '#shared/records.ts'
import { type Answer, type ApiClient, pairs } from '#test/support/process/api-client.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { type Installation, open, people, type Setting, signedIn, stop } from './installations.ts'
import { type Readable, readable } from './readable.ts'

/** Answers by who calls and the call: 'oem: GET /api/user'. */
export type Answers = Map<string, Readable>

/** Answers that depend on the machine or the process, and those that write, which come last. */
const leftOut: Record<string, string> = {
  'GET /api/admin/system': 'free space, versions and running times of the machine',
  'GET /api/auth/sessions': 'sessions of the drill',
  'GET /api/openapi.json': 'docs/api.md shows what has changed there',
  'GET /api/admin/invitations/:id': 'no list has these ids',
  'GET /api/admin/export': 'among the exports',
}

const years = ['2025-26', '2026-27', '2027-28']
const books = ['year-book', 'gst-register', 'tally.xml'].flatMap((book) =>
  years.map((year) => `/api/admin/payments/${book}?year=${year}&format=csv`),
)
const allPayments = '/api/admin/payments?from=2000-01-01&to=2030-12-31&limit=500'
const figures = ['raised', 'collected', 'waived'].flatMap((figure) =>
  years.map((year) => `/api/admin/board-book/members?year=${year}&figure=${figure}&limit=500`),
)

/** The lists of administrators with filters and orders, and the books. */
const lists = [
  ...[
    ...['paid', 'due', 'lapsed', 'owes'].map((dues) => `dues=${dues}`),
    ...['valid', 'expired', 'unset'].map((validity) => `validity=${validity}`),
    ...['dues', '-payment_date', 'company_name'].map((sort) => `sort=${sort}`),
    ...['search=teak', 'search=marudhr', 'role=vendor&material=plywood', 'active=false'],
  ].map((query) => `/api/admin/members?${query}`),
  ...[
    ...['paid', 'not%20due', 'due', 'grace', 'lapsed', 'owes'].map((status) => `status=${status}`),
    ...years.map((year) => `year=${year}`),
    ...['sort=-owed', 'sort=due_on', 'age=over%2090'],
  ].map((query) => `/api/admin/renewals?limit=500&${query}`),
  ...years.flatMap((year) =>
    ['renewals/summary', 'board-book', 'board-book/document', 'board-book/workbook'].map(
      (page) => `/api/admin/${page}?year=${year}`,
    ),
  ),
  ...['csv', 'xlsx'].map(
    (format) => `/api/admin/payments/day-book?from=2025-04-01&to=2028-03-31&format=${format}`,
  ),
  ...books,
  ...figures,
  allPayments,
]

/** They write into the history, so they come last. */
const exports: readonly [call: string, payload?: object][] = [
  ...['', '?role=oem', '?format=member-data'].map((query): [string] => [
    `GET /api/admin/export${query}`,
  ]),
  ['POST /api/admin/dues/runs/preview', { year: '2027-28' }],
]

/** The calls that the source code in this folder declares. */
export async function declaredCalls(checkout: string): Promise<string[]> {
  const source = join(checkout, 'src')
  const routes: string[] = []
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('/endpoints.ts')) continue
    const declared: Record<string, unknown> = await import(join(source, file))
    for (const endpoint of Object.values(declared))
      if (isRecord(endpoint) && typeof endpoint.route === 'string') routes.push(endpoint.route)
  }
  if (routes.length === 0) throw new Error(`No calls are declared in ${source}`)
  return routes
}

/** Starts a portal on the data and reads these calls as everybody; also returns the calls that nobody could read. */
export async function readAll(
  setting: Setting,
  installation: Installation,
  routes: readonly string[],
): Promise<{ answers: Answers; unread: string[] }> {
  const portal = await open(setting, installation)
  const answers: Answers = new Map()
  const asked = routes.filter((route) => route.startsWith('GET ') && !(route in leftOut))
  const read = new Set<string>()
  for (const who of [...(Object.keys(people) as (keyof typeof people)[]), 'visitor'] as const) {
    const isVisitor = who === 'visitor'
    const client = isVisitor ? setting.env.client(portal) : await signedIn(setting, portal, who)
    const ask = (call: string, payload?: object) => askInto(answers, client, who, call, payload)
    if (who === 'administrator') await cleanupEnded(setting, client)
    for (const route of asked) if (await readRoute(ask, route)) read.add(route)
    if (who !== 'administrator') continue
    for (const path of lists) await ask(`GET ${path}`)
    for (const [call, payload] of exports) await ask(call, payload)
  }
  await stop(portal)
  return { answers, unread: asked.filter((route) => !read.has(route)) }
}

/** The start of a portal deletes what is due, which some answers mention. */
async function cleanupEnded({ clock }: Setting, client: ApiClient): Promise<void> {
  const now = clock.now().toISOString()
  const isOver = async () =>
    JSON.stringify(await client.call('GET', '/api/admin/applications/retention')).includes(now)
  if (!(await waitUntil(isOver, 60_000))) throw new Error('The cleanup of the start has not ended')
}

type Ask = (call: string, payload?: object) => Promise<unknown>

/** Reads a call for each record of its list. Returns false when no record was found. */
async function readRoute(ask: Ask, route: string): Promise<boolean> {
  const [list = '', rest] = route.split(/\/:\w+/)
  if (rest === undefined) {
    await ask(route)
    return true
  }
  const ids = await idsOf(ask, list)
  for (const id of ids) await ask(`${list}/${id}${rest}`)
  return ids.length > 0
}

/** Receipts are of payments that have one; the codes of certificates are in the lists of members. */
async function idsOf(ask: Ask, list: string): Promise<string[]> {
  const rowsAt = async (call: string): Promise<Record<string, unknown>[]> => {
    const rows = await ask(call)
    return Array.isArray(rows) ? rows.filter(isRecord) : []
  }
  if (list === 'GET /api/verify') {
    const members = await rowsAt('GET /api/admin/members')
    const certificates = []
    for (const { id } of members)
      certificates.push(...(await rowsAt(`GET /api/admin/members/${id}/certificates`)))
    return certificates.map(({ code }) => String(code))
  }
  const arePayments = list.endsWith('/payments')
  const rows = await rowsAt(list === 'GET /api/admin/payments' ? `GET ${allPayments}` : list)
  return rows
    .filter(({ receipt_number }) => !arePayments || receipt_number !== null)
    .map(({ id }) => String(id))
}

/** Asks once, with all pages of a list; returns the body. */
async function askInto(
  answers: Answers,
  client: ApiClient,
  who: string,
  call: string,
  payload?: object,
): Promise<unknown> {
  const name = `${who}: ${call}`
  const known = answers.get(name)
  if (known) return known.body
  const [method = '', path = ''] = call.split(' ')
  const answer = await client.request(method, path, payload)
  const first = await readable(answer)
  const rows = Array.isArray(first.body) ? first.body : []
  for (let next = nextOf(answer); next !== undefined; ) {
    const page = await client.request('GET', next)
    rows.push(...((await readable(page)).body as unknown[]))
    next = nextOf(page)
  }
  answers.set(name, first)
  return first.body
}

/** The next page, from the header Link. */
function nextOf({ rawHeaders }: Answer): string | undefined {
  const link = pairs(rawHeaders).find(([name]) => name.toLowerCase() === 'link')
  return link?.[1].match(/<([^>]+)>; rel="next"/)?.[1]
}
