import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#test/setup/postgres.ts'
import { type Database, openPostgres, openSqlite } from './database.ts'
import { rowByKey } from './row-by-key.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'

interface Colour {
  name: string
  code: string
}

/** The table of these tests is not one of the portal's. */
const colours = (db: Database) => db as unknown as Kysely<{ colour: Colour }>

const colourFinder = () =>
  rowByKey('name', (db, isKey) => colours(db).selectFrom('colour').selectAll().where(isKey('name')))

describe('PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres({ durable: false })
    return () => postgres.stop()
  })

  /** One connection to a database with a table `colour` of three rows. */
  async function openColours() {
    const { db, close } = await openPostgres(postgres.url, { connections: 1 })
    onTestFinished(close)
    await sql`create temporary table colour as
      select * from (values ('teak', '1'), ('oak', '2'), ('ash', '3')) as _ (name, code)`.execute(
      db,
    )
    const find = colourFinder()
    const plans = async () => {
      const { rows } = await sql<{ plans: number; name: string }>`
        select generic_plans + custom_plans as plans, name from pg_prepared_statements`.execute(db)
      return rows
    }
    return { db, plans, find: (name: string) => find(db, name) }
  }

  test('plans the query once in a connection', async () => {
    const { find, plans } = await openColours()
    // The first one has no name yet, because a pooler might answer.
    for (let call = 0; call < 3; call++)
      expect(await find('teak')).toEqual({ name: 'teak', code: '1' })
    expect(await plans()).toEqual([
      { plans: 2, name: expect.stringMatching(/^portal_[0-9a-f]{32}$/) },
    ])
  })

  test('answers the look-ups of one turn with one query, each with its own row', async () => {
    const { find, plans } = await openColours()
    // The first one is not counted, because it has no name yet.
    await find('teak')
    const names = ['teak', 'oak', 'none', 'ash', 'teak', ...Array(40).fill('oak'), 'ash', 'none']
    const rows = await Promise.all(names.map(find))
    const codes: Record<string, string> = { teak: '1', oak: '2', ash: '3' }
    expect(rows.map((row) => row?.code)).toEqual(names.map((name) => codes[name]))
    expect(new Set(rows.filter(Boolean)).size).toBe(rows.filter(Boolean).length)
    expect((await plans())[0]?.plans).toBe(1)
  })

  test('a failed query fails its own look-ups only', async () => {
    const { db, find } = await openColours()
    await sql`alter table colour rename to other`.execute(db)
    const failed = await Promise.allSettled(['teak', 'oak', 'ash'].map(find))
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await sql`alter table other rename to colour`.execute(db)
    expect(await find('oak')).toEqual({ name: 'oak', code: '2' })
  })

  test.each([
    [
      'a migration has changed the columns',
      sql`alter table colour add column price text`,
      { name: 'teak', code: '1', price: null },
    ],
    ['a pooler has changed the connection', sql`deallocate all`, { name: 'teak', code: '1' }],
  ])('runs without a name once %s', async (_case, change, row) => {
    const { db, find } = await openColours()
    await find('teak')
    await change.execute(db)
    for (let call = 0; call < 2; call++) expect(await find('teak')).toEqual(row)
  })
})

describe('SQLite', () => {
  async function openColours() {
    const folder = mkdtempSync(join(tmpdir(), 'colours-'))
    const { db, close } = openSqlite(folder)
    const other = new DatabaseSync(join(folder, 'portal.sqlite'))
    onTestFinished(async () => {
      other.close()
      await close()
      rmSync(folder, { recursive: true })
    })
    await sql`create table colour (name text primary key, code text)`.execute(db)
    await sql`insert into colour values ('teak', '1'), ('oak', '2')`.execute(db)
    const find = colourFinder()
    await find(db, 'teak')
    const setCode = (code: string) => (of: Database) =>
      colours(of).updateTable('colour').set({ code }).where('name', '=', 'teak').execute()
    return { db, other, setCode, find: (name: string) => find(db, name) }
  }

  test('finds what this process has just saved', async () => {
    const { db, find, setCode } = await openColours()
    await setCode('2')(db)
    expect(await find('teak')).toEqual({ name: 'teak', code: '2' })
    await db.transaction().execute(setCode('3'))
    expect(await find('teak')).toEqual({ name: 'teak', code: '3' })
    await inLargeTransaction(db, setCode('4'))
    expect(await find('teak')).toEqual({ name: 'teak', code: '4' })
    await colours(db).deleteFrom('colour').execute()
    expect(await find('teak')).toBeUndefined()
  })

  test('finds what another process has saved, from the next turn of the event loop on', async () => {
    const { other, find } = await openColours()
    for (const code of ['5', '6']) {
      other.exec(`update colour set code = '${code}' where name = 'teak'`)
      await nextTurn()
      expect(await find('teak')).toEqual({ name: 'teak', code })
    }
    other.exec("delete from colour where name = 'teak'")
    await nextTurn()
    expect(await find('teak')).toBeUndefined()
  })

  test('finds nothing of a transaction before its end', async () => {
    const { db, find, setCode } = await openColours()
    await db.transaction().execute(async (transaction) => {
      await setCode('7')(transaction)
      expect(await find('teak')).toEqual({ name: 'teak', code: '1' })
    })
    expect(await find('teak')).toEqual({ name: 'teak', code: '7' })
  })

  test('gives every caller a row of its own', async () => {
    const { find } = await openColours()
    Object.assign((await find('teak')) ?? {}, { code: 'changed' })
    expect(await find('teak')).toEqual({ name: 'teak', code: '1' })
    expect(await find('oak')).toEqual({ name: 'oak', code: '2' })
  })
})
