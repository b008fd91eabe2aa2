/** The nightly backups (contract 10.9): made in the portal's process, by one of several. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordDailyEvent } from '#features/notifications/server/events.ts'
import { isEncrypted } from '#platform/server/backup/backup-settings.ts'
import { isLeftover, nightlyName, obsoleteBackups } from '#platform/server/backup/retention.ts'
import { isLate, lastBackup, lastFailedBackup, sweepRuns } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import { repeat } from '#platform/server/core/repeat.ts'
import { withLockIfFree } from '#platform/server/database/advisory-lock.ts'
import type { Database, OpenDatabase } from '#platform/server/database/database.ts'
import type { DiskSpace } from '#platform/server/disk/disk-space.ts'
import type { World } from '#platform/server/world.ts'
import { addDays, type Day, type Instant, isoDay, startOfDay } from '#shared/dates.ts'
import { hours, minutes } from '#shared/durations.ts'
import { openStorage } from '../create-file-store.ts'
import { makeRoom } from './backup-space.ts'

interface NightlyOptions {
  world: Pick<World, 'db' | 'log' | 'now'>
  config: Config
  database: OpenDatabase
  /** Replaces the free space of a folder's disk. */
  diskSpace?: (folder: string) => Promise<DiskSpace>
}

const firstCheck = minutes(5)
const checkInterval = minutes(10)
const retryAfter = hours(1)
const maxStopMs = 2000

/** Checks every ten minutes whether a backup is due. `stop` aborts a running backup and removes its files. */
export function startNightlyBackups(options: NightlyOptions): { stop: () => Promise<void> } {
  const folder = options.config.backup.folder
  if (folder === undefined) return { stop: async () => {} }
  const stopping = new AbortController()
  const task = repeat(() => backUpWhenDue(options, stopping.signal), checkInterval)
  const first = setTimeout(task.run, firstCheck).unref()
  return {
    stop: async () => {
      clearTimeout(first)
      stopping.abort(new Error('The portal stopped during the backup.'))
      await Promise.race([task.stop(), sleep(maxStopMs, undefined, { ref: false })])
    },
  }
}

/** Makes the backup that is due, and notifies the administrators when it fails or is late. Never throws. */
export async function backUpWhenDue(options: NightlyOptions, signal: AbortSignal): Promise<void> {
  const { db, log, now } = options.world
  try {
    if (!(await isDue(db, now()))) return
    const hasLock = await withLockIfFree(db, 'nightly-backup', async () => {
      // Another process may have made it in the meantime.
      if (await isDue(db, now())) await backUp(options, signal)
    })
    if (!hasLock && isLate(await lastBackup(db), now())) await notifyAdministrators(options)
  } catch (error) {
    if (signal.aborted) return
    log.error({ err: error }, 'backup failed')
    await notifyAdministrators(options).catch((cause: unknown) =>
      log.error({ err: cause }, 'recording the failed backup failed'),
    )
  }
}

const notifyAdministrators = ({ world: { db, now } }: NightlyOptions): Promise<void> =>
  recordDailyEvent(db, { kind: 'failure', subjectId: 'backup' }, now())

/** True after 02:00 in India until a backup is made, and an hour after one has failed. */
async function isDue(db: Database, now: Date): Promise<boolean> {
  const failed = await lastFailedBackup(db)
  if (failed && now.getTime() - Date.parse(failed.started_at) < retryAfter) return false
  const last = await lastBackup(db, 'nightly')
  return last === undefined || last.started_at < lastNight(now)
}

/** The last time that it was 02:00 in India. */
export function lastNight(now: Date): Instant {
  const nightOf = (day: Day) => new Date(Date.parse(startOfDay(day)) + hours(2)).toISOString()
  const today = isoDay(now)
  const tonight = nightOf(today)
  return tonight <= now.toISOString() ? tonight : nightOf(addDays(today, -1))
}

async function backUp(options: NightlyOptions, signal: AbortSignal): Promise<void> {
  const { world, config, database } = options
  const { folder = '', keep } = config.backup
  await removeObsolete(folder, keep)
  const file = join(folder, nightlyName(world.now(), isEncrypted(config.backup)))
  // The libraries of archives are loaded only when they are needed.
  const { createBackup } = await import('./create-backup.ts')
  const storage = await openStorage(config, config.dataDir, world.log)
  const makeRoomFor = async (needed: number) => {
    const names = await makeRoom(folder, needed, options.diskSpace)
    if (names.length > 0) world.log.warn({ names }, 'old backups deleted to make room')
  }
  const source = { config, database, storage, signal, makeRoom: makeRoomFor }
  const result = await createBackup(source, { file, kind: 'nightly' }, world.now)
  await removeObsolete(folder, keep)
  await sweepRuns(world.db, world.now())
  const { bytes, files, deleted, missing } = result
  world.log.info({ file, bytes, files, deleted: deleted.length }, 'backup made')
  if (missing.length > 0)
    world.log.error({ count: missing.length, files: missing.slice(0, 20) }, 'files not backed up')
}

/** Also called before a backup, to free space for it. */
async function removeObsolete(folder: string, keep: Config['backup']['keep']): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of [...obsoleteBackups(names, keep), ...names.filter(isLeftover)])
    await rm(join(folder, name), { recursive: true, force: true })
}
