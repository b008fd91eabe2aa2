/**
 * Fields that a call may not write, sent with it: nothing of them is stored, and no right changes. The keys of
 * answers: `checkAnswers` of the test portal.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accessOf } from '#platform/server/http/guards.ts'
import type { Route } from '#platform/server/http/route.ts'
import { type Persona, personas } from '#test/support/portal/personas.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'
import { type FilledPortal, filledPortal } from './filled-portal.ts'
import { jsonSchemaOf, validBody } from './schema-values.ts'

/** A value that no call of the test sends but as a field that it may not write. */
const canary = 'mass-assignment-canary'

/** The names of all columns of all tables. */
async function columnsOf({ db }: TestPortal): Promise<{ table: string; column: string }[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, columns }) =>
    columns.map((column) => ({ table: name, column: column.name })),
  )
}

/** Tables with the canary in any of their columns. */
async function tablesWithCanary(portal: TestPortal): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await columnsOf(portal)) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)}
        where cast(${sql.ref(column)} as text) like ${`%${canary}%`}`.execute(portal.db)
    if (Number(rows[0]?.n) > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** What a call that is refused for others must never change: roles, rights and money. */
async function rightsOf({ db }: TestPortal): Promise<string> {
  const people = await db
    .selectFrom('person')
    .select(['id', 'role', 'is_active', 'is_visible', 'paid_until', 'membership_number', 'email'])
    .orderBy('id')
    .execute()
  const { rows } = await sql`select count(*) as n from ledger_entry`.execute(db)
  return JSON.stringify([people, rows])
}

/** Values that would give rights, by the name of their column or field. */
const rights: Record<string, unknown> = {
  role: 'admin',
  is_active: true,
  is_visible: true,
  is_admin: true,
  paid_until: '2099-03-31',
  payment_status: true,
  membership_valid_to: '2099-03-31',
  membership_number: 'CANARY-1',
  email: 'canary@evil.example',
  session_epoch: 99,
  status: 'approved',
}

const bodyOf = ({ endpoint, spec }: Route, index: number, ids: readonly string[]): object =>
  spec.body ? validBody(endpoint.route, spec.body, index, ids) : {}

/** Names that the schema of a body takes, at any of its levels. */
const namesIn = ({ spec }: Route): Set<string> =>
  new Set(
    spec.body
      ? [...JSON.stringify(jsonSchemaOf(spec.body)).matchAll(/"(\w+)":\{/g)].map(
          ([, name = '']) => name,
        )
      : [],
  )

/** The id of the test's OEM, or of its records. */
const pathOf = (path: string, ids: FilledPortal['ids']): string =>
  path.replace(
    /([\w-]+)\/:\w+/,
    (_all, kind: string) => `${kind}/${ids[kind]?.[0] ?? 'no-such-id'}`,
  )

const writes = ({ portal }: FilledPortal): Route[] =>
  portal.routes.filter(({ endpoint, spec }) => endpoint.method !== 'GET' && !spec.form)

const mayCall = ({ guard }: Route, persona: Persona): boolean => {
  const access = accessOf(guard)
  if (access === 'anyone') return true
  return (
    persona !== 'visitor' && (access === 'signed-in' || !!access?.some((role) => role === persona))
  )
}

describe('fields that a call may not write', () => {
  test('are stored by no call of any role', { timeout: 120_000 }, async () => {
    const filled = await filledPortal('SQLite')
    const { portal, ids } = filled
    const names = new Set((await columnsOf(portal)).map(({ column }) => column))
    let sent = 0
    const changed: string[] = []
    for (const persona of personas.filter((name) => name !== 'admin')) {
      const client = await portal.as(persona)
      for (const [index, route] of writes(filled).entries()) {
        const { method, path } = route.endpoint
        // These end the session of the client, or have no fields.
        if (!mayCall(route, persona) || /logout|sessions/.test(path)) continue
        const own = namesIn(route)
        const forbidden = [...names].filter((name) => !own.has(name))
        const before = await rightsOf(portal)
        for (const additional of [
          Object.fromEntries(forbidden.map((name) => [name, canary])),
          Object.fromEntries(Object.entries(rights).filter(([name]) => !own.has(name))),
        ]) {
          const body = { ...bodyOf(route, index, Object.values(ids).flat()), ...additional }
          const { status } = await client.request(method, pathOf(path, ids), body)
          sent += Object.keys(additional).length
          if (status >= 500) changed.push(`${method} ${path} for ${persona}: ${status}`)
        }
        if ((await rightsOf(portal)) !== before && !/status|apply/.test(path))
          changed.push(`${method} ${path} for ${persona} changed rights`)
      }
    }
    expect(changed).toEqual([])
    expect(await tablesWithCanary(portal)).toEqual([])
    expect(sent).toBeGreaterThan(5000)
  })

  test('are stored by no call of an administrator', { timeout: 120_000 }, async () => {
    const filled = await filledPortal('SQLite')
    const { portal, ids } = filled
    const admin = await portal.as('admin')
    const names = new Set((await columnsOf(portal)).map(({ column }) => column))
    const defects: string[] = []
    const routes = writes(filled).filter((route) => mayCall(route, 'admin'))
    for (const [index, route] of routes.entries()) {
      const { method, path } = route.endpoint
      if (method === 'DELETE' || /logout|sessions/.test(path)) continue
      const own = namesIn(route)
      const forbidden = [...names].filter((name) => !own.has(name)).map((name) => [name, canary])
      const valid = bodyOf(route, index, Object.values(ids).flat())
      const body = { ...valid, ...Object.fromEntries(forbidden) }
      const { status } = await admin.request(method, pathOf(path, ids), body)
      if (status >= 500) defects.push(`${method} ${path}: ${status}`)
    }
    expect(defects).toEqual([])
    expect(await tablesWithCanary(portal)).toEqual([])
  })
})
