import { z } from 'zod'

const count = z.int().min(0)

/** GET /api/admin/stats (contract 3.6). */
export const statsAnswer = z.strictObject({
  totalMembers: count,
  pendingOEMs: count,
  pendingVendors: count,
  pendingJobs: count,
})

/** GET /api/about: what the browser knows before anybody signs in. */
export const aboutAnswer = z.strictObject({
  product_name: z.string(),
  association_name: z.string(),
  association_short_name: z.string(),
  association_website: z.string(),
  association_logo: z.string(),
  sample: z.boolean(),
})

export type Stats = z.infer<typeof statsAnswer>
