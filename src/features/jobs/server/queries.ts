import { sql } from 'kysely'
import { insertIfNew, updateIfUnchanged } from '#platform/server/database/conditional-writes.ts'
import type { Database } from '#platform/server/database/database.ts'
import { containsText } from '#platform/server/database/engine-sql.ts'
import {
  type ForgivingSearch,
  forgivingSearch,
  rankedCursor,
  readRankedCursor,
  type SearchedTexts,
} from '#platform/server/database/forgiving-search.ts'
import { type Cursor, pageOf } from '#platform/server/database/pages.ts'
import type { Instant } from '#shared/dates.ts'
import { placeOfAddress } from '#shared/india/address-state.ts'
import { searchTerms } from '#shared/search.ts'
import type { Job } from '../answers.ts'
import type { JobQuery } from '../contract.ts'
import { periodsPerMonth, type StoredJob } from '../rules.ts'

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
  content_hash: string | null
  /** When the present text was approved; null before that and after the poster has edited it. */
  approved_at: Instant | null
  /** The administrator of the last decision. */
  decided_by: string | null
  decision_reason: string
  /** The text a search matches (`searchText`); every edit updates it. */
  search_text: string
}

interface SavedJobRow {
  person_id: string
  job_id: string
  saved_at: Instant
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
 * that jobs arriving in between cause neither gaps nor duplicates. A search of the board lists similar
 * matches after the exact ones.
 */
export async function listJobs(
  db: Database,
  list: JobList,
  {
    personId,
    query,
    after,
    now,
  }: { personId: string; query: Omit<JobQuery, 'cursor'>; after?: Cursor | undefined; now: Date },
): Promise<JobPage> {
  const search = await buildSearch(db, list, query.search ?? '')
  const matchingJobs = matching(inList(jobsFor(db, personId), list, personId, now), query, search)
  const { rows, next } = pageOf(
    await pageAfter(matchingJobs, { list, search, after, limit: query.limit }).execute(),
    query.limit,
    ({ rank, saved_at, created_at, id }) =>
      rankedCursor(rank, { at: (list === 'saved' ? saved_at : null) ?? created_at, id }),
  )
  const jobs = rows.map(({ rank: _, ...job }) => job)
  return { jobs, total: after || next ? await count(matchingJobs) : jobs.length, next }
}

function pageAfter(
  jobs: Jobs,
  {
    list,
    search,
    after,
    limit,
  }: {
    list: JobList
    search: Pick<ForgivingSearch, 'matches' | 'rank'> | undefined
    after: Cursor | undefined
    limit: number | undefined
  },
) {
  const time = sql.ref<string>(list === 'saved' ? 'saved_job.saved_at' : 'job.created_at')
  const rank = search?.rank ?? sql<number>`0`
  let page = jobs.select(rank.as('rank'))
  if (search) page = page.orderBy('rank')
  page = page.orderBy(time, 'desc').orderBy('job.id', 'desc')
  if (after) {
    const last = readRankedCursor(after)
    const isOlder = sql<boolean>`(${time}, ${sql.ref('job.id')}) < (${last.at}, ${last.id})`
    page = page.where(
      search
        ? sql<boolean>`(${rank} > ${last.rank} or (${rank} = ${last.rank} and ${isOlder}))`
        : isOlder,
    )
  }
  return limit === undefined ? page : page.limit(limit + 1)
}

/** The board forgives typing errors; the other lists are searched for the terms as they are. */
async function buildSearch(
  db: Database,
  list: JobList,
  input: string,
): Promise<Pick<ForgivingSearch, 'matches' | 'rank'> | undefined> {
  if (list === 'board') return forgivingSearch(db, boardTexts, input)
  const terms = searchTerms(input).map((term) => containsText(db, 'job.search_text', term))
  if (terms.length === 0) return undefined
  return { matches: sql<boolean>`(${sql.join(terms, sql` and `)})`, rank: sql<number>`0` }
}

const boardTexts: SearchedTexts = {
  columns: ['job.search_text'],
  place: { column: 'job.location', stateOf: placeOfAddress },
  readPage: (db, after, limit) =>
    db
      .selectFrom('job')
      .select(['id', 'search_text as text', 'location as place'])
      .where('status', '=', 'approved')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
}

/** The number of jobs that wait for a decision. */
export const countPending = (db: Database): Promise<number> =>
  count(inList(jobsFor(db, ''), 'pending', '', new Date(0)))

/** When the oldest pending job was posted; null when none is pending. */
export async function findOldestPendingJob(db: Database): Promise<Instant | null> {
  const { at } = await inList(jobsFor(db, ''), 'pending', '', new Date(0))
    .clearSelect()
    .select(({ fn }) => fn.min('job.created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** The number of jobs that the board shows. */
export const countOnBoard = (db: Database, now: Date): Promise<number> =>
  count(inList(jobsFor(db, ''), 'board', '', now))

/** The jobs of the board that were posted since a moment, newest first, without those of one poster. */
export async function findNewOnBoard(
  db: Database,
  { since, except, limit, now }: { since: Instant; except: string; limit: number; now: Date },
) {
  const newJobs = inList(jobsFor(db, ''), 'board', '', now)
    .where('job.created_at', '>=', since)
    .where('job.poster_id', '<>', except)
  const rows = await newJobs
    .clearSelect()
    .select(['job.id', 'job.title', 'job.location'])
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute()
  return { total: await count(newJobs), rows }
}

/** The number of jobs that were posted since a moment, decided or not. */
export const countPosted = (db: Database, since: Instant): Promise<number> =>
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

function matching(
  jobs: Jobs,
  query: Omit<JobQuery, 'cursor'>,
  search: Pick<ForgivingSearch, 'matches' | 'rank'> | undefined,
): Jobs {
  let filtered = search ? jobs.where(search.matches) : jobs
  if (query.location_type) filtered = filtered.where('job.location_type', '=', query.location_type)
  if (query.employment_type)
    filtered = filtered.where('job.employment_type', '=', query.employment_type)
  if (query.min_pay) filtered = filtered.where(paysAtLeast(query.min_pay))
  return filtered
}

/** Condition: the highest pay that a job names, converted to a month, is at least this amount. */
function paysAtLeast(rupees: number) {
  const times = Object.entries(periodsPerMonth).map(
    ([period, perMonth]) => sql`when ${sql.lit(period)} then ${sql.lit(perMonth)}`,
  )
  const pay = sql`coalesce(job.pay_max, job.pay_min)`
  return sql<boolean>`${pay} * (case job.pay_period ${sql.join(times, sql` `)} end) >= ${sql.lit(rupees)}`
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

/** The ids of all postings of a person. */
export async function listJobIds(db: Database, posterId: string): Promise<string[]> {
  const rows = await db.selectFrom('job').select('id').where('poster_id', '=', posterId).execute()
  return rows.map(({ id }) => id)
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
  insertIfNew(db, 'job', job, { uniqueColumn: 'submission_key' })

/** Updates a job that is still as `expected`; false when it has changed in the meantime. */
export const updateJob = (
  db: Database,
  expected: Pick<JobRow, 'id' | 'status' | 'updated_at'>,
  changes: Partial<JobRow>,
): Promise<boolean> =>
  updateIfUnchanged(db, 'job', { expected, columns: ['id', 'status', 'updated_at'], changes })

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
