import { z } from 'zod'
import { canonicalEmail } from './email-address.ts'
import { parseRupees } from './rupees.ts'

/** Longest one-line text and longest free text the portal keeps, in characters. */
export const maxSingleLine = 200
export const maxMultiLine = 5000

const tooLong = (limit: number) => `Please use at most ${limit} characters`

// Refused everywhere: control characters, halves of characters, and the marks that turn the
// direction of writing round. The joiners of Indian scripts and of emoji are welcome.
const singleLinePattern = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u
const multiLinePattern = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\t\n\r])*$/u

// Joiners, fillers and blanks alone are nothing.
const visibleCharacter = /[^\p{Cf}\p{Z}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]/u

/** Text of one line, trimmed. */
export const singleLine = (limit = maxSingleLine) =>
  z
    .string()
    .trim()
    .max(limit, tooLong(limit))
    .regex(singleLinePattern, 'Please use one line of plain text')

/** Free text over several lines, trimmed. */
export const multiLine = (limit = maxMultiLine) =>
  z.string().trim().max(limit, tooLong(limit)).regex(multiLinePattern, 'Please use plain text')

/** A field that must hold at least so many characters; one that is not there says the same. */
export const required = (field: z.ZodString, message: string, least = 1) =>
  z.string(message).pipe(field.min(least, message).regex(visibleCharacter, message))

/** A field that may be left out; it is empty then. */
export const optional = (field: z.ZodType<string, string>) =>
  z.string('Please use plain text').pipe(field).default('')

/** A well-formed address in the portal's one spelling, or the given message. */
export const email = (message: string) =>
  z.string(message).transform((typed, context) => {
    const address = canonicalEmail(typed)
    if (address !== undefined) return address
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const amountMessage = 'Please enter the amount in rupees, like 5000 or 5000.50'

function readAmount(typed: string | number, context: z.RefinementCtx): number | null {
  const plain = String(typed).trim()
  if (plain === '') return null
  const paise = parseRupees(plain)
  if (paise !== undefined) return paise
  context.addIssue({ code: 'custom', message: amountMessage })
  return z.NEVER
}

/** Rupees as typed, as whole paise from 0 on; null when nothing is typed. */
export const typedAmount = z.string(amountMessage).transform(readAmount)

/** The same, of rupees typed or as a number. */
export const amount = z.union([z.string(), z.number()], amountMessage).transform(readAmount)

/** An amount that must be there and above zero. */
export const requiredAmount = amount.pipe(z.number(amountMessage).positive(amountMessage))

/** An http or https address of at most 500 characters, or empty. */
export const webAddress = (message: string) =>
  singleLine(500).refine((typed) => typed === '' || isWebAddress(typed), message)

/** An http or https address whose host has a dot, and nothing before the host. */
export function isWebAddress(typed: string): boolean {
  if (!/^https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i.test(typed) || !URL.canParse(typed))
    return false
  const { protocol, hostname } = new URL(typed)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.')
}
