import { z } from 'zod'

/** POST /api/admin/system/mails/resend: one failed mail, or all of them without an id. */
export const mailResend = z.object({
  id: z.uuid('Please select an email from the list').optional(),
})
