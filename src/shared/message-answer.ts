import { z } from 'zod'

/** The answer of a call that has nothing to tell but its success: a short text for people. */
export const messageAnswer = z.strictObject({ message: z.string() })
