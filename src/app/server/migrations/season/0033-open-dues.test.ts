import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertEntries } from '#features/ledger/server/queries.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { emptyDatabase, migrationsUpTo } from '#test/support/empty-database.ts'
import { engines } from '#test/support/engines.ts'
import { charge, entryOf, payment } from '#test/support/renewals.ts'
import { migrations } from '../../migrations.ts'

describe.each(engines)('the open dues of an older version on %s', (engine) => {
  test('are those that the ledger has, also after the next entry', async () => {
    const db = await emptyDatabase(engine)
    await migrate(db, migrationsUpTo('0032'.padEnd(40, 'z')))
    const [owing, clear] = [memberAt(0), memberAt(1)]
    await insertRows(db, 'person', [owing, clear])
    await insertEntries(db, [
      entryOf(owing.id, 0, charge(2023, 300)),
      entryOf(owing.id, 1, charge(2024, 500)),
      entryOf(owing.id, 2, { ...charge(2024, 70), item: 'joining fee' }),
      entryOf(owing.id, 3, payment(100)),
      entryOf(clear.id, 0, charge(2024, 500)),
      entryOf(clear.id, 1, payment(500)),
    ])
    await migrate(db, migrations)
    const openDues = async () => {
      const columns = ['due_on', 'next_due_on', 'is_first', 'open_paise', 'owed_paise'] as const
      const rows = await db
        .selectFrom('open_dues')
        .select(['person_id', ...columns])
        .orderBy('due_on')
        .execute()
      return rows.map((row) => [row.person_id, ...columns.map((name) => row[name])])
    }
    const [first, last] = ['2023-04-30', '2024-04-30']
    expect(await openDues()).toEqual([
      [owing.id, first, last, true, 200, 770],
      [owing.id, last, '9999', false, 570, 770],
    ])
    await insertEntries(db, [entryOf(owing.id, 4, payment(250))])
    expect(await openDues()).toEqual([[owing.id, last, '9999', true, 520, 520]])
  })
})

/** How often this transaction has read each of the tables from end to end. */
async function tableScans(tx: Database) {
  const tables = ['ledger_entry', 'open_dues', 'person_search', 'year_dues']
  const { rows } = await sql<{ relname: string; seq_scan: string }>`
    select relname, seq_scan from pg_stat_xact_user_tables
    where relname in (${sql.join(tables)}) order by relname`.execute(tx)
  expect(rows).toHaveLength(tables.length)
  return rows
}

test('a charge never reads the whole ledger, also when PostgreSQL knows nothing about it', async () => {
  const db = await emptyDatabase('PostgreSQL')
  await migrate(db, migrations)
  const members = Array.from({ length: 3000 }, (_, index) => memberAt(index))
  await insertRows(db, 'person', members)
  const charges = members.map(({ id }) => entryOf(id, 0, charge(2024, 500)))
  const [before, after] = await db.transaction().execute(async (tx) => {
    // Those of earlier transactions may not be reported yet, and be counted here.
    const countBefore = await tableScans(tx)
    // As PostgreSQL keeps a plan from the sixth execution on.
    for (const some of [charges.slice(0, 10), charges.slice(10)]) await insertEntries(tx, some)
    return [countBefore, await tableScans(tx)]
  })
  expect(after).toEqual(before)
})
