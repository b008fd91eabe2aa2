import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { insertEntries } from '#features/ledger/server/queries.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { engines } from '#test/support/engines.ts'
import { charge, entryOf, ledgerHistory, ledgerOf, payment } from '#test/support/renewals.ts'
import { migrations } from '../../migrations.ts'

const yearDues = (db: Database) =>
  db
    .selectFrom('year_dues')
    .select(['person_id', 'year', 'kind', 'counted_at', 'is_first', 'paise', 'role'])
    .orderBy('person_id')
    .orderBy('year')
    .orderBy('kind')
    .orderBy('counted_at')
    .execute()

describe.each(engines)('the dues of each year of an older version on %s', (engine) => {
  test('are those that the triggers write, also after the next entry', async () => {
    const histories = fc.sample(ledgerHistory, 60)
    const members = histories.map((_, index) => memberAt(index))
    const ledgers = members.map(({ id }, index) => ledgerOf(id, histories[index] ?? []))
    const [older, newer] = [await emptyDatabase(engine), await emptyDatabase(engine)]
    await migrate(older, migrationsUpTo('0034'.padEnd(40, 'z')))
    await migrate(newer, migrations)
    for (const db of [older, newer]) {
      await insertRows(db, 'person', members)
      await insertEntries(db, ledgers.flat())
    }
    await migrate(older, migrations)
    expect((await yearDues(older)).length).toBeGreaterThan(20)
    expect(await yearDues(older)).toEqual(await yearDues(newer))
    const next = members.map(({ id }) => entryOf(id, 20, payment(250)))
    for (const entry of next) await insertEntries(older, [entry])
    await insertEntries(newer, next)
    expect(await yearDues(older)).toEqual(await yearDues(newer))
  })

  test('have the parts of the money beside the charges that they settle', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0034'.padEnd(40, 'z')))
    const { id, role } = memberAt(0)
    await insertRows(db, 'person', [memberAt(0)])
    const [april, may] = ['2024-04-02T09:00:00.000Z', '2024-05-02T09:00:00.000Z']
    await insertEntries(db, [
      entryOf(id, 0, { ...charge(2023, 300), recorded_at: april }),
      entryOf(id, 1, { ...charge(2024, 500), recorded_at: april }),
      entryOf(id, 2, payment(400, may)),
      entryOf(id, 3, payment(50, may)),
    ])
    await migrate(db, migrations)
    const first = { person_id: id, role, is_first: true }
    expect(await yearDues(db)).toEqual([
      { ...first, year: '2023-24', kind: 'charge', counted_at: april, paise: 300 },
      { ...first, year: '2023-24', kind: 'payment', counted_at: may, paise: 300 },
      { ...first, year: '2024-25', kind: 'charge', counted_at: april, paise: 500 },
      { ...first, year: '2024-25', kind: 'payment', counted_at: may, paise: 150 },
    ])
  })
})
