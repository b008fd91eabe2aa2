import type { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** Answers a JSON file: everything the portal keeps of the caller. */
export const getOwnData = endpoint<{ answer: z.ZodType<Record<string, unknown>> }>()(
  'GET /api/profile/data',
)
