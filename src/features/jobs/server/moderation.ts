import { findPerson } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { deciderHas, editConflict, isStale } from '#platform/server/http/conflicts.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Job } from '../answers.ts'
import type { JobEdit, jobDecision } from '../contract.ts'
import { boardEnd, payAndOpenings, searchText } from '../rules.ts'
import { approvedMail, rejectedMail } from './mails.ts'
import { changedFields, jobConflict, noSuchJob, recordJobChange, viewJob } from './postings.ts'
import { deleteJobRow, findJob, type JobRecord, updateJob } from './queries.ts'

type Decision = ReturnType<typeof jobDecision.parse>

/**
 * Approves or rejects a pending job and mails the poster. Throws Refusal 'conflict' when the job is
 * no longer pending, naming who decided, or when it has changed since the caller read it.
 */
export async function decideJob(
  world: World,
  admin: Caller,
  id: string,
  { status, reason, updated_at: expectedVersion }: Decision,
): Promise<Job> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await findJob(db, id, admin.id)
    if (!job) throw noSuchJob()
    if (job.status !== 'pending' || isStale(job, expectedVersion))
      throw await decisionConflict(db, admin, job)
    const isApproved = status === 'approved'
    const changes = {
      status,
      decision_reason: isApproved ? '' : reason,
      decided_by: admin.id,
      approved_at: isApproved ? now.toISOString() : null,
      expires_at: isApproved ? boardEnd(now) : null,
    }
    if (!(await updateJob(db, job, { ...changes, updated_at: now.toISOString() })))
      throw await decisionConflict(db, admin, await findJob(db, id, admin.id))
    await recordJobChange(
      db,
      admin,
      { jobId: id, action: status, ...changedFields(job, changes) },
      now,
    )
    await notifyPoster(db, world, job, changes)
    return viewJob(db, admin, id, now)
  })
}

async function notifyPoster(
  db: Database,
  world: World,
  job: JobRecord,
  { expires_at: until, decision_reason: reason }: Pick<JobRecord, 'expires_at' | 'decision_reason'>,
): Promise<void> {
  const poster = await findPerson(db, job.poster_id)
  if (!poster?.is_active) return
  const mail = until
    ? approvedMail(world, poster, job, until)
    : rejectedMail(world, poster, job, reason)
  await queueMail(db, mail, world.now())
}

/** Why a job can no longer be decided: its status, and who set it. */
async function decisionConflict(
  db: Database,
  admin: Caller,
  job: JobRecord | undefined,
): Promise<Refusal> {
  if (!job) return noSuchJob()
  const conflict = (message: string) => new Refusal('conflict', message)
  switch (job.status) {
    case 'pending':
      return editConflict('This job has changed since you opened it. Please read it again.')
    case 'withdrawn':
      return conflict('The poster has withdrawn this job')
    case 'filled':
      return conflict('The poster has marked this job as filled')
    default: {
      const decider = job.decided_by === null ? undefined : await findPerson(db, job.decided_by)
      const by = deciderHas(admin, { ...decider, id: job.decided_by })
      return conflict(`${by} already ${job.status} this job`)
    }
  }
}

/** Edits a job. An administrator's edit needs no new review (contract 16.5). */
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
    const edited = { ...edit, ...payAndOpenings(edit, job) }
    const change = changedFields(job, edited)
    if (Object.keys(change.after).length > 0) {
      const changes = { ...edited, search_text: searchText(edit), updated_at: now.toISOString() }
      if (!(await updateJob(db, job, changes))) throw jobConflict()
      await recordJobChange(db, admin, { jobId: id, action: 'edited', ...change }, now)
    }
    return viewJob(db, admin, id, now)
  })
}

/** Deletes a job permanently; the history keeps its text. */
export async function removeJob(world: World, admin: Caller, id: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    const job = await findJob(db, id, admin.id)
    if (!job || !(await deleteJobRow(db, id))) throw noSuchJob()
    const { title, company_name, description, location, status, poster_id } = job
    await recordJobChange(
      db,
      admin,
      {
        jobId: id,
        action: 'deleted',
        before: { title, company_name, description, location, status, poster_id },
      },
      world.now(),
    )
  })
}
