import type { z } from 'zod'
import type { userAnswer } from '#features/members/answers.ts'
import { memberTags } from '#features/members/endpoints.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { profileEdit } from './contract.ts'

/** The full user merged with the changes. */
export const putProfile = endpoint<{ body: typeof profileEdit; answer: typeof userAnswer }>()(
  'PUT /api/profile',
  { stale: ['user', ...memberTags] },
)

/** The response is a JSON file: everything the portal keeps of the caller. */
export const getOwnData = endpoint<{ answer: z.ZodType<Record<string, unknown>> }>()(
  'GET /api/profile/data',
)
