import { z } from 'zod'

/** PUT /api/admin/first-day: hides the checklist for every administrator, or shows it again. */
export const checklistState = z.object({
  dismissed: z.boolean('Please say whether to hide the checklist'),
})
