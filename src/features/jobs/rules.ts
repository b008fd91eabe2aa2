import type { Instant } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import type { Role } from '#shared/roles.ts'
import { normaliseForSearch } from '#shared/search.ts'
import type { Job } from './answers.ts'
import type { JobPosting, JobStatus } from './contract.ts'

/** How long an approved job stays on the board unless it is renewed (contract 16.2). */
const boardDays = 60

/** When a job that was approved or renewed at `from` leaves the board (ISO UTC). */
export const boardEnd = (from: Date): Instant =>
  new Date(from.getTime() + days(boardDays)).toISOString()

/** The status of a posting at a point in time: an approved job is on the board or expired. */
export type PostingStatus = Exclude<JobStatus, 'approved'> | 'on-board' | 'expired'

export function postingStatus(job: Pick<Job, 'status' | 'expires_at'>, now: Date): PostingStatus {
  if (job.status !== 'approved') return job.status
  return job.expires_at !== null && Date.parse(job.expires_at) > now.getTime()
    ? 'on-board'
    : 'expired'
}

export const isOnBoard = (job: Pick<Job, 'status' | 'expires_at'>, now: Date): boolean =>
  postingStatus(job, now) === 'on-board'

export type PosterAction = 'edit' | 'filled' | 'withdrawn' | 'renew'

/** What posters may do with their own postings, by status (contract 4.3), the most usual one first. */
export const posterActions: Record<PostingStatus, readonly PosterAction[]> = {
  pending: ['edit', 'filled', 'withdrawn'],
  'on-board': ['edit', 'filled', 'renew', 'withdrawn'],
  expired: ['renew', 'edit', 'filled'],
  rejected: ['edit'],
  withdrawn: ['renew', 'edit'],
  filled: ['renew', 'edit'],
}

/** An edited posting needs a new review; a closed one stays closed until it is renewed. */
export const statusAfterEdit = (status: JobStatus): JobStatus =>
  status === 'withdrawn' || status === 'filled' ? status : 'pending'

/** A renewed posting returns to the board when its text is approved, otherwise to review. */
export const statusAfterRenewal = (job: { approved_at: Instant | null }): 'approved' | 'pending' =>
  job.approved_at === null ? 'pending' : 'approved'

type PayAndOpenings = Pick<Job, 'pay_min' | 'pay_max' | 'pay_period' | 'openings'>

const noPay: PayAndOpenings = { pay_min: null, pay_max: null, pay_period: null, openings: null }

/**
 * Pay and openings of a posting that is created or edited. What a caller does not send stays as it is; the
 * pay counts as one value. Pay without a period is for a month.
 */
export function payAndOpenings(posting: JobPosting, before = noPay): PayAndOpenings {
  const { openings = before.openings } = posting
  const isPaySent = [posting.pay_min, posting.pay_max, posting.pay_period].some(
    (value) => value !== undefined,
  )
  const { pay_min = null, pay_max = null, pay_period = null } = isPaySent ? posting : before
  const hasPay = pay_min !== null || pay_max !== null
  return { pay_min, pay_max, pay_period: hasPay ? (pay_period ?? 'month') : null, openings }
}

/** How often each pay is paid in a month of 26 days of 8 hours; pay by the job has no monthly amount. */
export const periodsPerMonth: Partial<Record<NonNullable<Job['pay_period']>, number>> = {
  month: 1,
  day: 26,
  hour: 26 * 8,
}

/** A stored job with the text under which the viewer saved it (null: not saved). */
export interface StoredJob extends Omit<Job, 'saved' | 'decision_reason'> {
  poster_id: string
  poster_is_active: boolean
  decision_reason: string
  saved_at: Instant | null
  saved_title: string | null
  saved_company_name: string | null
  saved_location: string | null
}

/**
 * The job as a viewer may see it; undefined when they may not. The poster and administrators see
 * everything, others what is on the board. A saved job that has left the board keeps the title,
 * company and location it was saved under (contract 16.4), because newer text may not be reviewed;
 * a rejected one is shown as withdrawn.
 */
export function jobVisibleTo(
  viewer: { id: string; role: Role | null },
  stored: StoredJob,
  now: Date,
): Job | undefined {
  const job = toJob(stored)
  if (viewer.role === 'admin' || viewer.id === stored.poster_id)
    return { ...job, decision_reason: stored.decision_reason }
  if (isOnBoard(stored, now) && stored.poster_is_active) return job
  if (stored.saved_at === null) return undefined
  const isHidden = stored.status === 'rejected' || isOnBoard(stored, now)
  return {
    ...job,
    status: isHidden ? 'withdrawn' : stored.status,
    title: stored.saved_title ?? '',
    company_name: stored.saved_company_name ?? '',
    location: stored.saved_location ?? '',
    description: '',
    how_to_apply: '',
    ...noPay,
  }
}

const toJob = (stored: StoredJob): Job => ({
  id: stored.id,
  title: stored.title,
  company_name: stored.company_name,
  description: stored.description,
  location: stored.location,
  location_type: stored.location_type,
  employment_type: stored.employment_type,
  how_to_apply: stored.how_to_apply,
  pay_min: stored.pay_min,
  pay_max: stored.pay_max,
  pay_period: stored.pay_period,
  openings: stored.openings,
  status: stored.status,
  created_at: stored.created_at,
  updated_at: stored.updated_at,
  expires_at: stored.expires_at,
  saved: stored.saved_at !== null,
})

const searchedFields = [
  'title',
  'company_name',
  'location',
  'description',
  'location_type',
  'employment_type',
] as const

/** The text a search matches: the fields of contract 16.4. */
export const searchText = (job: Pick<Job, (typeof searchedFields)[number]>): string =>
  searchedFields.map((field) => normaliseForSearch(job[field])).join('\n')
