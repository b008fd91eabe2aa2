import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyMigrated } from '#test/setup/migrated.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase } from '#test/support/portal/test-portal.ts'
import { checkDatabase, lastDatabaseCheck, recordDatabaseCheck } from './check.ts'
import { openSqlite } from './database.ts'

describe.each(engines)('the check of the database, on %s,', (engine) => {
  test('finds nothing in a sound database, and is stored', async () => {
    const database = await testDatabase(engine)
    if (engine === 'PostgreSQL')
      await sql`create extension if not exists amcheck`.execute(database.db)
    const now = () => new Date('2025-01-05T09:00:00.000Z')
    expect(await lastDatabaseCheck(database.db)).toBeUndefined()
    const check = await recordDatabaseCheck(database, now)
    expect(check).toMatchObject({ checkedAt: now().toISOString(), problems: [] })
    await recordDatabaseCheck(database, now)
    expect(await lastDatabaseCheck(database.db)).toMatchObject({ problems: [] })
  })
})

test('finds a damaged page of the embedded database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  copyMigrated(folder)
  const path = join(folder, 'portal.sqlite')
  const sound = new DatabaseSync(path)
  const { rootpage } = sound
    .prepare("select rootpage from sqlite_master where name = 'outbox'")
    .get() as { rootpage: number }
  const { page_size: size } = sound.prepare('pragma page_size').get() as { page_size: number }
  sound.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size)
  closeSync(file)
  const database = openSqlite(folder)
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  const problems = await checkDatabase(database)
  expect(problems.length).toBeGreaterThan(0)
})
