import type { ZodType } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type {
  deletedMemberAnswer,
  directoryCitiesAnswer,
  directoryMemberAnswer,
  memberAnswer,
  memberCountsAnswer,
  memberHistoryAnswer,
  membersAnswer,
  membersOrDirectoryAnswer,
  userAnswer,
} from './answers.ts'
import type {
  bulkAnswer,
  bulkPreviewAnswer,
  bulkPreviewRequest,
  bulkProgressAnswer,
  bulkProgressQuery,
  bulkRequest,
} from './bulk.ts'
import type {
  directoryQuery,
  exportQuery,
  listExport,
  memberActivity,
  memberEdit,
  memberQuery,
  memberVisibility,
  newMember,
} from './contract.ts'

/** The tags of everything that shows members. */
export const memberTags = ['members', 'directory', 'member-data', 'history', 'stats', 'figures']

type MemberChange<Body extends ZodType> = { body: Body; answer: typeof memberAnswer }

/** The register. */
export const getMembers = endpoint<{ query: typeof memberQuery; answer: typeof membersAnswer }>()(
  'GET /api/admin/members',
  { tags: ['members'] },
)

/** How many members each list of members has. */
export const getMemberCounts = endpoint<{ answer: typeof memberCountsAnswer }>()(
  'GET /api/admin/member-counts',
  { tags: ['members', 'payments'] },
)

export const postMember = endpoint<{ body: typeof newMember; answer: typeof userAnswer }>()(
  'POST /api/admin/members',
  { stale: memberTags },
)

export const getMember = endpoint<{ answer: typeof memberAnswer }>()('GET /api/admin/members/:id', {
  tags: ['members'],
})

export const putMember = endpoint<MemberChange<typeof memberEdit>>()('PUT /api/admin/members/:id', {
  stale: memberTags,
})

/** The edit as `memberData`, a JSON text, beside the `photo`. */
export const putMemberPhoto = endpoint<{ form: true; answer: typeof memberAnswer }>()(
  'PUT /api/admin/members/:id/photo',
  { stale: memberTags },
)

export const putMemberStatus = endpoint<MemberChange<typeof memberActivity>>()(
  'PUT /api/admin/members/:id/status',
  { stale: memberTags },
)

export const putMemberVisibility = endpoint<MemberChange<typeof memberVisibility>>()(
  'PUT /api/admin/members/:id/visibility',
  { stale: memberTags },
)

/** Ends all sessions of another person. */
export const deleteMemberSessions = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/admin/members/:id/sessions',
  { stale: ['history'] },
)

export const postBulkPreview = endpoint<{
  body: typeof bulkPreviewRequest
  answer: typeof bulkPreviewAnswer
}>()('POST /api/admin/bulk/members/preview')

/** Shows, hides or deactivates a selection of members. */
export const postBulk = endpoint<{ body: typeof bulkRequest; answer: typeof bulkAnswer }>()(
  'POST /api/admin/bulk/members',
  { stale: memberTags },
)

/** The progress of a running action on a selection. */
export const getBulkProgress = endpoint<{
  query: typeof bulkProgressQuery
  answer: typeof bulkProgressAnswer
}>()('GET /api/admin/bulk/progress')

/** Permanent Delete. */
export const deleteMember = endpoint<{ answer: typeof deletedMemberAnswer }>()(
  'DELETE /api/admin/members/:id',
  { stale: [...memberTags, 'applications', 'imports', 'jobs'] },
)

export const getMemberHistory = endpoint<{ answer: typeof memberHistoryAnswer }>()(
  'GET /api/admin/members/:id/history',
  { tags: ['history'] },
)

export const postMemberUndo = endpoint<{ answer: typeof memberAnswer }>()(
  'POST /api/admin/history/:id/undo',
  { stale: memberTags },
)

/** The directory; an administrator gets all members in full (contract 7.4). */
export const getDirectory = endpoint<{
  query: typeof directoryQuery
  answer: typeof membersOrDirectoryAnswer
}>()('GET /api/members', { tags: ['directory', 'members'] })

export const getDirectoryCities = endpoint<{ answer: typeof directoryCitiesAnswer }>()(
  'GET /api/members/cities',
  { tags: ['directory'] },
)

export const getDirectoryMember = endpoint<{ answer: typeof directoryMemberAnswer }>()(
  'GET /api/members/:id',
  { tags: ['directory'] },
)

/**
 * The response is a CSV file. The imports feature mounts both exports. The
 * register calls them, so they are declared here.
 */
export const getExport = endpoint<{ query: typeof exportQuery }>()('GET /api/admin/export')

/** The response is a CSV or xlsx file of the selected members. */
export const postExport = endpoint<{ body: typeof listExport }>()('POST /api/admin/export')
