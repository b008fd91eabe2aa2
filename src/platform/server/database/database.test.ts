import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '#app/server/migrations.ts'
import { startPostgres } from '#test/setup/postgres.ts'
import { engines, testDatabase } from '#test/world.ts'
import { answerError } from '../http/http.ts'
import { countHit, sweepHits } from '../http/rate-limit.ts'
import { createLog } from '../log.ts'
import { openPostgres, openSqlite } from './database.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { migrate } from './migrate.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table made only here
type Anything = Kysely<any>

describe.each(engines)('the database, on %s,', (engine) => {
  test('gives booleans, times and paise back as they were put in', async () => {
    const opened = await testDatabase(engine)
    const db: Anything = opened.db
    await db.schema
      .createTable('thing')
      .addColumn('yes', 'boolean')
      .addColumn('at', 'text')
      .addColumn('paise', 'bigint')
      .execute()
    const rows = [
      { yes: true, at: '2025-01-05T09:00:00.000Z', paise: 1_00_00_00_000_00 },
      { yes: false, at: '', paise: 0 },
      { yes: null, at: null, paise: -1 },
    ]
    await db.insertInto('thing').values(rows).execute()
    expect(await db.selectFrom('thing').selectAll().orderBy('paise', 'desc').execute()).toEqual(
      rows,
    )
    const [total] = await db
      .selectFrom('thing')
      .select((of) => [of.fn.countAll().as('n'), of.fn.sum('paise').as('sum')])
      .execute()
    expect(total).toEqual({ n: 3, sum: 1_00_00_00_000_00 - 1 })
    expect(await db.selectFrom('thing').select('at').where('yes', '=', true).execute()).toEqual([
      { at: '2025-01-05T09:00:00.000Z' },
    ])
  })

  test('undoes a transaction that throws, and lets the next one in', async () => {
    const { db } = await testDatabase(engine)
    const limit = { max: 1, windowMs: 1000 }
    const now = new Date()
    await expect(
      db.transaction().execute(async (inside) => {
        await countHit(inside, 'k', limit, now)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await countHit(db, 'k', limit, now)).toBe(0)
  })

  test('shows others nothing of a transaction before its end, and makes writers wait', async () => {
    const { db } = await testDatabase(engine)
    const limit = { max: 100, windowMs: 1000 }
    const now = new Date()
    const inside = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (mine) => {
      await countHit(mine, 'k', limit, now)
      inside.resolve()
      await goOn.promise
    })
    await inside.promise
    expect(await db.selectFrom('rate_count').selectAll().execute()).toEqual([])
    let written = false
    const other = countHit(db, 'k', limit, now).then(() => {
      written = true
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(written).toBe(false)
    goOn.resolve()
    await Promise.all([slow, other])
    expect(await db.selectFrom('rate_count').select('hits').execute()).toEqual([{ hits: 2 }])
  })

  test('reads as of one moment in a read-only transaction, which waits for no writer', async () => {
    const { db } = await testDatabase(engine)
    const limit = { max: 100, windowMs: 1000 }
    const inside = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const hits = (from: typeof db) => from.selectFrom('rate_count').select('hits').execute()
    const slow = db.transaction().execute(async (mine) => {
      await countHit(mine, 'k', limit, new Date())
      inside.resolve()
      await goOn.promise
    })
    await inside.promise
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        expect(await hits(snapshot)).toEqual([])
        goOn.resolve()
        await slow
        expect(await hits(db)).toEqual([{ hits: 1 }])
        expect(await hits(snapshot)).toEqual([])
      })
    const write = db
      .transaction()
      .setAccessMode('read only')
      .execute((snapshot) => countHit(snapshot, 'k', limit, new Date()))
    await expect(write).rejects.toThrow(/read-?only/)
  })

  test('counts hits exactly, however many come at once, and starts anew after the window', async () => {
    const { db } = await testDatabase(engine)
    const limit = { max: 10, windowMs: 60_000 }
    const now = new Date('2025-01-05T09:00:00.000Z')
    const waits = await Promise.all(Array.from({ length: 25 }, () => countHit(db, 'k', limit, now)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(15)
    const later = new Date(now.getTime() + 60_000)
    expect(await countHit(db, 'k', limit, later)).toBe(0)
    await sweepHits(db, new Date(later.getTime() + 60_000))
    expect(await db.selectFrom('rate_count').selectAll().execute()).toEqual([])
  })

  test('is migrated once by many that start together, and refused by an older program', async () => {
    const { db } = await testDatabase(engine)
    await Promise.all(Array.from({ length: 4 }, () => migrate(db, migrations)))
    const older = Object.fromEntries(Object.entries(migrations).slice(0, -1))
    await expect(migrate(db, older)).rejects.toThrow('last used by a newer portal')
  })
})

test.each([
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('terminating'), { code: '57P01' }), true],
  [Object.assign(new Error('failure'), { code: '08006' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [Object.assign(new Error('syntax'), { code: '42601' }), false],
  [new Error('anything'), false],
  ['no error', false],
])('%s means that the database is away: %s', (error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected)
})

test('a PostgreSQL server that is gone is answered with a sentence and 503', async () => {
  const postgres = await startPostgres({ durable: false })
  const { db, close } = await openPostgres(postgres.url)
  onTestFinished(close)
  await postgres.stop()
  const server = new Hono().onError(answerError(createLog('silent')))
  server.get('/', async (c) => c.json((await sql`select 1`.execute(db)).rows))
  const answer = await server.request('/')
  expect([answer.status, answer.headers.get('Retry-After'), await answer.text()]).toEqual([
    503,
    '5',
    'The portal cannot reach its database; please try again in a moment',
  ])
})

describe('the embedded database', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'portal-test-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  test('flushes every commit and writes ahead', async () => {
    const { db, close } = openSqlite(folder())
    onTestFinished(close)
    const { rows } = await sql`pragma synchronous`.execute(db)
    expect(rows).toEqual([{ synchronous: 2 }])
    expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
    expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }])
  })

  test('is named when it is none, or its lock is damaged', () => {
    const path = folder()
    writeFileSync(join(path, 'portal.sqlite'), 'not a database, but long enough to look like one')
    expect(() => openSqlite(path)).toThrow('portal.sqlite is not a database')
    writeFileSync(join(path, 'portal.lock'), 'not a database, but long enough to look like one')
    expect(() => openSqlite(path)).toThrow('portal.lock is damaged')
  })

  test('belongs to one portal at a time', async () => {
    const path = folder()
    const first = openSqlite(path)
    expect(() => openSqlite(path)).toThrow('Another portal is already running on the data folder')
    await first.close()
    await openSqlite(path).close()
  })
})
