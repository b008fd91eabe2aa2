import { endpoint } from '#shared/endpoint.ts'
import type { checklistAnswer } from './answers.ts'
import type { checklistState } from './contract.ts'

export const getChecklist = endpoint<{ answer: typeof checklistAnswer }>()(
  'GET /api/admin/first-day',
  { tags: ['first-day', 'members', 'settings'] },
)

export const putChecklist = endpoint<{
  body: typeof checklistState
  answer: typeof checklistAnswer
}>()('PUT /api/admin/first-day', { stale: ['first-day'] })
