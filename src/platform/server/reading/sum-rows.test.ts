import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/test-portal.ts'
import { sumRows } from './sum-rows.ts'

const numbers = (count: number) => sql`(
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
  select n from numbers) one`

test.each(engines)('rows are counted and summed up by their keys (%s)', async (engine) => {
  const { db } = await testDatabase(engine)
  const sums = await sumRows(db, {
    by: {
      kind: sql<string>`case when n % 2 = 0 then 'even' else 'odd' end`,
      none: sql<null>`cast(null as text)`,
    },
    sums: { n: sql<number>`n`, large: sql<number | null>`case when n > 3 then n end` },
    from: numbers(5),
  })
  expect(sums.toSorted((a, b) => a.n - b.n)).toEqual([
    { kind: 'even', none: null, n: 6, large: 4, rows: 2 },
    { kind: 'odd', none: null, n: 9, large: 5, rows: 3 },
  ])
})

test.each(engines)('what is counted counts once for each key (%s)', async (engine) => {
  const { db } = await testDatabase(engine)
  const sums = await sumRows(db, {
    by: { kind: sql<string>`case when n % 2 = 0 then 'even' else 'odd' end` },
    sums: { n: sql<number>`n` },
    counted: sql<string>`cast(n / 4 as text)`,
    from: numbers(9),
  })
  // 2, 4, 6 and 8 by their quarter are 0, 1, 1 and 2; 1, 3, 5, 7 and 9 are 0, 0, 1, 1 and 2.
  expect(sums.toSorted((a, b) => a.n - b.n)).toEqual([
    { kind: 'even', n: 20, rows: 3 },
    { kind: 'odd', n: 25, rows: 3 },
  ])
})

test('other work runs while many rows are summed up on SQLite', async () => {
  const { db } = await testDatabase('SQLite')
  let isOver = false
  let turns = 0
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const [sum] = await sumRows(db, {
    by: {},
    sums: { n: sql<number>`n` },
    from: numbers(5000),
  })
  isOver = true
  expect(sum).toEqual({ n: 12_502_500, rows: 5000 })
  expect(turns).toBeGreaterThan(5)
})
