import { endpoint } from '#shared/endpoint.ts'
import type { figuresAnswer } from './answers.ts'
import type { figuresQuery } from './contract.ts'

export const getFigures = endpoint<{ query: typeof figuresQuery; answer: typeof figuresAnswer }>()(
  'GET /api/admin/figures',
  { tags: ['figures'] },
)
