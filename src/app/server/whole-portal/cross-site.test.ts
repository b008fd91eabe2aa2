/** Every call that may change something, as another website would send it (contract 11.8). */
import { describe, expect, test } from 'vitest'
import { directoryMemberAnswer } from '#features/members/answers.ts'
import { filledPortal } from '#test/fuzz/filled-portal.ts'
import { jsonSchemaOf } from '#test/fuzz/schema-values.ts'
import { publicUrl } from '#test/support/portal/test-client.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'

/** Headers by which a browser tells where a request comes from. An empty value leaves the header out. */
const origins: Record<string, Record<string, string>> = {
  'another website': { Origin: 'https://evil.example' },
  'a sandboxed frame': { Origin: 'null' },
  'a sibling host': { Origin: 'http://evil.portal.test' },
  'another port': { Origin: `${publicUrl}:8080` },
  'another scheme': { Origin: publicUrl.replace('http:', 'https:') },
  'another website, without Origin': { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
  'a sibling host, without Origin': { Origin: '', 'Sec-Fetch-Site': 'same-site' },
}

/** The types of a form, which a browser sends to another site without asking it first; and JSON. */
const types = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=b',
  'application/json',
]

async function rowsOf({ db }: TestPortal): Promise<string> {
  const tables = ['person', 'job', 'application', 'ledger_entry', 'session', 'setting'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

/** The path with ids of records. */
const filledPath = (path: string, ids: Record<string, readonly string[] | undefined>): string =>
  path.replace(/([\w-]+)\/:\w+/g, (_all, kind) => `${kind}/${ids[kind]?.[0]}`)

describe('a call from elsewhere', () => {
  test('is refused for every route, origin and type, and changes nothing', async () => {
    const { portal, ids } = await filledPortal('SQLite')
    const admin = await portal.as('admin')
    const before = await rowsOf(portal)
    const defects: string[] = []
    let calls = 0
    for (const { endpoint } of portal.routes.filter(({ endpoint: { method } }) => method !== 'GET'))
      for (const [name, headers] of Object.entries(origins))
        for (const type of types) {
          const path = filledPath(endpoint.path, ids)
          const headersOf = { ...headers, 'Content-Type': type }
          const { status } = await admin.request(endpoint.method, path, {}, headersOf)
          calls += 1
          if (status !== 403) defects.push(`${endpoint.route} from ${name} as ${type}: ${status}`)
        }
    expect(defects).toEqual([])
    expect(await rowsOf(portal)).toBe(before)
    expect(calls).toBeGreaterThan(1200)
  })
})

test('a call without an origin is refused in the types of a form where JSON is taken', async () => {
  const { portal, ids } = await filledPortal('SQLite')
  const admin = await portal.as('admin')
  const before = await rowsOf(portal)
  const defects: string[] = []
  for (const { endpoint } of portal.routes.filter(({ spec: { body } }) => body))
    for (const type of types.slice(0, 3)) {
      const path = filledPath(endpoint.path, ids)
      const headers = { Origin: '', 'Content-Type': type }
      const { status } = await admin.request(endpoint.method, path, {}, headers)
      // 403 where administrators may not call it.
      if (status !== 415 && status !== 403) defects.push(`${endpoint.route} as ${type}: ${status}`)
    }
  expect(defects).toEqual([])
  expect(await rowsOf(portal)).toBe(before)
}, 60_000)

test('members get the fields of the directory only, administrators those of the register', async () => {
  const { portal, ids } = await filledPortal('SQLite')
  const keysFor = async (persona: 'vendor' | 'admin', path: string): Promise<string[]> => {
    const answer = await (await portal.as(persona)).get(path)
    return Object.keys(Array.isArray(answer) ? answer[0] : answer).toSorted()
  }
  const [member] = ids.members ?? []
  const listed = await keysFor('vendor', '/api/members')
  expect(listed).toEqual(
    Object.keys(jsonSchemaOf(directoryMemberAnswer).properties ?? {}).toSorted(),
  )
  expect(listed.filter((key) => /payment|remarks|dues|valid|paid/.test(key))).toEqual([])
  expect(await keysFor('vendor', `/api/members/${member}`)).toEqual(listed)
  expect(await keysFor('admin', '/api/admin/members')).toEqual(
    expect.arrayContaining(['remarks', 'payment_status']),
  )
})

test('a form that its page sends without an origin is accepted', async () => {
  const { portal } = await filledPortal('SQLite')
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' }
  const send = async (headers: Record<string, string>) =>
    (await portal.visitor().request('POST', '/dues', undefined, { ...form, ...headers })).status
  expect(await send({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
  expect(await send({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  expect(await send({})).toBe(403)
})
