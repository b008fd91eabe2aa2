import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPortal } from '#test/support/test-portal.ts'
import { refreshStatistics } from './refresh-statistics.ts'

test.each([
  [499, null],
  [500, expect.any(Date)],
])('after %i rows PostgreSQL has analysed the table: %s', async (rows, analysed) => {
  const { world, db } = await testPortal('PostgreSQL')
  await refreshStatistics(world, ['ledger_entry'], rows)
  await expect
    .poll(async () => {
      const { rows: tables } = await sql<{ at: Date | null }>`
        select last_analyze as at from pg_stat_user_tables where relname = 'ledger_entry'`.execute(
        db,
      )
      return tables[0]?.at
    })
    .toEqual(analysed)
})
