import { describe, expect, test } from 'vitest'
import { paidMark } from '#test/support/money/payments.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'

/** Values that no form sends. */
const hostileValues: unknown[] = [
  'a\0b',
  '\u202Eevil',
  '\ud800x',
  'Asha\r\nBcc: everybody@evil.example',
  'x'.repeat(6000),
  '🪵'.repeat(3000),
  "x'; drop table person; --",
  '__proto__',
  -1,
  1e21,
  true,
  ['gold'],
  { length: 3 },
  null,
]

const form = memberForm('oem', 'new@hostile.example')
const { role: _role, email: _email, ...texts } = form
const free = { remarks: '', updated_at: undefined }
const materials = { materials_other: '', additional_info_materials_products: [] }

/** The calls of administrators that change something, with valid payloads. */
const callsOn = (id: string): [method: string, path: string, payload: object][] => [
  ['POST', '/api/admin/members', { ...form, ...materials, membership_number: 'A1', remarks: '' }],
  ['PUT', `/api/admin/members/${id}`, { ...texts, ...materials, ...free, membership_number: '' }],
  [
    'PUT',
    `/api/admin/members/${id}/data`,
    { ...texts, ...free, payment_amount: 1, payment_mode: 'Cash', payment_reference: '' },
  ],
  ['PUT', `/api/admin/members/${id}/payment`, paidMark],
  ['PUT', `/api/admin/members/${id}/status`, { is_active: false }],
  ['PUT', `/api/admin/members/${id}/visibility`, { is_visible: false }],
  ['PUT', '/api/admin/settings', { product_name: 'Wood', dues_oem: '5000', upi_id: 'a.b@bank' }],
  ['PUT', '/api/admin/settings/mails', { kind: 'welcome', subject: 'Hello', text: 'Welcome' }],
  ['POST', '/api/admin/admins', { name: 'New One', email: 'one@hostile.example' }],
]

async function open() {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  const vendor = await portal.as('vendor')
  const { id } = await vendor.get('/api/user')
  return { portal, admin, vendor, id, defectsOf: await watch(portal) }
}

/** All rows of the register's tables, as one text. */
async function snapshot({ db }: TestPortal): Promise<string> {
  const tables = [
    'person',
    'ledger_entry',
    'history',
    'setting',
    'issued_number',
    'outbox',
  ] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted()))
}

/**
 * Returns a function that makes a call and returns its defects: a status of 500 or more, a refusal that
 * is not one sentence of text, or a refused call that has changed something.
 */
async function watch(portal: TestPortal) {
  let last = await snapshot(portal)
  return async (
    client: TestClient,
    ...call: Parameters<TestClient['request']>
  ): Promise<string[]> => {
    const answer = await client.request(...call)
    const text = await answer.text()
    const line = `${answer.status} ${JSON.stringify(call).slice(0, 300)}: ${text.slice(0, 200)}`
    const current = call[0] === 'GET' ? last : await snapshot(portal)
    const hasChanged = current !== last
    last = current
    if (answer.status >= 500) return [line]
    if (answer.status < 400) return []
    const isText = /^text\/plain/.test(answer.headers.get('Content-Type') ?? '')
    if (!isText || text.length < 10 || text.length > 300) return [`not one sentence: ${line}`]
    return hasChanged ? [`something changed: ${line}`] : []
  }
}

describe('a hostile call', () => {
  test('is refused or accepted without an internal error for any value of a field', async () => {
    const { admin, id, defectsOf } = await open()
    const defects: string[] = []
    for (const [method, path, payload] of callsOn(id))
      for (const name of [...Object.keys(payload), '__proto__'])
        for (const value of hostileValues)
          defects.push(...(await defectsOf(admin, method, path, { ...payload, [name]: value })))
    expect(defects).toEqual([])
  }, 90_000)

  test('is refused or answered without an internal error for any query', async () => {
    const { admin, vendor, defectsOf } = await open()
    const lists = ['/api/admin/members', '/api/members', '/api/admin/members/data']
    const names = ['search', 'sort', 'limit', 'cursor', 'role', 'city', 'validity']
    const forged = Buffer.from(JSON.stringify(["' or 1=1 --", 'x'])).toString('base64url')
    const values = ['%00', 'a%00b', '%ff', '%25'.repeat(200), '_%5C%22%27%25*'.repeat(15)]
    const others = ['1e9', '-1', 'NaN', '__proto__', '%ED%A0%80', '"', 'a" OR "b', 'NEAR(', forged]
    const defects: string[] = []
    for (const list of lists)
      for (const name of names)
        for (const value of [...values, ...others])
          for (const client of list === '/api/members' ? [admin, vendor] : [admin])
            defects.push(...(await defectsOf(client, 'GET', `${list}?${name}=${value}`)))
    expect(defects).toEqual([])
  })

  test('is refused when its body is not JSON or too large', async () => {
    const { admin, id, defectsOf } = await open()
    const path = `/api/admin/members/${id}`
    const large = { ...texts, remarks: 'x'.repeat(1_000_000) }
    const length = { 'Content-Length': String(JSON.stringify(large).length) }
    expect((await admin.request('PUT', path, large, length)).status).toBe(413)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', '']) {
      expect((await admin.request('PUT', path, texts, { 'Content-Type': type })).status).toBe(415)
      expect(await defectsOf(admin, 'PUT', path, texts, { 'Content-Type': type })).toEqual([])
    }
    const data = new FormData()
    data.set('name', 'Asha')
    expect((await admin.request('PUT', path, data)).status).toBe(415)
    for (const body of [[], null, 'name', 7])
      expect(await defectsOf(admin, 'PUT', path, body)).toEqual([])
  })
})
