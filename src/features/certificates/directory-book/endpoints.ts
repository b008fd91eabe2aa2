import { endpoint } from '#shared/endpoint.ts'
import type { directoryBookQuery } from './contract.ts'

/** A PDF file: the directory as members see it. */
export const getDirectoryBook = endpoint<{ query: typeof directoryBookQuery }>()(
  'GET /api/admin/directory/document',
)
