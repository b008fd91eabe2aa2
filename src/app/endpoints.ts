/** Calls that no single feature owns. */
import type { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import type { aboutAnswer, statsAnswer } from './answers.ts'

export const getAbout = endpoint<{ answer: typeof aboutAnswer }>()('GET /api/about')

export const getStats = endpoint<{ answer: typeof statsAnswer }>()('GET /api/admin/stats', {
  tags: ['stats'],
})

export const getOpenApi = endpoint<{ answer: z.ZodType<Record<string, unknown>> }>()(
  'GET /api/openapi.json',
)
