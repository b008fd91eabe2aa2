import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPortal } from '#test/support/test-portal.ts'
import { refreshStatistics } from './refresh-statistics.ts'

test.each([
  [499, false],
  [500, true],
])('after %i rows PostgreSQL has analysed the table: %s', async (rows, isAnalysed) => {
  const { world, db } = await testPortal('PostgreSQL')
  // -1 until a table is analysed for the first time; pg_stat_user_tables is up to a second late.
  await sql`update pg_class set reltuples = -1 where relname = 'ledger_entry'`.execute(db)
  await refreshStatistics(world, ['ledger_entry'], rows)
  const { rows: tables } = await sql<{ tuples: number }>`
    select reltuples as tuples from pg_class where relname = 'ledger_entry'`.execute(db)
  expect(tables).toEqual([{ tuples: isAnalysed ? 0 : -1 }])
})
