import { describe, expect, test } from 'vitest'
import { paidMark } from '#test/payments.ts'
import { memberForm } from '#test/samples.ts'
import { type Browser, type Engine, engines, type TestPortal, testPortal } from '#test/world.ts'

/** What nobody types into a form. */
const hostile: unknown[] = [
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

/** Every call of administrators that changes something, as the browser sends it. */
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

async function open(engine: Engine) {
  const portal = await testPortal(engine)
  const admin = await portal.as('admin')
  const vendor = await portal.as('vendor')
  const { id } = await vendor.get('/api/user')
  return { portal, admin, vendor, id, tell: await teller(portal) }
}

/** Everything the register keeps, as one text. */
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

/** Makes a call and tells what is wrong with its answer; nothing when it is taken, or refused in words. */
async function teller(portal: TestPortal) {
  let known = await snapshot(portal)
  return async (browser: Browser, ...call: Parameters<Browser['ask']>): Promise<string[]> => {
    const answer = await browser.ask(...call)
    const words = await answer.text()
    const told = `${answer.status} ${JSON.stringify(call).slice(0, 300)}: ${words.slice(0, 200)}`
    const now = await snapshot(portal)
    const hasChanged = now !== known
    known = now
    if (answer.status >= 500) return [told]
    if (answer.status < 400) return []
    const isText = /^text\/plain/.test(answer.headers.get('Content-Type') ?? '')
    if (!isText || words.length < 10 || words.length > 300) return [`no words: ${told}`]
    return hasChanged ? [`something changed: ${told}`] : []
  }
}

describe.each(engines)('a hostile call, on %s,', (engine) => {
  test('is refused in words, or taken, whatever stands in a field', async () => {
    const { admin, id, tell } = await open(engine)
    const wrong: string[] = []
    for (const [method, path, payload] of callsOn(id))
      for (const name of [...Object.keys(payload), '__proto__'])
        for (const value of hostile)
          wrong.push(...(await tell(admin, method, path, { ...payload, [name]: value })))
    expect(wrong).toEqual([])
  }, 90_000)

  test('changes nothing by anybody but an administrator', async () => {
    const { portal, id } = await open(engine)
    const members = [await portal.as('vendor'), await portal.as('oem'), await portal.as('seeker')]
    const tell = await teller(portal)
    const before = await snapshot(portal)
    for (const browser of [portal.visitor(), ...members])
      for (const [method, path, payload] of callsOn(id)) {
        const { status } = await browser.ask(method, path, payload)
        expect([path, status]).toEqual([path, members.includes(browser) ? 403 : 401])
        expect(await tell(browser, method, path, payload)).toEqual([])
      }
    expect(await snapshot(portal)).toBe(before)
  })

  test('is refused in words, or answered, whatever its query asks', async () => {
    const { admin, vendor, tell } = await open(engine)
    const lists = ['/api/admin/members', '/api/members', '/api/admin/members/data']
    const names = ['search', 'sort', 'limit', 'cursor', 'role', 'city', 'validity']
    const forged = Buffer.from(JSON.stringify(["' or 1=1 --", 'x'])).toString('base64url')
    const values = ['%00', 'a%00b', '%ff', '%25'.repeat(200), '_%5C%22%27%25*'.repeat(15)]
    const more = ['1e9', '-1', 'NaN', '__proto__', '%ED%A0%80', '"', 'a" OR "b', 'NEAR(', forged]
    const wrong: string[] = []
    for (const list of lists)
      for (const name of names)
        for (const value of [...values, ...more])
          for (const browser of list === '/api/members' ? [admin, vendor] : [admin])
            wrong.push(...(await tell(browser, 'GET', `${list}?${name}=${value}`)))
    expect(wrong).toEqual([])
  }, 60_000)

  test('is a 404 in words, whatever stands in the place of an id', async () => {
    const { admin, tell } = await open(engine)
    const ids = ['%00', 'a%00b', '..%2f..', '%ff', '__proto__', "'", 'x'.repeat(300), '%E0%A4%A']
    const wrong: string[] = []
    for (const id of ids)
      for (const [method, path, payload] of [
        ...callsOn(id).filter(([, to]) => to.includes(id)),
        ['GET', `/api/admin/members/${id}`, undefined],
        ['GET', `/api/admin/members/${id}/history`, undefined],
        ['GET', `/api/admin/members/${id}/payments`, undefined],
        ['DELETE', `/api/admin/members/${id}`, undefined],
        ['DELETE', `/api/admin/admins/${id}`, undefined],
        ['GET', `/api/members/${id}`, undefined],
        ['POST', `/api/admin/history/${id}/undo`, {}],
        ['POST', `/api/admin/imports/${id}/undo`, {}],
      ] as const) {
        const { status } = await admin.ask(method, path, payload)
        if (status !== 404) wrong.push(`${status} ${method} ${path}`)
        wrong.push(...(await tell(admin, method, path, payload)))
      }
    expect(wrong).toEqual([])
  })

  test('is refused when it is no JSON, or too much of it', async () => {
    const { admin, id, tell } = await open(engine)
    const path = `/api/admin/members/${id}`
    const large = { ...texts, remarks: 'x'.repeat(1_000_000) }
    const length = { 'Content-Length': String(JSON.stringify(large).length) }
    expect((await admin.ask('PUT', path, large, length)).status).toBe(413)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', '']) {
      expect((await admin.ask('PUT', path, texts, { 'Content-Type': type })).status).toBe(415)
      expect(await tell(admin, 'PUT', path, texts, { 'Content-Type': type })).toEqual([])
    }
    const data = new FormData()
    data.set('name', 'Asha')
    expect((await admin.ask('PUT', path, data)).status).toBe(415)
    for (const nothing of [[], null, 'name', 7])
      expect(await tell(admin, 'PUT', path, nothing)).toEqual([])
  })
})
