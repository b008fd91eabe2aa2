import { z } from 'zod'
import { email } from '#shared/fields.ts'
import { emailMessage, isCode, linkTypes, normalCode } from './rules.ts'

/** POST /api/auth/request-link (contract 11.1). */
export const linkRequest = z.object({
  email: email(emailMessage),
  type: z.enum(linkTypes, 'Please choose how you want to sign in'),
})

const token = z.string().regex(/^[\w-]{43}$/, 'This sign-in link is incomplete')
const code = z.string().transform(normalCode).refine(isCode, 'Please enter the code from the email')

/**
 * POST /api/auth/verify (contract 11.2): the link alone or the code alone in the browser that
 * requested it, or link and code together in any browser. Contract 18.5 has the codes of its refusals.
 */
export const verification = z.union(
  [
    z.strictObject({ token, code: code.optional() }),
    z.strictObject({ email: email(emailMessage), code }),
  ],
  'Please use the link or the code from the email',
)

export type LinkRequest = z.infer<typeof linkRequest>
export type Verification = z.infer<typeof verification>

/** The answer to every well-formed request for a link, whether or not the address is known. */
export const linkSent = { message: 'Magic link sent' } as const
