import { minutes } from '#shared/dates.ts'
import { isEmail } from '#shared/email-address.ts'

/** What the visitor chose on the login screen. It decides which mail goes out, never a role. */
export const linkTypes = ['member', 'jobseeker', 'admin'] as const
export type LinkType = (typeof linkTypes)[number]

/** Specification section 5, Login. */
export const emailMessage = 'Please enter a valid email address'

/** The message for what was typed as e-mail, or undefined when it may be sent. */
export const emailProblem = (typed: string): string | undefined =>
  isEmail(typed) ? undefined : emailMessage

/** How long a link and its code can be redeemed (rulings section 2), in milliseconds. */
export const linkLife = minutes(10)

/** Wrong codes after which a request for a link is dead (rulings section 2). */
export const codeTries = 5

/** Requests for a link that may be open for one address at a time (rulings section 2). */
export const openRequests = 3

export const isCode = (typed: string): boolean => /^\d{6}$/.test(typed)

/** The digits of a code as a person may type or paste it: '123 456' and '123-456' are fine. */
export const codeDigits = (typed: string): string => typed.replace(/[\s-]/g, '')
