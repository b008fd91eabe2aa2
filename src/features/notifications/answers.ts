import { z } from 'zod'
import { moment } from '#shared/fields.ts'
import { deliveries, eventKinds } from './contract.ts'

/** The caller's own choices, one for each kind of event. */
export const choicesAnswer = z.record(z.enum(eventKinds), z.enum(deliveries))
export type NotificationChoices = z.infer<typeof choicesAnswer>

const problem = z.strictObject({
  id: z.string(),
  at: moment,
  kind: z.enum(['bounce', 'failure']),
  /** 'Asha Patil, Teak & Co: Welcome to a new member'. */
  text: z.string(),
  /** The reply of the mail server, without addresses; empty for none. */
  detail: z.string(),
})
export type Problem = z.infer<typeof problem>

/** Undelivered emails and failed tasks of the last 30 days, newest first; at most 50. */
export const problemsAnswer = z.array(problem)
