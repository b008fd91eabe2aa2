import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeArchive } from '#platform/server/backup/archive-writer.ts'
import type { Manifest } from '#platform/server/backup/manifest.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { type S3Server, startS3Server } from '#test/setup/s3-server.ts'
import { engines } from '#test/support/engines.ts'
import { formOf, oemFields, oemFiles } from '#test/support/portal/applications.ts'
import {
  adminEmail,
  emptyPostgres,
  newPortalSettings,
  runCommand,
  startPortal,
  temporaryFolder,
} from '#test/support/process/operator.ts'
import { openStorage } from '../create-file-store.ts'
import { backupCommand, restoreCommand } from './commands.ts'

type Settings = Record<string, string>

const emptyManifest: Omit<Manifest, 'entries'> = {
  format: 1,
  version: '0.1.0',
  made_at: '2025-01-05T09:00:00.000Z',
  engine: 'sqlite',
  pg_dump: null,
  migrations: [],
  rows: {},
  keys: [],
  history: null,
  deleted: [],
  missing: [],
}

/** S3 goes with PostgreSQL, a folder with SQLite. */
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
  return s3.stop
})

async function newPlace(engine: (typeof engines)[number]): Promise<Settings> {
  const settings = { ...(await newPortalSettings()), BACKUP_DIR: 'off' }
  if (engine === 'SQLite') return settings
  return { ...settings, DATABASE_URL: await emptyPostgres(), FILES_URL: s3.location() }
}

const command =
  (run: typeof backupCommand) =>
  async (settings: Settings, file: string): Promise<string> => {
    const lines: string[] = []
    await run({ ...readConfig(settings), logLevel: 'silent' }, [file], (line) => lines.push(line))
    return lines.join('\n')
  }
const backup = command(backupCommand)
const restore = command(restoreCommand)

const openDatabase = async ({ DATABASE_URL, DATA_DIR }: Settings) => {
  const opened = DATABASE_URL
    ? await openPostgres(DATABASE_URL, { connections: 1 })
    : openSqlite(DATA_DIR ?? '')
  onTestFinished(opened.close)
  return opened
}

async function storedBytes(settings: Settings): Promise<Map<string, Buffer | undefined>> {
  const config = readConfig(settings)
  const storage = await openStorage(config, config.dataDir, createLog('silent'))
  const names: string[] = []
  for await (const { name } of storage.list()) if (name !== '.probe') names.push(name)
  const entries = names.toSorted().map(async (name) => [name, await storage.read(name)] as const)
  return new Map(await Promise.all(entries))
}

/** A running portal with an application, its papers, and a signed-in administrator. */
async function runningPortal(settings: Settings) {
  const stop = await startPortal(settings)
  const url = `http://127.0.0.1:${settings.PORT}`
  const form = formOf(oemFields, await oemFiles())
  const applied = await fetch(`${url}/api/auth/apply`, { method: 'POST', body: form })
  expect([applied.status, await applied.text()]).toMatchObject([201, expect.anything()])
  const { out } = await runCommand(settings, 'sign-in-link', adminEmail)
  const token = out.match(/#token=([\w-]{43})/)?.[1]
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ token })
  const verified = await fetch(`${url}/api/auth/verify`, { method: 'POST', headers, body })
  const cookie = verified.headers.getSetCookie().map((value) => value.split(';')[0])
  return { stop, cookie: cookie.join('; ') }
}

