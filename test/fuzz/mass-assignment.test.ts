/**
 * Fields that a call may not write, sent with it: nothing of them is stored, and no right changes. The keys of
 * answers: `checkAnswers` of the test portal.
 */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Route } from '#platform/server/http/route.ts'
import { personas } from '#test/support/portal/personas.ts'
import type { TestPortal } from '#test/support/portal/test-portal.ts'
import { filledPortal } from './filled-portal.ts'
import { jsonSchemaOf } from './schema-values.ts'
import { bodyOf, pathOf, writesOf } from './writes.ts'

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

/** Names that the schema of a body takes, at any of its levels. */
const namesIn = ({ spec }: Route): Set<string> =>
  new Set(
    spec.body
      ? [...JSON.stringify(jsonSchemaOf(spec.body)).matchAll(/"(\w+)":\{/g)].map(
          ([, name = '']) => name,
        )
      : [],
  )

describe('fields that a call may not write', () => {
  test('are stored by no call of any role', { timeout: 120_000 }, async () => {
    const filled = await filledPortal('SQLite')
    const { portal } = filled
    const names = new Set((await columnsOf(portal)).map(({ column }) => column))
    let sent = 0
    const changed: string[] = []
    for (const persona of personas.filter((name) => name !== 'admin')) {
      const client = await portal.as(persona)
      for (const [index, route] of writesOf(filled, persona).entries()) {
        const { method, path } = route.endpoint
        const own = namesIn(route)
        const forbidden = [...names].filter((name) => !own.has(name))
        const before = await rightsOf(portal)
        for (const additional of [
          Object.fromEntries(forbidden.map((name) => [name, canary])),
          Object.fromEntries(Object.entries(rights).filter(([name]) => !own.has(name))),
        ]) {
          const body = { ...bodyOf(route, filled, index), ...additional }
          const { status } = await client.request(method, pathOf(route, filled), body)
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
    const { portal } = filled
    const admin = await portal.as('admin')
    const names = new Set((await columnsOf(portal)).map(({ column }) => column))
    const defects: string[] = []
    for (const [index, route] of writesOf(filled, 'admin').entries()) {
      const { method, path } = route.endpoint
      if (method === 'DELETE') continue
      const own = namesIn(route)
      const forbidden = [...names].filter((name) => !own.has(name)).map((name) => [name, canary])
      const body = { ...bodyOf(route, filled, index), ...Object.fromEntries(forbidden) }
      const { status } = await admin.request(method, pathOf(route, filled), body)
      if (status >= 500) defects.push(`${method} ${path}: ${status}`)
    }
    expect(defects).toEqual([])
    expect(await tablesWithCanary(portal)).toEqual([])
  })
})
