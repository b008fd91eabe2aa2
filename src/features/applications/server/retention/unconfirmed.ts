/**
 * What happens to undecided applications whose email address is not confirmed (contract 12.13): a reminder,
 * the announcement of the deletion, the deletion.
 */
import { recordEvent } from '#features/notifications/server/events.ts'
import { deleteFileRecords, listFiles } from '#platform/server/files/stored-files.ts'
import { eraseHistory } from '#platform/server/history/history.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { longDate } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { unconfirmedDays } from '../../rules.ts'
import { deleteLinks } from '../applicant/link-queries.ts'
import { createLink } from '../applicant/private-link.ts'
import { applicationChange, recordApplicationChange } from '../application-history.ts'
import { deletionMail, unconfirmedMail } from '../mails.ts'
import type { ApplicationRow } from '../queries.ts'
import {
  deleteUnconfirmed,
  listToAnnounce,
  listToDelete,
  listToRemind,
  markUnconfirmed,
} from './unconfirmed-queries.ts'

const { reminder, deletion, notice } = unconfirmedDays

/** Safe to run concurrently in several processes: each step of an application is taken by one of them. */
export async function sweepUnconfirmed(
  world: World,
): Promise<{ applications: number; files: number }> {
  const { db } = world
  const ago = (count: number) => new Date(world.now().getTime() - days(count))
  // Announces first, so that an application gets no reminder on the same day.
  await forEach(
    () => listToAnnounce(db, ago(deletion - notice)),
    (row) => announce(world, row),
  )
  await forEach(
    () => listToRemind(db, ago(reminder)),
    (row) => remind(world, row),
  )
  let applications = 0
  let files = 0
  await forEach(
    () => listToDelete(db, ago(deletion), ago(notice)),
    async (row) => {
      const names = await deleteApplication(world, row)
      if (!names) return
      await world.files.removeBytes(names)
      applications += 1
      files += names.length
    },
  )
  return { applications, files }
}

/** Calls `work` with the rows of each list until a list is empty. `work` takes its row off the list. */
async function forEach(
  list: () => Promise<ApplicationRow[]>,
  work: (row: ApplicationRow) => Promise<void>,
): Promise<void> {
  for (let rows = await list(); rows.length > 0; rows = await list())
    for (const row of rows) await work(row)
}

const remind = (world: World, row: ApplicationRow): Promise<void> =>
  world.db.transaction().execute(async (db) => {
    const now = world.now()
    if (!(await markUnconfirmed(db, row, 'reminded_at', now))) return
    const token = await createLink(db, row, now)
    await queueMail(db, unconfirmedMail(world, row.email, token), now)
    await recordApplicationChange(db, row.id, { action: 'reminded' }, now)
  })

const announce = (world: World, row: ApplicationRow): Promise<void> =>
  world.db.transaction().execute(async (db) => {
    const now = world.now()
    if (!(await markUnconfirmed(db, row, 'deletion_announced_at', now))) return
    const token = await createLink(db, row, now)
    const day = longDate(new Date(now.getTime() + days(notice)))
    await queueMail(db, deletionMail(world, row.email, token, day), now)
    await recordEvent(db, { kind: 'deletion', subjectId: row.id }, now)
    await recordApplicationChange(db, row.id, { action: 'deletion-announced' }, now)
  })

/** The names of its files, whose contents to delete after the commit; undefined when it stays. */
const deleteApplication = (world: World, row: ApplicationRow): Promise<string[] | undefined> =>
  world.db.transaction().execute(async (db) => {
    const names = (await listFiles(db, 'application', [row.id])).map(({ name }) => name)
    if (!(await deleteUnconfirmed(db, row))) return undefined
    await deleteLinks(db, row.id)
    await deleteFileRecords(db, names)
    await eraseHistory(db, [applicationChange(row.id, deletionOf(row, names.length))], world.now())
    return names
  })

/** What stays of an application: its type and dates, without a name. */
const deletionOf = ({ type, created_at }: ApplicationRow, files: number) =>
  ({ action: 'unconfirmed-deleted', after: { type, created_at, files } }) as const
