import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkDatabase, lastDatabaseCheck } from '#platform/server/database/check.ts'
import { openSqlite } from '#platform/server/database/database.ts'
import { hours } from '#shared/durations.ts'
import { copyMigrated } from '#test/setup/migrated.ts'
import { eventually } from '#test/support/eventually.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { startChecking } from './check-database.ts'

test('notifies the administrators of a damaged database once a day', async () => {
  const { world } = await testPortal('SQLite')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const damaged = openDamagedDatabase()
  const check = async () => {
    const checking = startChecking(world, damaged)
    vi.advanceTimersByTime(hours(1))
    await checking.stop()
    await eventually(async () => {
      const stored = await lastDatabaseCheck(damaged.db)
      expect(stored?.problems.length).toBeGreaterThan(0)
    })
  }
  await check()
  await check()
  const events = world.db.selectFrom('notification_event').select(['kind', 'subject_id'])
  await eventually(async () =>
    expect(await events.execute()).toEqual([{ kind: 'failure', subject_id: 'database-check' }]),
  )
})

test('does not read the whole file while the portal starts', async () => {
  const { world } = await testPortal('SQLite')
  const damaged = openDamagedDatabase()
  const checking = startChecking(world, damaged)
  // A check that had started before these would have ended and notified the administrators.
  for (let i = 0; i < 3; i++) await checkDatabase(damaged)
  await checking.stop()
  const events = world.db.selectFrom('notification_event').select('kind')
  expect(await events.execute()).toEqual([])
  expect(await lastDatabaseCheck(damaged.db)).toBeUndefined()
})

/** A database whose last pages, which no table of the check uses, are overwritten. */
function openDamagedDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  copyMigrated(folder)
  const path = join(folder, 'portal.sqlite')
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, Math.floor(statSync(path).size / 8192) * 4096)
  closeSync(file)
  const database = openSqlite(folder)
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  return database
}
