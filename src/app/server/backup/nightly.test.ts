import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifyArchive } from '#platform/server/backup/archive-reader.ts'
import {
  endRun,
  hasLateBackup,
  lastBackup,
  lastFailedBackup,
  startRun,
} from '#platform/server/backup/runs.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { replacedMigrations } from '#platform/server/database/schema-version.ts'
import type { DiskSpace } from '#platform/server/disk/disk-space.ts'
import { recordChange } from '#platform/server/history/history.ts'
import { historyHead } from '#platform/server/history/history-chain.ts'
import { days, hours } from '#shared/durations.ts'
import { sum } from '#shared/sum.ts'
import { borrowDatabase, copyMigrated } from '#test/setup/migrated.ts'
import {
  installationWith,
  openInstallation as openOlder,
} from '#test/support/database/older-database.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { adminEmail, temporaryFolder } from '#test/support/process/operator.ts'
import { migrations } from '../migrations.ts'
import { copiesOnSameDisk } from './backup-space.ts'
import { backUpBeforeUpgrade } from './before-upgrade.ts'
import { backUpWhenDue, lastNight } from './nightly.ts'

/** An empty portal, and one more process of it on PostgreSQL. The clock shows 14:30 in India. */
async function openInstallation(
  engine: Engine,
  more: Record<string, string> = {},
  diskSpace?: (folder: string) => Promise<DiskSpace>,
) {
  const dataDir = temporaryFolder()
  const settings: Record<string, string> = { ADMIN_EMAIL: adminEmail, DATA_DIR: dataDir, ...more }
  if (engine === 'PostgreSQL') {
    const { url, release } = await borrowDatabase()
    onTestFinished(release)
    settings.DATABASE_URL = url
  } else copyMigrated(dataDir)
  const config = readConfig(settings)
  const clock = { now: new Date('2025-01-05T09:00:00.000Z') }
  const process = async () => {
    const url = config.databaseUrl
    const database =
      url === undefined ? openSqlite(dataDir) : await openPostgres(url, { connections: 3 })
    onTestFinished(database.close)
    const log = createLog('silent')
    const world = { db: database.db, log, now: () => new Date(clock.now) }
    const options = { world, config, database, ...(diskSpace && { diskSpace }) }
    return { db: database.db, check: () => backUpWhenDue(options, new AbortController().signal) }
  }
  const folder = config.backup.folder ?? ''
  const archives = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
  return { config, clock, process, folder, archives }
}

test.each([
  ['2025-01-05T09:00:00.000Z', '2025-01-04T20:30:00.000Z'],
  ['2025-01-04T20:30:00.000Z', '2025-01-04T20:30:00.000Z'],
  ['2025-01-04T20:29:59.000Z', '2025-01-03T20:30:00.000Z'],
  ['2025-01-04T18:31:00.000Z', '2025-01-03T20:30:00.000Z'],
])('at %s the last night was at %s', (now, night) => {
  expect(lastNight(new Date(now))).toBe(night)
})

test('uploads leave room for four backups, unless those are on another disk', async () => {
  const dataDir = temporaryFolder()
  const copies = (folder: string | undefined, daily = 7) =>
    copiesOnSameDisk(
      { ...readConfig({}).backup, folder, keep: { daily, weekly: 0, monthly: 0 } },
      dataDir,
    )
  expect(await copies(`${dataDir}-backups/new`)).toBe(4)
  expect(await copies(`${dataDir}-backups`, 1)).toBe(2)
  expect(await copies('/proc/backups')).toBe(0)
  expect(await copies(undefined)).toBe(0)
})

