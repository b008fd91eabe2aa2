import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { openPostgres } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startS3Server } from '#test/setup/s3-server.ts'
import { freePort } from '#test/support/process/free-port.ts'
import {
  adminEmail,
  emptyPostgres,
  startPortal,
  temporaryFolder,
} from '#test/support/process/operator.ts'
import { openStorage } from '../create-file-store.ts'
import { migrations } from '../migrations.ts'
import { moveCommand } from './move.ts'
import { tableDigest } from './table-digest.ts'

type Settings = Record<string, string>

/** A portal with data in most tables: the sample association, run as one's own. */
async function filledPortal() {
  const dataDir = temporaryFolder()
  const stop = await startPortal({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  const settings: Settings = {
    ADMIN_EMAIL: adminEmail,
    DATA_DIR: join(dataDir, 'demo'),
    FILES_KEY_FILE: `${dataDir}.key`,
    BACKUP_DIR: 'off',
    LOG_LEVEL: 'silent',
    PORT: String(await freePort()),
  }
  return { stop, settings }
}

async function move(settings: Settings, targets: Settings): Promise<string> {
  const lines: string[] = []
  const environment = { ...settings, ...targets }
  await moveCommand(readConfig(settings), environment, (line) => lines.push(line))
  return lines.join('\n')
}

async function digestsOf(settings: Settings): Promise<string[]> {
  const config = readConfig(settings)
  const storage = await openStorage(config, config.dataDir, createLog('silent'))
  const found: string[] = []
  for await (const { name } of storage.list())
    if (name !== '.probe') found.push(`${name} ${(await storage.read(name))?.toString('base64')}`)
  return found.toSorted()
}

test('a portal moves from SQLite and a folder to PostgreSQL and S3', async () => {
  const s3 = await startS3Server()
  onTestFinished(s3.stop)
  const { stop, settings } = await filledPortal()
  const targets = { TO_DATABASE_URL: await emptyPostgres(), TO_FILES_URL: s3.location() }
  await expect(move(settings, targets)).rejects.toThrow('Another portal is already running')
  await stop()
  // An interrupted run has left tables without rows, as a kill does.
  const target = await openPostgres(targets.TO_DATABASE_URL, { connections: 1 })
  onTestFinished(target.close)
  await migrate(target.db, migrations)
  const output = await move(settings, targets)
  expect(output).toMatch(
    /^\d+ stored files copied and compared\.\n[\d,]+ rows of \d+ tables copied/,
  )
  expect(output).toContain(
    'Now set DATABASE_URL to the value of TO_DATABASE_URL and FILES_URL to the value of TO_FILES_URL',
  )
  const moved = {
    ...settings,
    DATABASE_URL: targets.TO_DATABASE_URL,
    FILES_URL: targets.TO_FILES_URL,
  }
  expect(await digestsOf(moved)).toEqual(await digestsOf(settings))
  await expect(move(settings, targets)).rejects.toThrow('has rows already')

  const { db } = target
  await expect(sql`delete from ledger_entry`.execute(db)).rejects.toThrow('append-only')
  const deferrable = await sql`select 1 from pg_constraint where condeferrable`.execute(db)
  expect(deferrable.rows).toEqual([])
  const disabled = await sql`select 1 from pg_trigger where tgenabled = 'D'`.execute(db)
  expect(disabled.rows).toEqual([])

  await startPortal(moved)
  expect((await fetch(`http://127.0.0.1:${settings.PORT}/readyz`)).status).toBe(200)
  await expect(move(moved, { TO_FILES_URL: s3.location() })).rejects.toThrow('A portal is running')
}, 120_000)

test('the command says what it needs', async () => {
  const settings = { ADMIN_EMAIL: adminEmail, DATA_DIR: temporaryFolder() }
  await expect(move(settings, {})).rejects.toThrow('Set TO_DATABASE_URL, TO_FILES_URL or both')
  const targets = { TO_DATABASE_URL: 'postgres://localhost/new' }
  await expect(move(settings, targets)).rejects.toThrow('There is no database in')
  const postgres = { ...settings, DATABASE_URL: 'postgres://localhost/old' }
  await expect(move(postgres, targets)).rejects.toThrow('is on PostgreSQL already')
  const invalid = { TO_FILES_URL: 'https://x' }
  await expect(move(settings, invalid)).rejects.toThrow('FILES_URL must be')
})

test('the digest of a table is the same on both engines, and changes with every difference', () => {
  const columns = [
    { name: 'flag', type: 'boolean' },
    { name: 'text', type: 'text' },
    { name: 'value', type: 'jsonb' },
  ]
  const digest = (...rows: Record<string, unknown>[]) => {
    const table = tableDigest(columns)
    rows.forEach(table.add)
    return table.result()
  }
  const [sqlite, postgres] = [
    { flag: 1, text: 'a', value: '{"b":1,"a":[true,null]}' },
    { flag: true, text: 'a', value: { a: [true, null], b: 1 } },
  ]
  const other = { flag: 0, text: null, value: null }
  expect(digest(sqlite, other)).toEqual(digest({ ...other, flag: false }, postgres))
  for (const change of [{ flag: 0 }, { text: '' }, { text: null }, { value: '{"a":[],"b":1}' }])
    expect(digest({ ...sqlite, ...change })).not.toEqual(digest(sqlite))
  expect(digest(sqlite, sqlite)).not.toEqual(digest(sqlite))
})
