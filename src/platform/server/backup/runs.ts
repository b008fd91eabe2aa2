/** The table of backups: what was made when, and what failed. */

import type { Instant } from '#shared/dates.ts'
import { days, hours } from '#shared/durations.ts'
import { newId } from '../core/ids.ts'
import type { Database } from '../database/database.ts'
import { readSetUpTime } from '../database/schema-version.ts'

declare module '../database/database.ts' {
  interface Tables {
    backup_run: BackupRun
  }
}

export interface BackupRun {
  id: string
  /** `command`: npm run portal -- backup. */
  kind: 'nightly' | 'command'
  status: 'running' | 'done' | 'failed'
  /** The path of the archive on the machine that made it. */
  file: string
  started_at: Instant
  finished_at: Instant | null
  /** The size of the archive. */
  bytes: number | null
  /** How many stored files are in the archive. */
  files: number | null
  /** Why it failed: one sentence. */
  error: string | null
}

/**
 * Returns the newest finished backup, of any kind or of the given one; undefined before the first backup.
 */
export const lastBackup = (
  db: Database,
  kind?: BackupRun['kind'],
): Promise<BackupRun | undefined> => {
  const query = newest(db, 'done')
  return (kind ? query.where('kind', '=', kind) : query).executeTakeFirst()
}

/** The newest failed nightly backup, unless a later one has finished. The command has shown its own failure. */
export async function lastFailedBackup(db: Database): Promise<BackupRun | undefined> {
  const failed = await newest(db, 'failed').where('kind', '=', 'nightly').executeTakeFirst()
  const done = await lastBackup(db)
  return failed && done && done.started_at > failed.started_at ? undefined : failed
}

const newest = (db: Database, status: BackupRun['status']) =>
  db
    .selectFrom('backup_run')
    .selectAll()
    .where('status', '=', status)
    .orderBy('started_at', 'desc')
    .limit(1)

/** A nightly backup may take two hours before it counts as late. */
export const isLate = (last: Pick<BackupRun, 'started_at'> | undefined, now: Date): boolean =>
  last === undefined || now.getTime() - Date.parse(last.started_at) > days(1) + hours(2)

/** True when the newest backup is late; without one, when the portal was set up more than a day ago. */
export async function hasLateBackup(db: Database, now: Date): Promise<boolean> {
  const last = await lastBackup(db)
  if (last) return isLate(last, now)
  return isLate({ started_at: (await readSetUpTime(db)) ?? now.toISOString() }, now)
}

/** Records the start of a backup; returns the id for `endRun`. */
export async function startRun(
  db: Database,
  { kind, file }: Pick<BackupRun, 'kind' | 'file'>,
  now: Date,
): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('backup_run')
    .values({
      id,
      kind,
      file,
      status: 'running',
      started_at: now.toISOString(),
      finished_at: null,
      bytes: null,
      files: null,
      error: null,
    })
    .execute()
  return id
}

export async function endRun(
  db: Database,
  id: string,
  outcome: { bytes: number; files: number } | { error: string },
  now: Date,
): Promise<void> {
  const status = 'error' in outcome ? 'failed' : 'done'
  await db
    .updateTable('backup_run')
    .set({ status, finished_at: now.toISOString(), ...outcome })
    .where('id', '=', id)
    .execute()
}

/** Deletes the records of more than a year ago, and marks runs whose process has ended as failed. */
export async function sweepRuns(db: Database, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  await db
    .deleteFrom('backup_run')
    .where('started_at', '<', before(days(365)))
    .execute()
  await db
    .updateTable('backup_run')
    .set({
      status: 'failed',
      finished_at: now.toISOString(),
      error: 'The portal stopped during the backup.',
    })
    .where('status', '=', 'running')
    .where('started_at', '<', before(days(1)))
    .execute()
}
