import type { ZodType } from 'zod'
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

const tags = ['jobs']
/** The tags of everything that a change of a job makes stale. */
const stale = ['jobs', 'stats']

type JobList = { query: typeof jobQuery; answer: typeof jobsAnswer }
type JobChange<Body extends ZodType> = { body: Body; answer: typeof jobAnswer }

/** The board. */
export const getJobs = endpoint<JobList>()('GET /api/jobs', { tags })

export const getSavedJobs = endpoint<JobList>()('GET /api/jobs/saved', { tags })

/** The caller's own postings, of every status. */
export const getOwnJobs = endpoint<JobList>()('GET /api/jobs/mine', { tags })

export const getPendingJobs = endpoint<JobList>()('GET /api/admin/pending-jobs', { tags })

/** Approved jobs, the expired ones too. */
export const getApprovedJobs = endpoint<JobList>()('GET /api/admin/approved-jobs', { tags })

export const getJob = endpoint<{ answer: typeof jobAnswer }>()('GET /api/jobs/:id', { tags })

export const postPosting = endpoint<{
  body: typeof newJob
  idempotent: true
  answer: typeof jobAnswer
}>()('POST /api/jobs', { stale })

/** Edits a posting of one's own. */
export const putPosting = endpoint<JobChange<typeof jobPosting>>()('PUT /api/jobs/:id', { stale })

/** Withdraws a posting of one's own or marks it filled. */
export const putPostingStatus = endpoint<JobChange<typeof jobClosing>>()(
  'PUT /api/jobs/:id/status',
  { stale },
)

export const postRenewal = endpoint<{ answer: typeof jobAnswer }>()('POST /api/jobs/:id/renew', {
  stale,
})

export const putSaved = endpoint<JobChange<typeof jobSaving>>()('PUT /api/jobs/:id/saved', {
  stale: ['jobs'],
})

/** Approves or rejects a pending job. */
export const putJobStatus = endpoint<JobChange<typeof jobDecision>>()(
  'PUT /api/admin/jobs/:id/status',
  { stale },
)

/** Edits a job as an administrator. */
export const putJob = endpoint<JobChange<typeof jobEdit>>()('PUT /api/admin/jobs/:id', { stale })

export const deleteJob = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/jobs/:id',
  { stale },
)
