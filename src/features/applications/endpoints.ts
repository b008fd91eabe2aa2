import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type {
  acknowledgementAnswer,
  applicationAnswer,
  applicationDetailsAnswer,
  applicationsAnswer,
  ownApplicationAnswer,
  pendingMembersAnswer,
  retentionAnswer,
  submittedChangesAnswer,
} from './answers.ts'
import type {
  applicantToken,
  applicationDecision,
  applicationKeeping,
  applicationQuery,
} from './contract.ts'

type OwnApplication = { body: typeof applicantToken; answer: typeof ownApplicationAnswer }
type ApplicationList = { query: typeof applicationQuery; answer: typeof applicationsAnswer }

const tags = ['applications']

/** The form of an application: its fields, and files or the addresses of earlier uploads. */
export const postApplication = endpoint<{
  form: true
  idempotent: true
  answer: typeof acknowledgementAnswer
}>()('POST /api/auth/apply', { stale: ['applications', 'stats'] })

/** Reads the application that a private link opens. A POST, so that the token is in no URL. */
export const postOwnApplication = endpoint<OwnApplication>()('POST /api/applications/mine', {
  tags: ['own-application'],
})

/** The token and the form, with the changes that were requested. */
export const postChanges = endpoint<{ form: true; answer: typeof submittedChangesAnswer }>()(
  'POST /api/applications/mine/changes',
  { stale: ['own-application'] },
)

export const postWithdrawal = endpoint<OwnApplication>()('POST /api/applications/mine/withdraw', {
  stale: ['own-application'],
})

/** The applications that wait for a decision. */
export const getPendingApplications = endpoint<ApplicationList>()(
  'GET /api/admin/pending-applications',
  { tags },
)

/** The pending applications in the shape of members. */
export const getPendingMembers = endpoint<{
  query: typeof applicationQuery
  answer: typeof pendingMembersAnswer
}>()('GET /api/admin/pending-members', { tags })

export const getApplications = endpoint<ApplicationList>()('GET /api/admin/applications', { tags })

export const getRetention = endpoint<{ answer: typeof retentionAnswer }>()(
  'GET /api/admin/applications/retention',
  { tags },
)

/** One application, with its possible duplicates and its history. */
export const getApplication = endpoint<{ answer: typeof applicationDetailsAnswer }>()(
  'GET /api/admin/applications/:id',
  { tags },
)

/** Keeps an application whose email address is not confirmed, or no longer. */
export const putApplicationKeep = endpoint<{
  body: typeof applicationKeeping
  answer: typeof applicationAnswer
}>()('PUT /api/admin/applications/:id/keep', { stale: ['applications'] })

/** A decision; an approval makes a member. */
export const putApplicationStatus = endpoint<{
  body: typeof applicationDecision
  answer: typeof applicationAnswer
}>()('PUT /api/admin/applications/:id/status', { stale: ['applications', ...memberTags] })
