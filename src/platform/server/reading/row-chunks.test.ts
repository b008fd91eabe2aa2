import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { rowChunks } from './row-chunks.ts'

test('PostgreSQL reads the next rows while these are used', async () => {
  const { db } = await testDatabase('PostgreSQL')
  let fetches = 0
  const counted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (db.getExecutor().compileQuery(node, queryId).sql.startsWith('fetch')) fetches += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await counted.transaction().execute(async (tx) => {
    const query = {
      compile: () => sql<{ n: number }>`select generate_series(1, 5) as n`.compile(tx),
    }
    const chunks = rowChunks(tx, query, 2)
    const first = await chunks.next()
    expect(fetches).toBe(2)
    const rows = [...(first.value ?? [])]
    for await (const chunk of chunks) rows.push(...chunk)
    expect(rows).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })))
    // A reading that is abandoned leaves the transaction usable.
    const abandoned = rowChunks(tx, query, 2)
    await abandoned.next()
    await abandoned.return(undefined)
    expect((await sql`select 1 as one`.execute(tx)).rows).toEqual([{ one: 1 }])
  })
})

test.each(engines)('a transaction that writes also reads all rows (%s)', async (engine) => {
  const { db } = await testDatabase(engine)
  await db.transaction().execute(async (tx) => {
    const numbers = sql<{ n: number }>`select 1 as n union all select 2 union all select 3`
    const rows: { n: number }[] = []
    for await (const chunk of rowChunks(tx, { compile: () => numbers.compile(tx) }, 2))
      rows.push(...chunk)
    expect(rows).toEqual([1, 2, 3].map((n) => ({ n })))
  })
})
