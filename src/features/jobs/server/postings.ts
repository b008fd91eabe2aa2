import { recordEvent } from '#features/notifications/server/events.ts'
import { hashSecret, newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordOwnChange } from '#platform/server/history/history-budget.ts'
import { editConflict } from '#platform/server/http/conflicts.ts'
import { countSave } from '#platform/server/http/rate-limit.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { keysOf, pickKeys } from '#shared/records.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Job } from '../answers.ts'
import type { JobClosing, JobPosting } from '../contract.ts'
import {
  boardEnd,
  jobVisibleTo,
  type PosterAction,
  type PostingStatus,
  payAndOpenings,
  posterActions,
  postingStatus,
  searchText,
  statusAfterEdit,
  statusAfterRenewal,
} from '../rules.ts'
import {
  deleteSaved,
  findJob,
  findSubmission,
  insertJob,
  insertSaved,
  type JobRecord,
  type JobRow,
  updateJob,
} from './queries.ts'

/** The same refusal for a job that does not exist and one the caller may not see. */
export const noSuchJob = () => new Refusal('missing', 'Job not found')

export const jobConflict = () => editConflict('This job has just changed. Please reload it.')

/**
 * Posts a job for review, with the caller's company. A repeated key of the same poster answers
 * the job it made; with different fields it is refused.
 */
export async function postJob(
  world: World,
  poster: Caller,
  posting: JobPosting,
  key: string | undefined,
): Promise<Job> {
  const now = world.now()
  const row = newRow(poster, posting, key, now)
  const repeated = await findRepeated(world.db, poster, row)
  if (repeated) return repeated
  const amount = Buffer.byteLength(JSON.stringify(posting))
  await countSave(world.db, poster, [limits.postings, limits.postingsDaily], { now })
  await countSave(world.db, poster, [limits.postingBytes], { now, amount })
  return world.db.transaction().execute(async (db) => {
    if (!(await insertJob(db, row))) {
      const concurrent = await findRepeated(db, poster, row)
      if (!concurrent) throw noSuchJob()
      return concurrent
    }
    const after = { ...posting, company_name: row.company_name }
    await recordJobChange(db, poster, { jobId: row.id, action: 'posted', after }, now)
    await recordEvent(db, { kind: 'job', subjectId: row.id }, now)
    return viewJob(db, poster, row.id, now)
  })
}

/** The job that the key of this row has made; refuses a key that was used with different fields. */
async function findRepeated(
  db: Database,
  poster: Caller,
  { submission_key: key, content_hash, created_at }: JobRow,
): Promise<Job | undefined> {
  const earlier = key === null ? undefined : await findSubmission(db, key, poster.id)
  if (!earlier) return undefined
  if (earlier.content_hash === content_hash)
    return viewJob(db, poster, earlier.id, new Date(created_at))
  throw new Refusal(
    'conflict',
    `You have already posted this job as “${earlier.title}”. You can edit it under My Postings.`,
  )
}

function newRow(poster: Caller, posting: JobPosting, key: string | undefined, now: Date): JobRow {
  const { company_name } = poster
  return {
    ...posting,
    ...payAndOpenings(posting),
    id: newId(now),
    poster_id: poster.id,
    company_name,
    submission_key: key === undefined ? null : hashSecret(`${poster.id} ${key}`),
    content_hash: key === undefined ? null : hashSecret(JSON.stringify(posting)),
    status: 'pending',
    decision_reason: '',
    search_text: searchText({ ...posting, company_name }),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    expires_at: null,
    approved_at: null,
    decided_by: null,
  }
}

/** Edits the company's posting. A changed one goes to review again; without a change nothing happens. */
export async function editPosting(
  world: World,
  poster: Caller,
  id: string,
  posting: JobPosting,
): Promise<Job> {
  return changePosting(world, poster, { id, action: 'edit' }, async (job) => {
    const edited = { ...posting, ...payAndOpenings(posting, job) }
    if (keysOf(edited).every((name) => job[name] === edited[name])) return undefined
    return {
      action: 'edited',
      changes: {
        ...edited,
        status: statusAfterEdit(job.status),
        search_text: searchText({ ...posting, company_name: job.company_name }),
        expires_at: null,
        approved_at: null,
        decision_reason: '',
      },
    }
  })
}

