import { setImmediate as nextImmediate } from 'node:timers/promises'
import zlib from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { engines } from '#test/support/engines.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { emptyPerson } from '../record/new-person.ts'

/** More members than are read in one piece. */
async function fill({ db, clock }: TestPortal): Promise<void> {
  const people = Array.from({ length: 2100 }, (_, index) => ({
    ...emptyPerson(`m${index}@ply.example`, clock.now),
    name: `बढ़ई ${index} "quoted"`,
    company_name: 'Teak & Co',
    role: 'oem' as const,
    membership_number: `OEM2025${String(index).padStart(5, '0')}`,
    search_text: `बढ़ई ${index}\nteak & co`,
    payment_amount: index % 3 === 0 ? 500_050 : null,
  }))
  await insertRows(db, 'person', people)
}

type Client = Awaited<ReturnType<TestPortal['as']>>

const get = (client: Client, path: string, encoding = '') =>
  client.request('GET', path, undefined, { 'Accept-Encoding': encoding })

async function pagesOf(client: Client, path: string) {
  const rows: unknown[] = []
  let total: string | null = ''
  for (let next: string | undefined = `${path}limit=200`; next; ) {
    const page = await get(client, next)
    rows.push(...((await page.json()) as unknown[]))
    total = page.headers.get('X-Total-Count')
    next = page.headers.get('Link')?.match(/<([^>]+)>/)?.[1]
  }
  return { text: JSON.stringify(rows), total, length: rows.length }
}

test.each(engines)('the full register on %s', async (engine) => {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  await fill(portal)

  // The same as its pages.
  for (const path of ['/api/admin/members?sort=name&', '/api/admin/members/data?search=teak&']) {
    const full = await get(admin, path)
    const pages = await pagesOf(admin, path)
    expect(pages.length).toBeGreaterThanOrEqual(2100)
    // SQLite writes amounts with two decimals.
    expect(JSON.stringify(await full.json()) === pages.text).toBe(true)
    expect(Object.fromEntries(full.headers)).toMatchObject({
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
      'x-total-count': pages.total,
    })
  }

  // Compressed, unless it is short.
  const plain = await (await get(admin, '/api/admin/members')).text()
  for (const [encoding, expand] of [
    ['zstd', zlib.zstdDecompressSync],
    ['br', zlib.brotliDecompressSync],
    ['gzip', zlib.gunzipSync],
  ] as const) {
    const answer = await get(admin, '/api/admin/members', encoding)
    expect(answer.headers.get('Content-Encoding')).toBe(encoding)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBeLessThan(0.165 * plain.length)
    expect(expand(bytes).toString() === plain).toBe(true)
  }
  const short = await get(admin, '/api/admin/members?search=nobody-is-so-named', 'zstd')
  expect([short.headers.get('Content-Encoding'), await short.text()]).toEqual([null, '[]'])

  // Exports, and the refusal of one.
  const file = await get(admin, '/api/admin/export')
  const bytes = await file.arrayBuffer()
  expect(file.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  const rows = new TextDecoder().decode(bytes).trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(2100)
  expect(rows[0]).toMatch(/^"OEM202502099","oem","बढ़ई 2099 ""quoted""","m2099@ply.example",/)
  const exportList = (count: number, format: string) => {
    const selection = { query: { role: 'oem' }, except: [], count }
    return admin.request('POST', '/api/admin/export', { selection, columns: ['paid'], format })
  }
  expect((await (await exportList(2100, 'csv')).text()).trim().split('\r\n')).toHaveLength(2101)
  const book = new Uint8Array(await (await exportList(2100, 'xlsx')).arrayBuffer())
  expect((await readXlsx(book)).sheets[0]?.rows).toHaveLength(2101)
  const stale = await exportList(9, 'csv')
  expect([stale.status, await stale.text()]).toEqual([
    409,
    'The list has changed: it has 2,100 members now, and you selected 9 members. Please check and try again',
  ])

  // Many at once, and with what was saved before.
  const lists = await Promise.all(
    Array.from({ length: 4 }, async () => (await get(admin, '/api/admin/members')).text()),
  )
  expect(lists.every((list) => list === plain)).toBe(true)
  await portal.db.updateTable('person').set({ name: 'Renamed' }).execute()
  const renamed = (await (await get(admin, '/api/admin/members')).json()) as { name: string }[]
  expect(new Set(renamed.map(({ name }) => name))).toEqual(new Set(['Renamed']))
})

test('a list whose connection is lost is answered with an error, and the next one with the list', async () => {
  const portal = await testPortal('PostgreSQL')
  const admin = await portal.as('admin')
  await fill(portal)
  const statuses: number[] = []
  for (const turns of [0, 2, 10, 50]) {
    const answer = admin.request('GET', '/api/admin/members')
    for (let turn = 0; turn < turns; turn++) await nextImmediate()
    await endOtherQueries(portal.db)
    const { status } = await answer
    statuses.push(status)
  }
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  const next = await admin.request('GET', '/api/admin/members')
  expect((await next.json()).length).toBe(2101)
})

const endOtherQueries = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and state <> 'idle'`.execute(db)
