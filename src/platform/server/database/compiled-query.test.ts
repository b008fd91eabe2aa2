import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#test/setup/postgres.ts'
import { compiledOnce } from './compiled-query.ts'
import { openPostgres } from './database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table made only here
type Anything = any

let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres({ durable: false })
  return () => postgres.stop()
})

/** One connection to a database with a table `colour` that has one row. */
async function openColours() {
  const { db, close } = await openPostgres(postgres.url, { connections: 1 })
  onTestFinished(close)
  await sql`create temporary table colour as select 'teak' as name`.execute(db)
  const find = compiledOnce((of, name) =>
    (of as Kysely<Anything>).selectFrom('colour').selectAll().where('name', '=', name),
  )
  return { db, find: () => find(db, 'teak') }
}

test('is planned once in a connection of PostgreSQL', async () => {
  const { db, find } = await openColours()
  for (let call = 0; call < 3; call++) expect(await find()).toEqual({ name: 'teak' })
  const { rows } =
    await sql`select generic_plans + custom_plans as plans, name from pg_prepared_statements`.execute(
      db,
    )
  expect(rows).toEqual([{ plans: 3, name: expect.stringMatching(/^portal_[0-9a-f]{32}$/) }])
})

test.each([
  [
    'a migration has changed the columns',
    sql`alter table colour add column code text`,
    { name: 'teak', code: null },
  ],
  ['a pooler has changed the connection', sql`deallocate all`, { name: 'teak' }],
])('runs without a name once %s', async (_case, change, row) => {
  const { db, find } = await openColours()
  await find()
  await change.execute(db)
  for (let call = 0; call < 2; call++) expect(await find()).toEqual(row)
})
