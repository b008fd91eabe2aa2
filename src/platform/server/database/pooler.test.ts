/** The portal's queries behind pgbouncer in transaction mode, with the settings of docs/scale.md. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { migrations as portalMigrations } from '#app/server/migrations.ts'
import { dumpPostgres } from '#platform/server/backup/postgres-programs.ts'
import { rowChunks } from '#platform/server/reading/row-chunks.ts'
import { startPooler } from '#test/drills/cluster/proxies.ts'
import { borrowDatabase } from '#test/setup/migrated.ts'
import { lockByName, withLockIfFree } from './advisory-lock.ts'
import { type Database, openPostgres } from './database.ts'
import { migrate } from './migrate.ts'
import { isPoolerAddress } from './postgres-pool.ts'

describe('behind a pooler in transaction mode', () => {
  let url = ''
  let first: Database
  let second: Database
  beforeAll(async () => {
    const borrowed = await borrowDatabase()
    const direct = new URL(borrowed.url)
    const pooler = await startPooler(Number(direct.port))
    direct.port = String(pooler.port)
    url = direct.href
    const both = [await openPostgres(url), await openPostgres(url)] as const
    first = both[0].db
    second = both[1].db
    return async () => {
      for (const { close } of both) await close()
      await pooler.stop()
      await borrowed.release()
    }
  })

  test('processes that start at the same time migrate one after the other', async () => {
    const ran: string[] = []
    const migrations = {
      '9000-pooled': {
        up: async (db: Database) => {
          ran.push('up')
          await sql`create table pooled (id integer)`.execute(db)
        },
      },
    }
    const all = { ...portalMigrations, ...migrations }
    for (let round = 0; round < 3; round++)
      await Promise.all([first, second, first, second].map((db) => migrate(db, all)))
    expect(ran).toEqual(['up'])
    // The view lists the locks of all databases, also those of other tests.
    const { rows } = await sql<{ locks: number }>`
      select count(*) as locks from pg_locks where locktype = 'advisory'
        and database = (
          select oid from pg_database where datname = current_database()
        )`.execute(first)
    expect(rows).toEqual([{ locks: 0 }])
  })

  test('a lock for longer than a transaction is held by one process', async () => {
    const held = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const work = withLockIfFree(first, 'work', async () => {
      held.resolve()
      await done.promise
    })
    await held.promise
    const tries = await Promise.all(
      [first, second, first, second].map((db) => withLockIfFree(db, 'work', async () => {})),
    )
    expect(tries).toEqual([false, false, false, false])
    done.resolve()
    expect(await work).toBe(true)
    expect(await withLockIfFree(second, 'work', async () => {})).toBe(true)
    await second.transaction().execute((tx) => lockByName(tx, 'work', 'exclusive'))
  })

  test('rows are read in chunks from one snapshot', async () => {
    const values = Array.from({ length: 5 }, (_, index) => ({ name: `n${index}`, value: '' }))
    await first.insertInto('setting').values(values).execute()
    const chunks = await first
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const query = tx.selectFrom('setting').select('name').where('name', 'like', 'n%')
        const read: number[] = []
        for await (const rows of rowChunks(tx, query, 2)) read.push(rows.length)
        return read
      })
    expect(chunks).toEqual([2, 2, 1])
  })

  test('pg_dump, which changes its session, is refused', async () => {
    expect(await isPoolerAddress(url)).toBe(true)
    expect(await isPoolerAddress(inject('postgresUrl'))).toBe(false)
    await expect(dumpPostgres({ path: 'none', major: 15 }, { url, file: 'none' })).rejects.toThrow(
      'set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
    )
  })
})
