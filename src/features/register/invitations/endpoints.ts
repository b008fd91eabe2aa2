import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { previewAnswer, progressAnswer } from './answers.ts'
import type { invitationPreview, invitationRequest } from './contract.ts'

export const postInvitationPreview = endpoint<{
  body: typeof invitationPreview
  answer: typeof previewAnswer
}>()('POST /api/admin/invitations/preview')

export const postInvitations = endpoint<{
  body: typeof invitationRequest
  answer: typeof progressAnswer
}>()('POST /api/admin/invitations', { stale: [...memberTags, 'first-day'] })

export const getInvitation = endpoint<{ answer: typeof progressAnswer }>()(
  'GET /api/admin/invitations/:id',
  { tags: ['invitations'] },
)
