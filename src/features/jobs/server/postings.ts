import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { hashSecret, newId } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Job, JobClosing, JobPosting } from '../contract.ts'
import {
  boardEnd,
  jobVisibleTo,
  type PosterAction,
  type PostingStatus,
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

/** The same words for a job that is absent and for one the caller may not know of. */
export const noSuchJob = () => new Refusal('missing', 'Job not found')

const changedMeanwhile = () =>
  new Refusal('conflict', 'This job has just been changed; please load it again')

/**
 * Posts a job for review; company and poster are the caller's. The same key by the same poster
 * answers the job it made before; with other words under it, the caller is told so.
 */
export async function postJob(
  world: World,
  poster: Caller,
  posting: JobPosting,
  key: string | undefined,
): Promise<Job> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = newRow(poster, posting, key, now)
    if (await insertJob(db, row)) {
      await recordJobChange(db, poster, row.id, 'posted', now, {
        after: { ...posting, company_name: row.company_name },
      })
      return answer(db, poster, row.id, now)
    }
    const earlier = await findSubmission(db, row.submission_key ?? '', poster.id)
    if (earlier?.submission_print === row.submission_print)
      return answer(db, poster, earlier?.id ?? '', now)
    throw new Refusal(
      'conflict',
      `You have already posted this form as “${earlier?.title ?? ''}”; you can change it under My postings`,
    )
  })
}

function newRow(poster: Caller, posting: JobPosting, key: string | undefined, now: Date): JobRow {
  const { company_name } = poster
  return {
    ...posting,
    id: newId(now),
    poster_id: poster.id,
    company_name,
    submission_key: key === undefined ? null : hashSecret(`${poster.id} ${key}`),
    submission_print: key === undefined ? null : hashSecret(JSON.stringify(posting)),
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

/** Changes a posting of one's own; new words go to review (again), the same words change nothing. */
export async function editPosting(
  world: World,
  poster: Caller,
  id: string,
  posting: JobPosting,
): Promise<Job> {
  return change(world, poster, id, 'edit', async (job) => {
    const before = differences(job, posting)
    if (Object.keys(before).length === 0) return undefined
    return {
      act: 'edited',
      changes: {
        ...posting,
        status: statusAfterEdit(job.status),
        search_text: searchText({ ...posting, company_name: job.company_name }),
        expires_at: null,
        approved_at: null,
        decision_reason: '',
      },
    }
  })
}

/** Takes a posting of one's own off the board, or out of review, for the reason given. */
export async function closePosting(
  world: World,
  poster: Caller,
  id: string,
  { status }: JobClosing,
): Promise<Job> {
  return change(world, poster, id, status, async () => ({
    act: status === 'filled' ? 'marked filled' : 'withdrawn',
    changes: { status, expires_at: null },
  }))
}

/** Sixty more days from now; words nobody has approved go to review instead of the board. */
export async function renewPosting(world: World, poster: Caller, id: string): Promise<Job> {
  return change(world, poster, id, 'renew', async (job, now) => {
    const status = statusAfterRenewal(job)
    return {
      act: 'renewed',
      changes: { status, expires_at: status === 'approved' ? boardEnd(now) : null },
    }
  })
}

interface Step {
  act: string
  changes: Partial<JobRow>
}

/** One act of posters on their own posting: allowed where it stands, recorded, in one transaction. */
async function change(
  world: World,
  poster: Caller,
  id: string,
  act: PosterAction,
  step: (job: JobRecord, now: Date) => Promise<Step | undefined>,
): Promise<Job> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const job = await findJob(db, id, poster.id)
    if (job?.poster_id !== poster.id) throw noSuchJob()
    const stands = postingStatus(job, now)
    if (!posterActions[stands].includes(act)) throw new Refusal('conflict', notNow[stands])
    const next = await step(job, now)
    if (next) {
      const changes = { ...next.changes, updated_at: now.toISOString() }
      if (!(await updateJob(db, job, changes))) throw changedMeanwhile()
      await recordJobChange(db, poster, id, next.act, now, changedFields(job, next.changes))
    }
    return answer(db, poster, id, now)
  })
}

const notNow: Record<PostingStatus, string> = {
  pending: 'This job still waits for review',
  'on-board': 'This job is on the board',
  expired: 'This job has expired and is no longer on the board',
  rejected: 'This job was rejected; change it, and it will be reviewed again',
  withdrawn: 'This job has been withdrawn',
  filled: 'This job has been marked filled',
}

/** Keeps a job for the caller, or lets it go. */
export async function saveJob(
  world: World,
  caller: Caller,
  id: string,
  saved: boolean,
): Promise<Job> {
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

/** The job as the caller may see it; the same refusal when it is absent or not for them. */
export async function viewJob(db: Database, caller: Caller, id: string, now: Date): Promise<Job> {
  const kept = await findJob(db, id, caller.id)
  const job = kept && jobVisibleTo(caller, kept, now)
  if (!job) throw noSuchJob()
  return job
}

const answer = viewJob

/** Writes down what somebody did with a job. */
export function recordJobChange(
  db: Database,
  actor: Caller,
  jobId: string,
  act: string,
  now: Date,
  what: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  return recordChange(db, { actor: actor.id, subject: 'job', subjectId: jobId, act, ...what }, now)
}

/** The fields of a change that are new, as they were and as they are; made-up columns left out. */
export function changedFields(before: JobRow, changes: Partial<JobRow>) {
  const { search_text: _search, ...after } = changes
  const old = differences(before, after)
  return {
    before: old,
    after: Object.fromEntries(Object.keys(old).map((name) => [name, Reflect.get(after, name)])),
  }
}

/** What `changes` would overwrite with something else. */
function differences(before: JobRow, changes: Partial<JobRow>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([name, value]) => Reflect.get(before, name) !== value)
      .map(([name]) => [name, Reflect.get(before, name)]),
  )
}
