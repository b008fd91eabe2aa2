import type { userAnswer } from '#features/members/answers.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { messageAnswer } from '#shared/message-answer.ts'
import type { linkRequestAnswer, sessionsAnswer, verificationAnswer } from './answers.ts'
import type { linkRequest, verification } from './contract.ts'

export const postLinkRequest = endpoint<{
  body: typeof linkRequest
  answer: typeof linkRequestAnswer
}>()('POST /api/auth/request-link')

/** Signs in with a link, a code, or both; 202 when the second factor is also needed. */
export const postVerification = endpoint<{
  body: typeof verification
  answer: typeof verificationAnswer
}>()('POST /api/auth/verify')

export const getUser = endpoint<{ answer: typeof userAnswer }>()('GET /api/user', {
  tags: ['user'],
})

export const postLogout = endpoint<{ answer: typeof messageAnswer }>()('POST /api/auth/logout')

/** Ends every session of the caller. */
export const postLogoutEverywhere = endpoint<{ answer: typeof messageAnswer }>()(
  'POST /api/auth/logout-everywhere',
)

export const getSessions = endpoint<{ answer: typeof sessionsAnswer }>()('GET /api/auth/sessions', {
  tags: ['sessions'],
})

/** Ends one of the caller's sessions. */
export const deleteSession = endpoint<{ answer: typeof messageAnswer }>()(
  'DELETE /api/auth/sessions/:id',
  { stale: ['sessions'] },
)
