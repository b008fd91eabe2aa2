import { z } from 'zod'
import { count } from '#shared/fields.ts'
import { leftOutReasons } from './rules.ts'

const person = z.strictObject({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  email: z.string(),
})

const leftOut = z.strictObject({
  reason: z.enum(leftOutReasons),
  count,
  /** The first of them. */
  people: z.array(person),
})

/** Who would be invited, and the mail. */
export const previewAnswer = z.strictObject({
  count,
  /** The first of the recipients. */
  people: z.array(person),
  left_out: z.array(leftOut),
  /** The mail to the first recipient; null when there is none. */
  mail: z.strictObject({ subject: z.string(), text: z.string() }).nullable(),
})
export type InvitationPreview = z.infer<typeof previewAnswer>
export type InvitedPerson = z.infer<typeof person>

/** How far the mails of one sending are. */
export const progressAnswer = z.strictObject({
  id: z.string(),
  total: count,
  sent: count,
  /** Given up by the sender of mails. */
  failed: count,
  waiting: count,
})
export type InvitationProgress = z.infer<typeof progressAnswer>
