import { findPerson } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Job, JobEdit, jobDecision } from '../contract.ts'
import { boardEnd, searchText } from '../rules.ts'
import { approvedMail, rejectedMail } from './mails.ts'
import { changedFields, noSuchJob, recordJobChange, viewJob } from './postings.ts'
import { deleteJobRow, findJob, type JobRecord, updateJob } from './queries.ts'

type Decision = ReturnType<typeof jobDecision.parse>

/**
 * Approves or rejects a job that waits, and writes to its poster. Whoever comes second is told what
 * has become of it and by whom; words that changed after they were read are not decided on.
 */
export async function decideJob(
  world: World,
  admin: Caller,
  id: string,
  { status, reason, updated_at: read }: Decision,
): Promise<Job> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await findJob(db, id, admin.id)
    if (!job) throw noSuchJob()
    const isOther = read !== undefined && read !== job.updated_at
    if (job.status !== 'pending' || isOther) throw await notWaiting(db, admin, job)
    const approved = status === 'approved'
    const changes = {
      status,
      decision_reason: approved ? '' : reason,
      decided_by: admin.id,
      approved_at: approved ? now.toISOString() : null,
      expires_at: approved ? boardEnd(now) : null,
    }
    if (!(await updateJob(db, job, { ...changes, updated_at: now.toISOString() })))
      throw await notWaiting(db, admin, await findJob(db, id, admin.id))
    await recordJobChange(db, admin, id, status, now, changedFields(job, changes))
    await tellPoster(db, world, job, changes)
    return viewJob(db, admin, id, now)
  })
}

async function tellPoster(
  db: Database,
  world: World,
  job: JobRecord,
  { expires_at: until, decision_reason: reason }: Pick<JobRecord, 'expires_at' | 'decision_reason'>,
): Promise<void> {
  const poster = await findPerson(db, job.poster_id)
  if (!poster?.is_active) return
  const mail = until
    ? approvedMail(world, poster.email, job, until)
    : rejectedMail(world, poster.email, job, reason)
  await queueMail(db, mail, world.now())
}

/** Why a job cannot be decided any more: who was faster, and with what. */
async function notWaiting(
  db: Database,
  admin: Caller,
  job: JobRecord | undefined,
): Promise<Refusal> {
  if (!job) return noSuchJob()
  const say = (words: string) => new Refusal('conflict', words)
  switch (job.status) {
    case 'pending':
      return say('This job has been changed since you opened it; please read it again')
    case 'withdrawn':
      return say('The poster has withdrawn this job')
    case 'filled':
      return say('The poster has marked this job filled')
    default: {
      const by = await nameOfDecider(db, admin, job.decided_by)
      return say(`${by} already ${job.status} this job`)
    }
  }
}

async function nameOfDecider(db: Database, admin: Caller, id: string | null): Promise<string> {
  if (id === admin.id) return 'You have'
  const person = id === null ? undefined : await findPerson(db, id)
  return `${person?.name || person?.email || 'Another administrator'} has`
}

/** Changes the words of a job without a new review: the administrator is the review. */
export async function editJob(
  world: World,
  admin: Caller,
  id: string,
  edit: JobEdit,
): Promise<Job> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await findJob(db, id, admin.id)
    if (!job) throw noSuchJob()
    const change = changedFields(job, edit)
    if (Object.keys(change.after).length > 0) {
      const changes = { ...edit, search_text: searchText(edit), updated_at: now.toISOString() }
      if (!(await updateJob(db, job, changes)))
        throw new Refusal('conflict', 'This job has just been changed; please load it again')
      await recordJobChange(db, admin, id, 'edited', now, change)
    }
    return viewJob(db, admin, id, now)
  })
}

/** Deletes a job for good; the record keeps what it said. */
export async function deleteJob(world: World, admin: Caller, id: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    const job = await findJob(db, id, admin.id)
    if (!job || !(await deleteJobRow(db, id))) throw noSuchJob()
    const { title, company_name, description, location, status, poster_id } = job
    await recordJobChange(db, admin, id, 'deleted', world.now(), {
      before: { title, company_name, description, location, status, poster_id },
    })
  })
}
