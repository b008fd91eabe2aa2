/** A call of an administrator that is refused changes nothing, whichever field has which value. */
import { expect, test } from 'vitest'
import type { TestPortal } from '#test/support/portal/test-portal.ts'
import { filledPortal } from './filled-portal.ts'
import { bodyOf, pathOf, writesOf } from './writes.ts'

/** Values that no form sends. */
const hostileValues: readonly unknown[] = [
  'a\0b',
  '\u202Eevil',
  '\ud800x',
  'Asha\r\nBcc: everybody@evil.example',
  'x'.repeat(6000),
  "x'; drop table person; --",
  -1,
  1e21,
  ['gold'],
  { length: 3 },
  null,
]

const tables = [
  ...['person', 'ledger_entry', 'history', 'setting', 'issued_number', 'outbox'],
  ...['application', 'job'],
] as const

/** All rows of the tables that administrators fill, as one text. */
async function snapshot({ db }: TestPortal): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'person')
        .selectAll()
        .execute(),
    ),
  )
  return JSON.stringify(rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted()))
}

test('a refused call changes nothing, for any value of any field', {
  timeout: 120_000,
}, async () => {
  const filled = await filledPortal('SQLite')
  const { portal } = filled
  const admin = await portal.as('admin')
  const defects: string[] = []
  let refused = 0
  for (const [index, route] of writesOf(filled, 'admin').entries()) {
    const { method, path } = route.endpoint
    const names = Object.keys(bodyOf(route, filled, index))
    for (const [turn, value] of names.length === 0 ? [] : hostileValues.entries()) {
      const name = names[turn % names.length] ?? ''
      const before = await snapshot(portal)
      const body = { ...bodyOf(route, filled, index), [name]: value }
      const { status } = await admin.request(method, pathOf(route, filled), body)
      const call = `${method} ${path}, ${name}: ${JSON.stringify(value).slice(0, 40)}: ${status}`
      if (status >= 500) defects.push(call)
      if (status < 400) continue
      refused += 1
      if ((await snapshot(portal)) !== before) defects.push(`something changed: ${call}`)
    }
  }
  expect(defects).toEqual([])
  expect(refused).toBeGreaterThan(500)
})
