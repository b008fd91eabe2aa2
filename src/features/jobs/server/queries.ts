import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText } from '#platform/server/database/engine-sql.ts'
import { insertIfNew, updateIfUnchanged } from '#platform/server/database/guarded-writes.ts'
import { type Cursor, pageOf } from '#platform/server/http/paging.ts'
import { searchTerms } from '#shared/search.ts'
import type { Job } from '../answers.ts'
import type { JobQuery } from '../contract.ts'
import type { StoredJob } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    job: JobRow
    saved_job: SavedJobRow
  }
}

export interface JobRow extends Omit<Job, 'saved' | 'decision_reason'> {
  poster_id: string
  /** Hash of poster and Idempotency-Key; unique, so that a repeated request makes no second job. */
  submission_key: string | null
  /** Hash of the fields sent with that key. */
  submission_print: string | null
  /** When the present text was approved; null before that and after the poster has edited it. */
  approved_at: string | null
  /** The administrator of the last decision. */
  decided_by: string | null
  decision_reason: string
  /** The text a search matches (`searchText`); every edit updates it. */
  search_text: string
}

interface SavedJobRow {
  person_id: string
  job_id: string
  saved_at: string
  /** Title, company and location when it was saved. */
  title: string
  company_name: string
  location: string
}

/** A job with the viewer's saved text. */
export type JobRecord = JobRow & StoredJob

/** The job lists; `saved` and `own` are those of the viewer. */
export type JobList = 'board' | 'saved' | 'own' | 'pending' | 'approved'

interface JobPage {
  jobs: JobRecord[]
  /** The number of jobs in the list, ignoring `limit` and `after`. */
  total: number
  next: Cursor | undefined
}

/**
 * A page of a list, newest first; ties are ordered by id. A page starts after the cursor's row, so
 * that jobs arriving in between cause neither gaps nor duplicates.
 */
export async function listJobs(
  db: Database,
  list: JobList,
  personId: string,
  query: Omit<JobQuery, 'cursor'>,
  after: Cursor | undefined,
  now: Date,
): Promise<JobPage> {
  const all = matching(db, inList(jobsFor(db, personId), list, personId, now), query)
  const time = list === 'saved' ? 'saved_job.saved_at' : 'job.created_at'
  let page = all.orderBy(time, 'desc').orderBy('job.id', 'desc')
  if (after)
    page = page.where(
      sql<boolean>`(${sql.ref(time)}, ${sql.ref('job.id')}) < (${after.at}, ${after.id})`,
    )
  if (query.limit !== undefined) page = page.limit(query.limit + 1)
  const { rows: jobs, next } = pageOf(await page.execute(), query.limit, (last) => ({
    at: (list === 'saved' ? last.saved_at : null) ?? last.created_at,
    id: last.id,
  }))
  return { jobs, total: after || next ? await count(all) : jobs.length, next }
}

/** The number of jobs that wait for a decision. */
export const countPending = (db: Database): Promise<number> =>
  count(inList(jobsFor(db, ''), 'pending', '', new Date(0)))

/** The number of jobs that were posted since a moment, decided or not. */
export const countPosted = (db: Database, since: string): Promise<number> =>
  count(jobsFor(db, '').where('job.created_at', '>=', since))

type Jobs = ReturnType<typeof jobsFor>

/** All jobs with the viewer's saved text. Joins `person` because jobs of inactive posters are not on the board. */
function jobsFor(db: Database, personId: string) {
  return db
    .selectFrom('job')
    .innerJoin('person', 'person.id', 'job.poster_id')
    .leftJoin('saved_job', (join) =>
      join.onRef('saved_job.job_id', '=', 'job.id').on('saved_job.person_id', '=', personId),
    )
    .selectAll('job')
    .select([
      'person.is_active as poster_is_active',
      'saved_job.saved_at',
      'saved_job.title as saved_title',
      'saved_job.company_name as saved_company_name',
      'saved_job.location as saved_location',
    ])
}

function inList(jobs: Jobs, list: JobList, personId: string, now: Date): Jobs {
  switch (list) {
    case 'board':
      return jobs
        .where('job.status', '=', 'approved')
        .where('job.expires_at', '>', now.toISOString())
        .where('person.is_active', '=', true)
    case 'pending':
      return jobs.where('job.status', '=', 'pending').where('person.is_active', '=', true)
    case 'approved':
      return jobs.where('job.status', '=', 'approved')
    case 'saved':
      return jobs.where('saved_job.saved_at', 'is not', null)
    case 'own':
      return jobs.where('job.poster_id', '=', personId)
  }
}

function matching(db: Database, jobs: Jobs, query: Omit<JobQuery, 'cursor'>): Jobs {
  let filtered = jobs
  for (const word of searchTerms(query.search ?? ''))
    filtered = filtered.where(containsText(db, 'job.search_text', word))
  if (query.location_type) filtered = filtered.where('job.location_type', '=', query.location_type)
  if (query.employment_type)
    filtered = filtered.where('job.employment_type', '=', query.employment_type)
  return filtered
}

async function count(jobs: Jobs): Promise<number> {
  const { total } = await jobs
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function findJob(
  db: Database,
  id: string,
  personId: string,
): Promise<JobRecord | undefined> {
  return jobsFor(db, personId).where('job.id', '=', id).executeTakeFirst()
}

/** The job that was posted under a submission key. */
export function findSubmission(
  db: Database,
  key: string,
  personId: string,
): Promise<JobRecord | undefined> {
  return jobsFor(db, personId).where('job.submission_key', '=', key).executeTakeFirst()
}

/** False when a job was already posted under its submission key. */
export const insertJob = (db: Database, job: JobRow): Promise<boolean> =>
  insertIfNew(db, 'job', job, 'submission_key')

/** Updates a job that is still as `expected`; false when it has changed in the meantime. */
export const updateJob = (
  db: Database,
  expected: Pick<JobRow, 'id' | 'status' | 'updated_at'>,
  changes: Partial<JobRow>,
): Promise<boolean> =>
  updateIfUnchanged(db, 'job', expected, ['id', 'status', 'updated_at'], changes)

/** Deletes a job, including from all saved jobs; false when it does not exist. */
export async function deleteJobRow(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Saves a job for a person; does nothing when it is saved already. */
export async function insertSaved(db: Database, saved: SavedJobRow): Promise<void> {
  await db
    .insertInto('saved_job')
    .values(saved)
    .onConflict((conflict) => conflict.columns(['person_id', 'job_id']).doNothing())
    .execute()
}

export async function deleteSaved(db: Database, personId: string, jobId: string): Promise<void> {
  await db
    .deleteFrom('saved_job')
    .where('person_id', '=', personId)
    .where('job_id', '=', jobId)
    .execute()
}
