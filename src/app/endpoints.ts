/** Calls that no single feature owns. */
import type { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { aboutAnswer, monthAnswer, statsAnswer, waitingAnswer } from './answers.ts'

export const getAbout = endpoint<{ answer: typeof aboutAnswer }>()('GET /api/about')

export const getStats = endpoint<{ answer: typeof statsAnswer }>()('GET /api/admin/stats', {
  tags: ['stats'],
})

/** The counts of the sidebar, read every minute: a cheap call that does not keep a session alive. */
export const getWaiting = endpoint<{ answer: typeof waitingAnswer }>()('GET /api/admin/waiting', {
  tags: ['stats'],
})

/** What is new this month. */
export const getMonth = endpoint<{ answer: typeof monthAnswer }>()('GET /api/admin/stats/month', {
  tags: ['stats'],
})

export const getOpenApi = endpoint<{ answer: z.ZodType<Record<string, unknown>> }>()(
  'GET /api/openapi.json',
)
