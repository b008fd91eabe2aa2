import { z } from 'zod'

/** ISO UTC. */
const moment = z.iso.datetime()

const openSession = z.strictObject({
  id: z.string(),
  device: z.string(),
  created_at: moment,
  seen_at: moment,
  /** True for the session of the call. */
  current: z.boolean(),
})

/** The sessions of the caller, last used first. */
export const sessionsAnswer = z.array(openSession)
