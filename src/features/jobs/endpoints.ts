import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type { jobAnswer, jobsAnswer } from './answers.ts'
import type {
  jobClosing,
  jobDecision,
  jobEdit,
  jobPosting,
  jobQuery,
  jobSaving,
  newJob,
} from './contract.ts'

/** The tags of everything that a change of a job makes stale. */
const stale = ['jobs', 'stats']

type JobList = { query: typeof jobQuery; answer: typeof jobsAnswer }

/** The board. */
export const getJobs = endpoint<JobList>()('GET /api/jobs', { tags: ['jobs'] })

export const getSavedJobs = endpoint<JobList>()('GET /api/jobs/saved', { tags: ['jobs'] })

/** The caller's own postings, of every status. */
export const getOwnJobs = endpoint<JobList>()('GET /api/jobs/mine', { tags: ['jobs'] })

export const getPendingJobs = endpoint<JobList>()('GET /api/admin/pending-jobs', {
  tags: ['jobs'],
})

/** Approved jobs, the expired ones too. */
export const getApprovedJobs = endpoint<JobList>()('GET /api/admin/approved-jobs', {
  tags: ['jobs'],
})

export const getJob = endpoint<{ answer: typeof jobAnswer }>()('GET /api/jobs/:id', {
  tags: ['jobs'],
})

export const postPosting = endpoint<{
  body: typeof newJob
  idempotent: true
  answer: typeof jobAnswer
}>()('POST /api/jobs', { stale })

/** Edits an own posting. */
export const putPosting = endpoint<{ body: typeof jobPosting; answer: typeof jobAnswer }>()(
  'PUT /api/jobs/:id',
  { stale },
)

/** Withdraws an own posting or marks it filled. */
export const putPostingStatus = endpoint<{ body: typeof jobClosing; answer: typeof jobAnswer }>()(
  'PUT /api/jobs/:id/status',
  { stale },
)

export const postRenewal = endpoint<{ answer: typeof jobAnswer }>()('POST /api/jobs/:id/renew', {
  stale,
})

export const putSaved = endpoint<{ body: typeof jobSaving; answer: typeof jobAnswer }>()(
  'PUT /api/jobs/:id/saved',
  { stale: ['jobs'] },
)

/** Approves or rejects a pending job. */
export const putJobStatus = endpoint<{ body: typeof jobDecision; answer: typeof jobAnswer }>()(
  'PUT /api/admin/jobs/:id/status',
  { stale },
)

/** Edits a job as an administrator. */
export const putJob = endpoint<{ body: typeof jobEdit; answer: typeof jobAnswer }>()(
  'PUT /api/admin/jobs/:id',
  { stale },
)

export const deleteJob = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/jobs/:id',
  { stale },
)
