import { only } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { previewAnswer, progressAnswer } from '../../invitations/answers.ts'
import { invitationPreview, invitationRequest } from '../../invitations/contract.ts'
import * as endpoints from '../../invitations/endpoints.ts'
import { noSuchInvitations, previewInvitations, sendInvitations } from './invite.ts'
import { findProgress } from './queries.ts'

export const invitationRoutes = (world: World): Route[] => [
  route(
    endpoints.postInvitationPreview,
    only('admin'),
    {
      summary: 'Who would be invited, and the mail',
      body: invitationPreview,
      answer: previewAnswer,
    },
    ({ body }) => previewInvitations(world, body),
  ),
  route(
    endpoints.postInvitations,
    only('admin'),
    {
      summary: 'Invite members to sign in',
      body: invitationRequest,
      answer: progressAnswer,
      status: 201,
    },
    ({ caller, body }) => sendInvitations(world, caller, body),
  ),
  route(
    endpoints.getInvitation,
    only('admin'),
    {
      summary: 'How far the mails of a sending are',
      answer: progressAnswer,
      record: { find: (id) => findProgress(world.db, id), missing: noSuchInvitations },
    },
    ({ record }) => record,
  ),
]
