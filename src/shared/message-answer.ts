import { z } from 'zod'

/** The answer of a call whose only result is its success: a short text for people. */
export const messageAnswer = z.strictObject({ message: z.string() })
