import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/stored-files.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/durations.ts'
import type { Retention } from '../../answers.ts'
import { paperRetentionDays, papersDueBefore } from '../../rules.ts'
import { recordApplicationChange } from '../application-history.ts'
import { storedData } from '../application-row.ts'
import { withoutPapers } from '../papers.ts'
import type { ApplicationRow } from '../queries.ts'
import {
  countRemainingPapers,
  insertRun,
  lastRun,
  listPapersDue,
  markPapersRemoved,
  type RetentionRun,
} from './retention-queries.ts'

/**
 * Deletes the papers of applications whose retention time is over (contract 14.5). Safe to run
 * concurrently in several processes: each application is handled by one of them.
 */
export async function sweepPapers(world: World): Promise<{ applications: number; files: number }> {
  let applications = 0
  let files = 0
  for (;;) {
    const due = await listPapersDue(world.db, papersDueBefore(world.now()))
    for (const row of due) {
      const removed = await removePapers(world, row)
      if (removed === undefined) continue
      applications += 1
      files += removed
    }
    if (due.length === 0) return { applications, files }
  }
}

/** The number of deleted files; undefined when another process has handled the application. */
async function removePapers(world: World, row: ApplicationRow): Promise<number | undefined> {
  const names = await world.db.transaction().execute(async (db) => {
    const now = world.now()
    const data = JSON.stringify(withoutPapers(storedData(row)))
    if (!(await markPapersRemoved(db, row, data, now))) return undefined
    const fileNames = (await listFiles(db, 'application', [row.id])).map(({ name }) => name)
    await deleteFileRecords(db, fileNames)
    await recordApplicationChange(
      db,
      row.id,
      { action: 'papers-deleted', after: { files: fileNames.length } },
      now,
    )
    return fileNames
  })
  if (names) await world.files.removeBytes(names)
  return names?.length
}

export async function recordRun(
  db: Database,
  run: Omit<RetentionRun, 'id' | 'at'> & { at: Date },
): Promise<void> {
  await insertRun(db, { ...run, id: newId(run.at), at: run.at.toISOString() })
}

/** The last run of the sweep and the next deletion. */
export async function retentionStatus(db: Database): Promise<Retention> {
  const last = await lastRun(db)
  const { waiting, oldest } = await countRemainingPapers(db)
  return {
    days: paperRetentionDays,
    lastRun: last ? { at: last.at, applications: last.applications, files: last.files } : null,
    waiting,
    nextDue:
      oldest === null
        ? null
        : new Date(Date.parse(oldest) + days(paperRetentionDays)).toISOString(),
  }
}
