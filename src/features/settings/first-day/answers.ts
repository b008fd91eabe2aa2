import { z } from 'zod'
import { steps } from './rules.ts'

export const checklistAnswer = z.strictObject({
  /** Whether each step is done. */
  steps: z.record(z.enum(steps), z.boolean()),
  dismissed: z.boolean(),
})
export type Checklist = z.infer<typeof checklistAnswer>
