import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Cursor } from '#platform/server/database/pages.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { firstInSteps, sumRows } from './sum-rows.ts'

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

// Row n has the id 10000 + n and the `at` of n modulo 7, so that many rows have the same.
const rows = sql<Cursor>`
  with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 1999)
  select cast(10000 + n as text) as id, cast(n % 7 as text) as at from numbers`

test.each([
  [false, ['0 10000', '0 10007', '0 10014']],
  [true, ['6 11994', '6 11987', '6 11980']],
])(
  'the first rows of an order are found in steps (descending: %s)',
  async (isDescending, first) => {
    const { db } = await testDatabase('SQLite')
    let turns = 0
    const count = () => {
      turns += 1
      if (turns < 1000) setImmediate(count)
    }
    setImmediate(count)
    const found = await firstInSteps(db, rows, { isDescending, limit: 3 })
    expect(found.map(({ at, id }) => `${at} ${id}`)).toEqual(first)
    expect(turns).toBeGreaterThan(3)
    turns = 1000
  },
)
