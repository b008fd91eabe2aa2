import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import { containsText } from '#platform/server/database/engine-sql.ts'
import type { Cursor } from '#platform/server/http/paging.ts'
import { searchTerms } from '#shared/search.ts'
import type { Job, JobQuery } from '../contract.ts'
import type { StoredJob } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    job: JobRow
    saved_job: SavedJobRow
  }
}

export interface JobRow extends Omit<Job, 'saved' | 'decision_reason'> {
  poster_id: string
  /** Hash of poster and Idempotency-Key, so that one form never makes two jobs. */
  submission_key: string | null
  /** Hash of what was sent under that key. */
  submission_print: string | null
  /** When the words that stand here were approved; null until then and after the poster changed them. */
  approved_at: string | null
  /** The administrator of the last decision. */
  decided_by: string | null
  decision_reason: string
  /** What a search looks through; written with every change of the words. */
  search_text: string
}

interface SavedJobRow {
  person_id: string
  job_id: string
  saved_at: string
  /** The words it was saved under. */
  title: string
  company_name: string
  location: string
}

/** A row with what the person asking has saved of it. */
export type JobRecord = JobRow & StoredJob

/** The lists there are; `saved` and `mine` belong to the person asking. */
export type JobList = 'board' | 'saved' | 'mine' | 'pending' | 'approved'

export interface JobPage {
  jobs: JobRecord[]
  /** How many there are in all, before `limit` and `after`. */
  total: number
  next: Cursor | undefined
}

/**
 * Jobs of a shelf, newest first; ties broken by id so that pages never shuffle, and pages continue
 * behind a place, so that what arrives meanwhile makes neither gaps nor doubles.
 */
export async function listJobs(
  db: Database,
  shelf: JobList,
  personId: string,
  query: Omit<JobQuery, 'cursor'>,
  after: Cursor | undefined,
  now: Date,
): Promise<JobPage> {
  const all = matching(db, onShelf(seenBy(db, personId), shelf, personId, now), query)
  const time = shelf === 'saved' ? 'saved_job.saved_at' : 'job.created_at'
  let page = all.orderBy(time, 'desc').orderBy('job.id', 'desc')
  if (after)
    page = page.where(
      sql<boolean>`(${sql.ref(time)}, ${sql.ref('job.id')}) < (${after.at}, ${after.id})`,
    )
  if (query.limit !== undefined) page = page.limit(query.limit + 1)
  const rows = await page.execute()
  const jobs = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = rows.length > jobs.length ? jobs.at(-1) : undefined
  return {
    jobs,
    total: after || last ? await count(all) : rows.length,
    next: last && {
      at: (shelf === 'saved' ? last.saved_at : null) ?? last.created_at,
      id: last.id,
    },
  }
}

/** How many jobs wait for a decision. */
export const countPending = (db: Database): Promise<number> =>
  count(onShelf(seenBy(db, ''), 'pending', '', new Date(0)))

type Jobs = ReturnType<typeof seenBy>

/** Joins `person` for one thing only: a poster who is not active has nothing on the board. */
function seenBy(db: Database, personId: string) {
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

function onShelf(jobs: Jobs, shelf: JobList, personId: string, now: Date): Jobs {
  switch (shelf) {
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
    case 'mine':
      return jobs.where('job.poster_id', '=', personId)
  }
}

function matching(db: Database, jobs: Jobs, query: Omit<JobQuery, 'cursor'>): Jobs {
  let found = jobs
  for (const word of searchTerms(query.search ?? ''))
    found = found.where(containsText(db, 'job.search_text', word))
  if (query.location_type) found = found.where('job.location_type', '=', query.location_type)
  if (query.employment_type) found = found.where('job.employment_type', '=', query.employment_type)
  return found
}

async function count(jobs: Jobs): Promise<number> {
  const { total } = await jobs
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function findJob(
  db: Database,
  id: string,
  personId: string,
): Promise<JobRecord | undefined> {
  return seenBy(db, personId).where('job.id', '=', id).executeTakeFirst()
}

/** The job that was posted under a submission key. */
export function findSubmission(
  db: Database,
  key: string,
  personId: string,
): Promise<JobRecord | undefined> {
  return seenBy(db, personId).where('job.submission_key', '=', key).executeTakeFirst()
}

/** False when a job was already posted under its submission key. */
export async function insertJob(db: Database, job: JobRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job')
    .values(job)
    .onConflict((conflict) => conflict.column('submission_key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes a job that still is as it was read; false when somebody else changed it first. */
export async function updateJob(
  db: Database,
  read: Pick<JobRow, 'id' | 'status' | 'updated_at'>,
  changes: Partial<JobRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set(changes)
    .where('id', '=', read.id)
    .where('status', '=', read.status)
    .where('updated_at', '=', read.updated_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes a job for good, from everybody's saved ones too; false when it was gone already. */
export async function deleteJobRow(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Keeps a job for a person; once is enough. */
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
