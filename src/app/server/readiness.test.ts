import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/server/core/log.ts'
import type { Database, OpenDatabase } from '#platform/server/database/database.ts'
import { Refusal } from '#shared/refusal.ts'
import { engines } from '#test/support/engines.ts'
import { formOf, photo, vendorFields } from '#test/support/portal/applications.ts'
import { testDatabase, testPortal } from '#test/support/portal/test-portal.ts'
import { readinessCheck } from './readiness.ts'

const checkOf = (database: OpenDatabase, isShort = false, checkFiles = async () => {}) =>
  readinessCheck({
    database,
    disk: {
      check: async () => isShort,
      assertRoomForSaves: () => {},
      handleError: () => {},
      stop: async () => {},
    },
    checkFiles,
    log: createLog('silent'),
    now: () => new Date('2025-01-05T09:00:00.000Z'),
  })

const rowsOf = (db: Database) => db.selectFrom('write_probe').selectAll().execute()

describe.each(engines)('readiness on %s', (engine) => {
  test('writes one row, at most once in two seconds', async () => {
    const database = await testDatabase(engine)
    let checks = 0
    const check = checkOf(database, false, async () => {
      checks += 1
    })
    await Promise.all([check(), check(), check()])
    expect(await rowsOf(database.db)).toEqual([{ id: 1, written_at: '2025-01-05T09:00:00.000Z' }])
    expect(checks).toBe(1)
  })

  test('refuses with the reason, without details', async () => {
    const database = await testDatabase(engine)
    await expect(checkOf(database, true)()).rejects.toThrow(/^The disk is full$/)
    await sql`drop table write_probe`.execute(database.db)
    await expect(checkOf(database)()).rejects.toThrow(/^The database is not responding$/)
  })
})

test('stays ready while a large transaction holds the write lock of SQLite', async () => {
  const database = await testDatabase('SQLite')
  const proceed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = database.db.transaction().execute(async () => {
    begun.resolve()
    await proceed.promise
  })
  onTestFinished(async () => {
    proceed.resolve()
    await slow
  })
  await begun.promise
  await checkOf(database)()
})

test('only signing in and out is saved on a full disk', async () => {
  const portal = await testPortal('SQLite', {
    disk: {
      check: async () => true,
      assertRoomForSaves: () => {
        throw new Refusal('unavailable', 'The disk is full')
      },
      handleError: () => {},
      stop: async () => {},
    },
  })
  const visitor = portal.visitor()
  const link = { email: 'asha@teak.example', type: 'jobseeker' }
  expect((await visitor.request('POST', '/api/auth/request-link', link)).status).toBe(200)
  expect((await visitor.request('POST', '/api/auth/logout')).status).toBe(200)
  // An application without papers, and one with: neither is read.
  for (const form of [new FormData(), formOf(vendorFields, [await photo()])]) {
    const answer = await visitor.request('POST', '/api/auth/apply', form)
    expect([answer.status, await answer.text()]).toEqual([503, 'The disk is full'])
  }
})
