/** What each command that checks the version of a database or an archive does with each version. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasLateBackup } from '#platform/server/backup/runs.ts'
import { readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { replacedMigrations } from '#platform/server/database/schema-version.ts'
import {
  appliedIn,
  emptyInstallation,
  type Installation,
  installationWith,
  openInstallation,
} from '#test/support/database/older-database.ts'
import { engines } from '#test/support/engines.ts'
import { startPortal, temporaryFolder } from '#test/support/process/operator.ts'
import { createBackup } from '../backup/create-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openStorage } from '../create-file-store.ts'
import { findFaults } from '../doctor/doctor.ts'
import { migrations } from '../migrations.ts'

const log = createLog('silent')
const now = () => new Date()
const current = Object.keys(migrations)
const notYet =
  'This database is not yet of this version of the portal; start this version on it once.'

const faultsOf = (installation: Installation) =>
  findFaults({
    config: readConfig(installation),
    openDatabase: () => openInstallation(installation),
    now,
    readsAllFiles: false,
  })

/** Starts the portal and stops it; returns what it printed. */
async function start(installation: Installation): Promise<string> {
  const lines: string[] = []
  const stop = await startPortal(installation, (line) => lines.push(line))
  await stop()
  return lines.join('\n')
}

function copiesOf({ DATA_DIR }: Installation): string[] {
  const folder = `${DATA_DIR}-backups`
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.startsWith('before-upgrade-'))
}

async function isBackupLate(installation: Installation): Promise<boolean> {
  const { db, close } = await openInstallation(installation)
  await db.deleteFrom('backup_run').execute()
  return hasLateBackup(db, now()).finally(close)
}

async function archiveOf(installation: Installation): Promise<string> {
  const config = readConfig(installation)
  const database = await openInstallation(installation)
  const storage = await openStorage(config, config.dataDir, log)
  const file = join(temporaryFolder(), 'archive')
  await createBackup({ config, database, storage }, { file, kind: 'command' }, now)
  await database.close()
  return file
}

const restore = (installation: Installation, file: string) =>
  restoreBackup(readConfig(installation), file, log, now())

describe.each(engines)('on %s', (engine) => {
  test('an empty database is filled without a copy', async () => {
    const installation = await emptyInstallation(engine)
    await (await openInstallation(installation)).close()
    expect(await faultsOf(installation)).toContain(notYet)
    await start(installation)
    expect((await appliedIn(installation)).names).toEqual(current)
    expect(copiesOf(installation)).toEqual([])
    expect(await faultsOf(installation)).not.toContain(notYet)
    expect(await isBackupLate(installation)).toBe(false)
  })

  test.each([
    ['exactly the replaced migrations', replacedMigrations],
    ['only the first of the migrations', current.slice(0, 1)],
  ])('a database and an archive with %s go on, after a copy', async (_what, applied) => {
    const installation = await installationWith(engine, applied)
    const archive = await archiveOf(installation)
    const restored = await emptyInstallation(engine)
    await restore(restored, archive)
    for (const one of [installation, restored]) {
      const { names, first } = await appliedIn(one)
      expect(names).toEqual(applied)
      expect(await faultsOf(one)).toContain(notYet)
      expect(await start(one)).toContain('Before the upgrade the database was copied to')
      expect(copiesOf(one)).toEqual([expect.stringContaining(`before-upgrade-${applied.at(-1)}-`)])
      expect(await appliedIn(one)).toEqual({ names: current, first })
      expect(await faultsOf(one)).not.toContain(notYet)
      expect(await isBackupLate(one)).toBe(true)
      await start(one)
      expect(copiesOf(one)).toHaveLength(1)
    }
  })

  test.each([
    ['an older', replacedMigrations.slice(0, -1), 'is of an older portal; start version 0.1.0-'],
    [
      'a newer',
      [...current, '9999-future'],
      'last used by a newer portal (it knows "9999-future")',
    ],
  ])('a database of %s portal is refused, and so is its archive', async (kind, applied, reason) => {
    const installation = await installationWith(engine, applied)
    const archive = await archiveOf(installation)
    expect(await faultsOf(installation)).toContainEqual(expect.stringContaining(reason))
    await expect(start(installation)).rejects.toThrow(reason)
    expect(copiesOf(installation)).toEqual([])
    expect((await appliedIn(installation)).names).toEqual(applied)
    expect(await isBackupLate(installation)).toBe(true)
    const restored = await emptyInstallation(engine)
    await expect(restore(restored, archive)).rejects.toThrow(`made by ${kind} portal`)
  })
})
