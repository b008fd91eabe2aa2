import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './database.ts'
import { large } from './sqlite-log.ts'

test('the log of a large transaction is copied back beside the server, and kept short afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db, close } = openSqlite(folder)
  onTestFinished(close)
  const sizeOf = (name: string) => statSync(join(folder, name)).size
  await sql`create table big (data blob)`.execute(db)
  const megabyte = Buffer.alloc(1024 * 1024, 'x')
  await db.transaction().execute(async (tx) => {
    for (let i = 0; i < 70; i++) await sql`insert into big values (${megabyte})`.execute(tx)
  })
  // Nobody waited for that within the commit.
  await expect.poll(() => sizeOf('portal.sqlite'), { timeout: 15_000 }).toBeGreaterThan(2 * large)
  await expect
    .poll(
      async () => {
        await db.transaction().execute((tx) => sql`insert into big values (null)`.execute(tx))
        return sizeOf('portal.sqlite-wal')
      },
      { timeout: 15_000 },
    )
    .toBeLessThanOrEqual(large)
  const { rows } = await sql`select count(data) as many from big`.execute(db)
  expect(rows).toEqual([{ many: 70 }])
})
