import { z } from 'zod'

const pageSizes = ['A4', 'A5'] as const
export type PageSize = (typeof pageSizes)[number]

/** GET /api/admin/directory/document. */
export const directoryBookQuery = z.object({
  size: z.enum(pageSizes, 'Please choose A4 or A5').default('A4'),
})
