import type { Database } from '#platform/server/database/database.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/files.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { days } from '#shared/dates.ts'
import type { Retention } from '../../contract.ts'
import { paperRetentionDays, papersDueBefore } from '../../rules.ts'
import { dataOf, withoutPapers } from '../apply/papers.ts'
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
 * Removes the papers of applications that were rejected or withdrawn long enough ago (R75). Safe to
 * run again, and in several processes at once: each application is one transaction with one winner.
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

/** How many files went; undefined when somebody else took care of the application. */
async function removePapers(world: World, row: ApplicationRow): Promise<number | undefined> {
  const names = await world.db.transaction().execute(async (db) => {
    const now = world.now()
    const data = JSON.stringify(withoutPapers(dataOf(row)))
    if (!(await markPapersRemoved(db, row, data, now))) return undefined
    const found = (await listFiles(db, 'application', [row.id])).map(({ name }) => name)
    await deleteFileRecords(db, found)
    await recordChange(
      db,
      {
        actor: null,
        subject: 'application',
        subjectId: row.id,
        act: 'papers removed',
        after: { files: found.length },
      },
      now,
    )
    return found
  })
  if (names) await world.files.removeBytes(names)
  return names?.length
}

/** Writes down what a daily sweep did, for administrators to see. */
export async function recordRun(
  db: Database,
  run: Omit<RetentionRun, 'id' | 'at'> & { at: Date },
): Promise<void> {
  await insertRun(db, { ...run, id: newId(run.at), at: run.at.toISOString() })
}

/** What the last sweep did, and what comes next. */
export async function retentionStatus(db: Database): Promise<Retention> {
  const last = await lastRun(db)
  const { waiting, oldest } = await countRemainingPapers(db)
  return {
    days: paperRetentionDays,
    lastRun: last ? { at: last.at, applications: last.applications, files: last.files } : null,
    waiting,
    nextDue: oldest && new Date(Date.parse(oldest) + days(paperRetentionDays)).toISOString(),
  }
}
