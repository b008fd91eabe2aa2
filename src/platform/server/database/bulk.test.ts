import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyPerson } from '#features/members/server/record/new-person.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/test-portal.ts'
import { insertRows } from './bulk.ts'
import type { Database } from './database.ts'
import { isUniqueViolation } from './database-errors.ts'
import { dropIndexes } from './rebuild-indexes.ts'
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
  test('are the same as rows inserted one by one, in a large transaction, too', async () => {
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

const indexesOf = async (db: Database) => {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type in ('index', 'trigger') order by name`.execute(db)
  return rows
}

test('SQLite has the same indexes after a large insert as before, and after a failed one', async () => {
  const { db } = await testDatabase('SQLite')
  const before = await indexesOf(db)
  const insertMany = (error?: Error) =>
    inLargeTransaction(db, async (tx) => {
      const createIndexes = await dropIndexes(tx, ['person_search', 'person_listed'], 2000)
      expect((await indexesOf(tx)).length).toBeLessThan(before.length)
      await insertRows(tx, 'person', people(100))
      await createIndexes()
      if (error) throw error
    })
  await expect(insertMany(new Error('failed work'))).rejects.toThrow('failed work')
  expect(await indexesOf(db)).toEqual(before)
  await insertMany()
  expect(await indexesOf(db)).toEqual(before)
  for (const trigrams of ['person_trigram', 'listed_trigram'])
    await sql`insert into ${sql.id(trigrams)} (${sql.id(trigrams)}, rank) values ('integrity-check', 1)`.execute(
      db,
    )
  const few = await db.transaction().execute(async (tx) => {
    await dropIndexes(tx, ['person_search'], 40)
    return indexesOf(tx)
  })
  expect(few).toEqual(before)
})
