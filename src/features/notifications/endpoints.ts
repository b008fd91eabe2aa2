import { endpoint } from '#shared/endpoint.ts'
import type { choicesAnswer, problemsAnswer } from './answers.ts'
import type { notificationChoice } from './contract.ts'

export const getNotifications = endpoint<{ answer: typeof choicesAnswer }>()(
  'GET /api/admin/notifications',
  { tags: ['notifications'] },
)

export const putNotification = endpoint<{
  body: typeof notificationChoice
  answer: typeof choicesAnswer
}>()('PUT /api/admin/notifications', { stale: ['notifications'] })

export const getProblems = endpoint<{ answer: typeof problemsAnswer }>()(
  'GET /api/admin/notifications/problems',
  { tags: ['problems'] },
)
