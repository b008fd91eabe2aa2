import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { insertEntries } from '#features/ledger/server/queries.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import type { Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { memberAt } from '#test/bench/register.ts'
import { emptyPlace, openPlace } from '#test/support/older-database.ts'
import { charge, entryOf } from '#test/support/renewals.ts'
import { migrations } from '../../migrations.ts'

/** How often this transaction has read each of the tables from end to end. */
async function tableScans(tx: Database) {
  const tables = ['ledger_entry', 'open_dues', 'person', 'year_dues']
  const { rows } = await sql<{ relname: string; seq_scan: string }>`
    select relname, seq_scan from pg_stat_xact_user_tables
    where relname in (${sql.join(tables)}) order by relname`.execute(tx)
  expect(rows).toHaveLength(tables.length)
  return rows
}

test('a charge never reads the whole ledger, also when PostgreSQL knows nothing about it', async () => {
  const { db, close } = await openPlace(await emptyPlace('PostgreSQL'))
  onTestFinished(close)
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
