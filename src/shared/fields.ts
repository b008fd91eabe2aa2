import { z } from 'zod'
import { canonicalEmail } from './email-address.ts'

/** Longest one-line text and longest free text the portal keeps, in characters. */
export const lineLimit = 200
export const textLimit = 5000

const tooLong = (limit: number) => `Please use at most ${limit} characters`

/** Text of one line, trimmed; control characters are refused. */
export const line = (limit = lineLimit) =>
  z
    .string()
    .trim()
    .max(limit, tooLong(limit))
    .regex(/^[^\p{Cc}]*$/u, 'Please use one line of plain text')

/** Free text over several lines, trimmed; a NUL or another control character is refused. */
export const text = (limit = textLimit) =>
  z
    .string()
    .trim()
    .max(limit, tooLong(limit))
    .regex(/^[^\p{Cc}]*(?:[\t\n\r][^\p{Cc}]*)*$/u, 'Please use plain text')

/** A well-formed address in the portal's one spelling, or the given message. */
export const email = (message: string) =>
  z.string(message).transform((typed, context) => {
    const address = canonicalEmail(typed)
    if (address !== undefined) return address
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** An http or https address of at most 500 characters, or empty. */
export const webAddress = (message: string) =>
  line(500).refine((typed) => typed === '' || isWebAddress(typed), message)

function isWebAddress(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { protocol, hostname } = new URL(typed)
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.')
}