const userStatus = async ({ PORT }: Settings, cookie: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${PORT}/api/user`, { headers: { cookie } })).status

describe.each(engines)('a backup on %s', (engine) => {
  test('is made beside a running portal and restored into an empty place', async () => {
    const settings = await newPlace(engine)
    const { stop, cookie } = await runningPortal(settings)
    expect(await userStatus(settings, cookie)).toBe(200)
    const file = join(temporaryFolder(), 'portal.backup')
    const output = await backup(settings, file)
    expect(output).toContain('and the settings without secrets')
    expect(output).toContain(`Keep a copy of ${settings.DATA_DIR}.key in another place`)
    await expect(backup(settings, file)).rejects.toThrow('exists already')
    const archive = readFileSync(file)
    const key = readFileSync(`${settings.DATA_DIR}.key`, 'utf8').match(/[\w+/=-]{40,}/)?.[0] ?? ''
    expect(key).not.toBe('')
    expect(archive.includes(key)).toBe(false)
    // Beside the running portal, and into a place that is not empty.
    await expect(restore(settings, file)).rejects.toThrow(
      engine === 'SQLite' ? 'Another portal is already running' : 'has tables already',
    )
    const stored = await storedBytes(settings)
    await stop()
    await expect(restore(settings, file)).rejects.toThrow(
      engine === 'SQLite' ? 'has a database already' : 'has tables already',
    )

    const place = await newPlace(engine)
    const at = archive.indexOf('files/') + 700
    const damaged = join(temporaryFolder(), 'damaged.backup')
    writeFileSync(damaged, archive.with(at, (archive[at] ?? 0) ^ 4))
    await expect(restore(place, damaged)).rejects.toThrow(/damaged: files\/\S+ does not have/)
    await expect(restore(place, file)).rejects.toThrow('key')
    expect(readdirSync(place.DATA_DIR ?? '')).toEqual([])
    copyFileSync(`${settings.DATA_DIR}.key`, `${place.DATA_DIR}.key`)
    // What an earlier database left behind would be applied to the restored one.
    for (const end of ['-wal', '-shm'])
      writeFileSync(join(place.DATA_DIR ?? '', `portal.sqlite${end}`), 'of another database')
    expect(await restore(place, file)).toContain('Everybody is signed out')
    expect(await storedBytes(place)).toEqual(stored)
    const { db } = await openDatabase(place)
    const counts = await Promise.all(
      (['session', 'sign_in_request', 'application_link'] as const).map(async (table) => {
        return (await db.selectFrom(table).selectAll().execute()).length
      }),
    )
    expect(counts).toEqual([0, 0, 0])
    const mails = await db.selectFrom('outbox').select(['failed_at', 'sent_at']).execute()
    expect(mails.every(({ failed_at, sent_at }) => (failed_at ?? sent_at) !== null)).toBe(true)
    expect(await db.selectFrom('application').select('company_name').execute()).toEqual([
      { company_name: 'Rosewood Works Pvt Ltd' },
    ])

    const config = readConfig(settings)
    const [lost = ''] = stored.keys()
    const storage = await openStorage(config, config.dataDir, createLog('silent'))
    await storage.remove(lost)
    const second = await backup(settings, join(temporaryFolder(), 'second.backup'))
    expect(second).toContain(`1 file is missing in the storage: ${lost}.`)
  }, 120_000)
})

test('an archive of a newer portal or of the other engine is refused', async () => {
  const settings = await newPlace('SQLite')
  const folder = temporaryFolder()
  const archive = async (name: string, content: Partial<Manifest>) => {
    const file = join(folder, name)
    const manifest = { ...emptyManifest, ...content }
    await writeArchive(file, readConfig(settings).backup, async () => manifest)
    return file
  }
  const newer = await archive('newer', { migrations: ['9999-later'] })
  await expect(restore(settings, newer)).rejects.toThrow('made by a newer portal')
  const other = await archive('other', { engine: 'postgres' })
  await expect(restore(settings, other)).rejects.toThrow('set DATABASE_URL to an empty database')
})

test('a database that unpacks to more than its manifest says is not restored', async () => {
  const settings = await newPlace('SQLite')
  const file = join(temporaryFolder(), 'crafted')
  await writeArchive(file, readConfig(settings).backup, async (writer) => {
    await writer.addBytes('database.sqlite.gz', gzipSync(Buffer.alloc(20_000_000)))
    return { ...emptyManifest, database_bytes: 1_000_000 }
  })
  await expect(restore(settings, file)).rejects.toThrow('larger than its manifest says')
  expect(readdirSync(settings.DATA_DIR ?? '')).not.toContain('portal.sqlite')
})

test('the commands say what they need', async () => {
  const settings = await newPlace('SQLite')
  await expect(backupCommand(readConfig(settings), [], () => {})).rejects.toThrow(
    'Please give one file: npm run portal -- backup FILE',
  )
  await expect(restore(settings, '/nowhere/x.backup')).rejects.toThrow('cannot be read (ENOENT)')
  await (await startPortal(settings))()
  const used = join(settings.DATA_DIR ?? '', 'portal.sqlite')
  await expect(backup(settings, join(used, 'x.tar'))).rejects.toThrow(
    `${used} cannot be written (EEXIST), so no backup was made; name a folder`,
  )
  const { db } = await openDatabase(settings)
  expect(await db.selectFrom('backup_run').selectAll().execute()).toEqual([])
  const sample = { DATA_DIR: settings.DATA_DIR ?? '' }
  await expect(backup(sample, '/tmp/x')).rejects.toThrow('sample association, which has no backups')
})