describe.each(engines)('the nightly backup on %s', (engine) => {
  test('is made once a night, by one process, and old ones are deleted', async () => {
    const { config, clock, process, folder, archives } = await openInstallation(engine, {
      BACKUP_KEEP: '2,0,0',
    })
    const { db, check } = await process()
    const other = engine === 'PostgreSQL' ? await process() : { check }
    const entry = { actor: null, subject: 'settings', subjectId: 'association', action: 'edited' }
    await recordChange(db, entry, clock.now)
    await Promise.all([check(), engine === 'PostgreSQL' ? other.check() : undefined])
    expect(archives()).toEqual(['portal-2025-01-05T090000Z.tar'])
    const manifest = await verifyArchive(join(folder, archives()[0] ?? ''), config.backup)
    expect(manifest.migrations).toEqual(Object.keys(migrations))
    expect(await historyHead(db)).toMatchObject({ sequence: 1, ...manifest.history })
    expect(manifest.rows).toMatchObject({ history: 1, history_seal: 1, history_unsealed: 0 })
    clock.now = new Date('2025-01-05T20:29:00.000Z')
    await check()
    expect(archives()).toHaveLength(1)
    for (const name of ['portal-2025-01-05T203000Z.tar.partial', 'mine.txt'])
      writeFileSync(join(folder, name), '')
    for (const at of ['2025-01-05T20:31:00.000Z', '2025-01-06T20:31:00.000Z']) {
      clock.now = new Date(at)
      await check()
      await other.check()
    }
    expect(archives()).toEqual([
      'mine.txt',
      'portal-2025-01-05T203100Z.tar',
      'portal-2025-01-06T203100Z.tar',
    ])
    expect(await lastBackup(db)).toMatchObject({
      kind: 'nightly',
      status: 'done',
      started_at: '2025-01-06T20:31:00.000Z',
    })
    expect(await hasLateBackup(db, new Date('2025-01-07T21:00:00.000Z'))).toBe(false)
    expect(await hasLateBackup(db, new Date('2025-01-07T23:00:00.000Z'))).toBe(true)
  })

  test('deletes the oldest ones for the space of uploads, but never the newest three', async () => {
    const disk = { taken: 200e6 }
    const place = await openInstallation(engine, {}, async (folder) => {
      const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
      const used = sum(sizes)
      // Just the archives and the space of uploads fit.
      return { free: 2 * 512 * 1024 ** 2 + 200e6 - used - disk.taken, total: 100e9 }
    })
    const old = ['01', '02', '03', '04', '05'].map((day) => `portal-2024-12-${day}T203000Z.tar`)
    mkdirSync(place.folder)
    for (const name of old) {
      writeFileSync(join(place.folder, name), '')
      truncateSync(join(place.folder, name), 40e6)
    }
    const { db, check } = await place.process()
    await check()
    expect(place.archives()).toEqual(old)
    const { error } = (await lastFailedBackup(db)) ?? {}
    expect(error).toContain('MB stay free for uploads. Make room, or set BACKUP_DIR to another')
    disk.taken = 45e6
    place.clock.now = new Date(place.clock.now.getTime() + hours(1) + 1)
    await check()
    expect(place.archives()).toEqual([...old.slice(2), 'portal-2025-01-05T100000Z.tar'])
  })

  test('that fails is an event for administrators once a day, and tried again after an hour', async () => {
    const { clock, process, config } = await openInstallation(engine)
    writeFileSync(config.backup.folder ?? '', 'a file in the place of the folder')
    const { db, check } = await process()
    const failures = async () =>
      (await db.selectFrom('backup_run').selectAll().where('status', '=', 'failed').execute())
        .length
    const events = () =>
      db.selectFrom('notification_event').select(['kind', 'subject_id']).execute()
    await check()
    await check()
    expect(await lastFailedBackup(db)).toMatchObject({ error: expect.stringContaining('folder') })
    expect(await failures()).toBe(1)
    clock.now = new Date(clock.now.getTime() + hours(1) + 1)
    await check()
    expect(await failures()).toBe(2)
    expect(await events()).toEqual([{ kind: 'failure', subject_id: 'backup' }])
    clock.now = new Date(clock.now.getTime() + days(1) + 1)
    await check()
    expect(await events()).toHaveLength(2)
  })
})

test('a failed backup by hand does not count as the last failed one', async () => {
  const { process, clock } = await openInstallation('SQLite')
  const { db } = await process()
  const run = await startRun(db, { kind: 'command', file: '/mnt/usb/x.tar' }, clock.now)
  await endRun(db, run, { error: 'The disk is full.' }, clock.now)
  expect(await lastFailedBackup(db)).toBeUndefined()
})

describe.each(engines)('an upgrade on %s', (engine) => {
  test('copies the database first, and keeps the newest copies', async () => {
    const place = await installationWith(engine, replacedMigrations)
    const config = readConfig(place)
    const { dataDir } = config
    const database = await openOlder(place)
    onTestFinished(database.close)
    const lines: string[] = []
    const upgrade = (changes = {}) =>
      backUpBeforeUpgrade({ ...config, ...changes }, database, (line) => lines.push(line))
    await upgrade({ backup: { ...config.backup, folder: undefined } })
    expect(lines).toEqual([])
    await upgrade()
    const [copy = ''] = readdirSync(`${dataDir}-backups`)
    expect(copy).toMatch(
      engine === 'SQLite'
        ? /^before-upgrade-0036-mail-pause-\S+Z\.sqlite$/
        : /^before-upgrade-0036-mail-pause-\S+Z\.dump$/,
    )
    expect(lines).toEqual([
      `Before the upgrade the database was copied to ${dataDir}-backups/${copy}.`,
    ])
    // A recipient: the copy is encrypted, and of the older ones two stay.
    const earlier = ['2024-01-01', '2024-02-01', '2024-03-01'].map(
      (day) => `before-upgrade-0036-mail-pause-${day}T000000Z.sqlite`,
    )
    const left = 'before-upgrade-0036-mail-pause-2024-04-01T000000Z.sqlite.partial'
    for (const name of [...earlier, left, 'mine.txt'])
      writeFileSync(join(`${dataDir}-backups`, name), '')
    rmSync(join(`${dataDir}-backups`, copy))
    const recipient = await identityToRecipient(await generateIdentity())
    await upgrade({ backup: { ...config.backup, recipient } })
    const [, second, encrypted = '', ...others] = readdirSync(`${dataDir}-backups`).toSorted()
    expect([second, encrypted, ...others]).toEqual([
      earlier[2],
      expect.stringMatching(/Z\.(sqlite|dump)\.age$/),
      'mine.txt',
    ])
    const content = readFileSync(join(`${dataDir}-backups`, encrypted), 'latin1')
    expect(content).toMatch(/^age-encryption\.org/)
    const broken = { backup: { ...config.backup, folder: join(dataDir, 'portal.lock', 'x') } }
    if (engine === 'SQLite')
      await expect(upgrade(broken)).rejects.toThrow('Set BACKUP_DIR=off to upgrade without a copy.')
  })
})