/** Takes the company's posting off the board or out of review, as withdrawn or filled. */
export async function closePosting(
  world: World,
  poster: Caller,
  id: string,
  { status }: JobClosing,
): Promise<Job> {
  return changePosting(world, poster, { id, action: status }, async () => ({
    action: status,
    changes: { status, expires_at: null },
  }))
}

/** Renews the company's posting for `boardDays` from now; one whose text is not approved goes to review. */
export async function renewPosting(world: World, poster: Caller, id: string): Promise<Job> {
  return changePosting(world, poster, { id, action: 'renew' }, async (job, now) => {
    const status = statusAfterRenewal(job)
    return {
      action: 'renewed',
      changes: { status, expires_at: status === 'approved' ? boardEnd(now) : null },
    }
  })
}

interface PostingChange {
  action: JobAction
  changes: Partial<JobRow>
}

/** Applies an action to the company's posting in one transaction: checks the status, updates, records. */
async function changePosting(
  world: World,
  poster: Caller,
  { id, action }: { id: string; action: PosterAction },
  computeChange: (job: JobRecord, now: Date) => Promise<PostingChange | undefined>,
): Promise<Job> {
  await countSave(world.db, poster, [limits.edits, limits.editsDaily], {
    now: world.now(),
  })
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await findJob(db, id, poster.id)
    if (job?.poster_id !== poster.id) throw noSuchJob()
    const status = postingStatus(job, now)
    if (!posterActions[status].includes(action)) throw new Refusal('conflict', notAllowed[status])
    const change = await computeChange(job, now)
    if (change) {
      const changes = { ...change.changes, updated_at: now.toISOString() }
      if (!(await updateJob(db, job, changes))) throw jobConflict()
      await recordJobChange(
        db,
        poster,
        { jobId: id, action: change.action, ...changedFields(job, change.changes) },
        now,
      )
      if (changes.status === 'pending' && job.status !== 'pending')
        await recordEvent(db, { kind: 'job', subjectId: id }, now)
    }
    return viewJob(db, poster, id, now)
  })
}

const notAllowed: Record<PostingStatus, string> = {
  pending: 'This job is pending review',
  'on-board': 'This job is on the board',
  expired: 'This job has expired and is no longer on the board',
  rejected: 'This job was rejected. Edit it to send it for review again.',
  withdrawn: 'This job has been withdrawn',
  filled: 'This job has been marked as filled',
}

/** Saves a job for the caller, or removes it from the saved ones. */
export async function saveJob(
  world: World,
  caller: Caller,
  id: string,
  saved: boolean,
): Promise<Job> {
  await countSave(world.db, caller, [limits.savedJobs, limits.savedJobsDaily], {
    now: world.now(),
  })
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await viewJob(db, caller, id, now)
    if (!saved) await deleteSaved(db, caller.id, id)
    else if (!job.saved)
      await insertSaved(db, {
        person_id: caller.id,
        job_id: id,
        saved_at: now.toISOString(),
        title: job.title,
        company_name: job.company_name,
        location: job.location,
      })
    return { ...job, saved }
  })
}

/** The job as the caller may see it. Throws `noSuchJob` when it is missing or not visible. */
export async function viewJob(db: Database, caller: Caller, id: string, now: Date): Promise<Job> {
  const stored = await findJob(db, id, caller.id)
  const job = stored && jobVisibleTo(caller, stored, now)
  if (!job) throw noSuchJob()
  return job
}

/** The actions in the history of jobs. Renaming one needs a migration of the stored entries. */
export type JobAction =
  | 'posted'
  | 'edited'
  | 'renewed'
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'filled'
  | 'deleted'

interface JobChange {
  jobId: string
  action: JobAction
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

export function recordJobChange(
  db: Database,
  actor: Caller,
  { jobId, ...what }: JobChange,
  now: Date,
): Promise<void> {
  const change = { actor: actor.id, subject: 'job', subjectId: jobId, ...what }
  return recordOwnChange(db, actor, change, now)
}

/** The fields that `changes` changes, before and after, without the derived search text. */
export function changedFields(before: JobRow, changes: Partial<JobRow>) {
  const { search_text: _search, ...after } = changes
  const changed = keysOf(after).filter((name) => before[name] !== after[name])
  return { before: pickKeys(before, changed), after: pickKeys(after, changed) }
}
