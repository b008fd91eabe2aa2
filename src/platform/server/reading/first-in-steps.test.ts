import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Cursor } from '#platform/server/database/pages.ts'
import { testDatabase } from '#test/support/test-portal.ts'
import { firstInSteps } from './first-in-steps.ts'

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
