import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Limit } from '#shared/limits.ts'
import { borrowDatabase } from '#test/setup/migrated.ts'
import { startPostgres } from '#test/setup/postgres.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { createLog } from '../core/log.ts'
import { answerError } from '../http/error-response.ts'
import { countHit, sweepHits } from '../http/rate-limit.ts'
import { inSnapshot } from '../reading/in-snapshot.ts'
import { type Database, openPostgres, openSqlite } from './database.ts'
import { isConnectionLost } from './database-errors.ts'
import { inLargeTransaction } from './sqlite-dialect.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table made only here
type Anything = Kysely<any>

const limitOf = (max: number, window: number): Limit => ({ name: 'n', who: 'person', max, window })

describe.each(engines)('the database, on %s,', (engine) => {
  test('returns booleans, times and paise as they were stored', async () => {
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

  test('rolls back a transaction that throws, and lets the next one begin', async () => {
    const { db } = await testDatabase(engine)
    const limit = limitOf(1, 1000)
    const now = new Date()
    await expect(
      db.transaction().execute(async (tx) => {
        await countHit(tx, limit, 'k', now)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await countHit(db, limit, 'k', now)).toBe(0)
  })

  test('hides a transaction from readers until its commit, and blocks other writers', async () => {
    const { db } = await testDatabase(engine)
    const limit = limitOf(100, 1000)
    const now = new Date()
    const inside = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (tx) => {
      await countHit(tx, limit, 'k', now)
      inside.resolve()
      await proceed.promise
    })
    await inside.promise
    expect(await db.selectFrom('rate_count').selectAll().execute()).toEqual([])
    let written = false
    const other = countHit(db, limit, 'k', now).then(() => {
      written = true
    })
    // A reader that began later has finished.
    await db.selectFrom('rate_count').selectAll().execute()
    expect(written).toBe(false)
    proceed.resolve()
    await Promise.all([slow, other])
    expect(await db.selectFrom('rate_count').select('hits').execute()).toEqual([{ hits: 2 }])
  })

  test('reads one snapshot in a read-only transaction, which does not wait for writers', async () => {
    const { db } = await testDatabase(engine)
    const limit = limitOf(100, 1000)
    const inside = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const hits = (from: typeof db) => from.selectFrom('rate_count').select('hits').execute()
    const slow = db.transaction().execute(async (tx) => {
      await countHit(tx, limit, 'k', new Date())
      inside.resolve()
      await proceed.promise
    })
    await inside.promise
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        expect(await hits(snapshot)).toEqual([])
        proceed.resolve()
        await slow
        expect(await hits(db)).toEqual([{ hits: 1 }])
        expect(await hits(snapshot)).toEqual([])
      })
    const write = db
      .transaction()
      .setAccessMode('read only')
      .execute((snapshot) => countHit(snapshot, limit, 'k', new Date()))
    await expect(write).rejects.toThrow(/read-?only/)
  })

  test('counts concurrent hits exactly, and resets the count after the window', async () => {
    const { db } = await testDatabase(engine)
    const limit = limitOf(10, 60_000)
    const now = new Date('2025-01-05T09:00:00.000Z')
    const waits = await Promise.all(Array.from({ length: 25 }, () => countHit(db, limit, 'k', now)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
    expect(waits.filter((wait) => wait === 60)).toHaveLength(15)
    const later = new Date(now.getTime() + 60_000)
    expect(await countHit(db, limit, 'k', later)).toBe(0)
    await sweepHits(db, new Date(later.getTime() + 60_000))
    expect(await db.selectFrom('rate_count').selectAll().execute()).toEqual([])
  })
})

test('answers 503 when the PostgreSQL server is down', async () => {
  const postgres = await startPostgres({ durable: false })
  const { db, close } = await openPostgres(postgres.url)
  onTestFinished(close)
  await postgres.stop()
  const answer = await answerOf(() => sql`select 1`.execute(db))
  expect([answer.status, answer.headers.get('Retry-After'), await answer.text()]).toEqual([
    503,
    '5',
    'The portal cannot reach its database; please try again in a moment',
  ])
})

test('answers 503 when a PostgreSQL connection ends in a transaction', async () => {
  const { db } = await testDatabase('PostgreSQL')
  const answer = await answerOf(() =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await sql`select 1`.execute(tx)
    }),
  )
  expect(answer.status).toBe(503)
})

test('refuses a PostgreSQL that does not flush its commits', async () => {
  const { url, release } = await borrowDatabase()
  onTestFinished(release)
  const unsafe = new URL(url)
  unsafe.searchParams.set('options', '-c members_portal.throwaway=off')
  await expect(openPostgres(unsafe.href)).rejects.toThrow(
    'can lose what it has acknowledged, because its setting fsync is off',
  )
})

test.each([
  ['57P01', 'FATAL', 'terminating connection due to administrator command'],
  ['57P02', 'FATAL', 'terminating connection because of crash of another server process'],
  ['57P03', 'FATAL', 'the database system is starting up'],
  ['08006', 'ERROR', 'connection failure'],
  ['53200', 'ERROR', 'out of memory'],
  ['53300', 'FATAL', 'sorry, too many clients already'],
  ['25006', 'ERROR', 'cannot execute INSERT in a read-only transaction'],
  ['ECONNREFUSED', undefined, 'connect ECONNREFUSED'],
  ['ECONNRESET', undefined, 'read ECONNRESET'],
  [undefined, undefined, 'Connection terminated unexpectedly'],
  [undefined, undefined, 'Query read timeout'],
])('counts %s %s %s as a lost connection', (code, severity, message) => {
  expect(isConnectionLost(Object.assign(new Error(message), { code, severity }))).toBe(true)
})

test.each([
  ['SQLite', { errcode: 13 }, 'full'],
  ['SQLite', { errcode: 10 + 256 * 3 }, 'does not accept data'],
  ['SQLite', { errcode: 8 }, 'does not accept data'],
  ['SQLite', { errcode: 14 }, 'does not accept data'],
  ['PostgreSQL', { code: '53100' }, 'full'],
  ['PostgreSQL', { code: '58030' }, 'does not accept data'],
  ['a file', { code: 'ENOSPC' }, 'full'],
  ['a file', { code: 'EROFS' }, 'does not accept data'],
])('answers 503 in words when the disk of %s fails with %o', async (_what, codes, reason) => {
  const answer = await answerOf(() => Promise.reject(Object.assign(new Error('x'), codes)))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(await answer.text()).toContain(reason)
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'])(
  'reports %s of another service as a defect',
  async (code) => {
    const error = Object.assign(new Error('Connection terminated'), { code, syscall: 'connect' })
    expect((await answerOf(() => Promise.reject(error))).status).toBe(500)
  },
)

test.each(engines)('reports wrong SQL on %s as an internal error', async (engine) => {
  const { db } = await testDatabase(engine)
  expect((await answerOf(() => sql`select nothing from nowhere`.execute(db))).status).toBe(500)
})

/** The answer to a request whose handler does this. */
async function answerOf(work: () => Promise<unknown>): Promise<Response> {
  const server = new Hono().onError(answerError(createLog('silent')))
  server.get('/', async (c) => c.json(await work()))
  return server.request('/')
}

/** It takes tens of milliseconds. */
const longStatement = sql`
  select max(n) from (
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300000)
    select n from numbers)`

describe('the embedded database', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'portal-test-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  test('uses a write-ahead log, flushes every commit and enforces foreign keys', async () => {
    const { db, close } = openSqlite(folder())
    onTestFinished(close)
    const { rows } = await sql`pragma synchronous`.execute(db)
    expect(rows).toEqual([{ synchronous: 2 }])
    expect((await sql`pragma journal_mode`.execute(db)).rows).toEqual([{ journal_mode: 'wal' }])
    expect((await sql`pragma foreign_keys`.execute(db)).rows).toEqual([{ foreign_keys: 1 }])
  })

  test.each(['in this thread', 'in a thread of its own'])(
    'stores nothing after SQLite itself has rolled a transaction back, %s',
    async (where) => {
      const { db, close } = openSqlite(folder())
      onTestFinished(close)
      await sql`create table thing (name text)`.execute(db)
      await sql`create trigger refusing before insert on thing when new.name = 'full'
        begin select raise(rollback, 'as a full disk'); end`.execute(db)
      const insert = (tx: typeof db, name: string) =>
        sql`insert into thing values (${name})`.execute(tx)
      const work = async (tx: typeof db) => {
        await insert(tx, 'first')
        await insert(tx, 'full').catch(() => {})
        await insert(tx, 'last').catch(() => {})
      }
      const run = where === 'in this thread' ? db.transaction().execute(work) : undefined
      await expect(run ?? inLargeTransaction(db, work)).rejects.toThrow('as a full disk')
      expect((await sql`select * from thing`.execute(db)).rows).toEqual([])
      await db.transaction().execute(async (tx) => {
        await insert(tx, 'later')
      })
      expect((await sql`select * from thing`.execute(db)).rows).toEqual([{ name: 'later' }])
    },
  )

  test('rejects a file that is not a database, and a damaged lock file', () => {
    const path = folder()
    writeFileSync(join(path, 'portal.sqlite'), 'not a database, but long enough to look like one')
    expect(() => openSqlite(path)).toThrow('portal.sqlite is not a database')
    writeFileSync(join(path, 'portal.lock'), 'not a database, but long enough to look like one')
    expect(() => openSqlite(path)).toThrow('portal.lock is damaged')
  })

  test.each([
    ['a statement', (db: Database) => longStatement.execute(db)],
    ['one of a snapshot', (db: Database) => inSnapshot(db, (one) => longStatement.execute(one))],
  ])('lets others run after %s that was long', async (_, read) => {
    const { db } = await testDatabase('SQLite')
    let hasRun = false
    setImmediate(() => {
      hasRun = true
    })
    await read(db)
    expect(hasRun).toBe(true)
  })

  test('can be opened by one portal at a time', async () => {
    const path = folder()
    const first = openSqlite(path)
    expect(() => openSqlite(path)).toThrow('Another portal is already running on the data folder')
    await first.close()
    await openSqlite(path).close()
  })
})
