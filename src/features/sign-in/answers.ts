import { z } from 'zod'
import { userAnswer } from '#features/members/answers.ts'
import { moment } from '#shared/fields.ts'
import { messageAnswer } from '#shared/message-answer.ts'

const openSession = z.strictObject({
  id: z.string(),
  device: z.string(),
  created_at: moment,
  seen_at: moment,
  /** True for the session of the call. */
  current: z.boolean(),
})

/**
 * `mail_delayed` is present when the mail may arrive late or not at all, which never depends on the owner of the
 * address.
 */
export const linkRequestAnswer = messageAnswer.extend({ mail_delayed: z.literal(true).optional() })

/**
 * The answer (202) to signing in when a second factor must be given ('confirm') or set up ('enrol')
 * before the session opens anything (contract 11.10).
 */
const secondFactorNeeded = z.strictObject({ second_factor: z.enum(['confirm', 'enrol']) })

export const verificationAnswer = z.union([userAnswer, secondFactorNeeded])

/** The caller's sessions, last used first. */
export const sessionsAnswer = z.array(openSession)
