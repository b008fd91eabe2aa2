import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPortal } from '#test/support/portal/test-portal.ts'
import type { Database } from './database.ts'
import { completeStatistics, refreshStatistics } from './refresh-statistics.ts'

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

test('a database that has grown tenfold since its start is read by its new statistics on SQLite', async () => {
  const { world, db } = await testPortal('SQLite')
  const byKind = expect.stringContaining('(kind=?)')
  // At first a person has more entries than a kind.
  await insertEntries(db, 5, { person: sql`'one'`, kind: sql`'kind ' || n` })
  await completeStatistics(db)
  expect(await planOfCharges(db)).toEqual(byKind)
  await insertEntries(db, 600, { person: sql`'person ' || n`, kind: sql`'charge'` })
  await refreshStatistics(world, ['ledger_entry'], 499)
  expect(await planOfCharges(db)).toEqual(byKind)
  await refreshStatistics(world, ['ledger_entry'], 500)
  expect(await planOfCharges(db)).toEqual(expect.stringContaining('(person_id=?)'))
})

const insertEntries = (
  db: Database,
  count: number,
  { person, kind }: { person: RawBuilder<string>; kind: RawBuilder<string> },
) =>
  sql`insert into ledger_entry
      (id, person_id, kind, amount_paise, paid_at, recorded_at, dues_at, reference, member_name, company_name)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select ${count} || '-' || n, ${person}, ${kind}, 1, '', '', '', '', '', '' from numbers`.execute(
    db,
  )

/** An explanation takes no notice of a changed schema, as queries do; it is kept like any statement. */
async function planOfCharges(db: Database): Promise<string> {
  const text = `select id from ledger_entry where person_id = '${randomUUID()}' and kind = 'charge'`
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`select id from ledger_entry limit 1`.execute(tx)
    return sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(tx)
  })
  return rows.map(({ detail }) => detail).join()
}
