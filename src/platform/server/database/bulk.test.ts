import { describe, expect, test } from 'vitest'
import { emptyPerson } from '#features/members/server/record/new-person.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { insertRows } from './bulk.ts'
import type { Database } from './database.ts'
import { isUniqueViolation } from './database-errors.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'

const now = new Date('2025-01-05T09:00:00.000Z')
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...emptyPerson(`m${index}@ply.example`, now),
    name: `Ravi "${index}" \\ \u{1F6AA}\n\ud800`,
    role: 'oem' as const,
    is_visible: index % 2 === 0,
    payment_amount: index % 3 === 0 ? 500_050 : null,
  }))

const namesIn = async (db: Database) => {
  const rows = await db.selectFrom('person').select('name').orderBy('email').execute()
  return rows.map(({ name }) => name)
}

describe.each(engines)('rows inserted in bulk on %s', (engine) => {
  test('are the same as rows inserted one by one, also in a large transaction', async () => {
    const { db } = await testDatabase(engine)
    const rows = people(120)
    await inLargeTransaction(db, (tx) => insertRows(tx, 'person', rows))
    const inBulk = await db.selectFrom('person').selectAll().orderBy('id').execute()
    await db.deleteFrom('person').execute()
    for (const row of rows) await insertRows(db, 'person', [row])
    const single = await db.selectFrom('person').selectAll().orderBy('id').execute()
    expect(inBulk).toHaveLength(120)
    expect(inBulk).toEqual(single)
  })

  test('are all rolled back when one exists already or the work fails', async () => {
    const { db } = await testDatabase(engine)
    const [first] = people(1)
    if (!first) return
    await insertRows(db, 'person', [first])
    const twice = inLargeTransaction(db, async (tx) => {
      await insertRows(tx, 'person', people(150))
      await insertRows(tx, 'person', [emptyPerson('last@ply.example', now)])
    })
    await expect(twice).rejects.toSatisfy(isUniqueViolation)
    const failed = inLargeTransaction(db, async (tx) => {
      await insertRows(tx, 'person', people(150).slice(1))
      throw new Error('failed work')
    })
    await expect(failed).rejects.toThrow('failed work')
    expect(await namesIn(db)).toHaveLength(1)
    await insertRows(db, 'person', [emptyPerson('next@ply.example', now)])
    expect(await namesIn(db)).toHaveLength(2)
  })
})
