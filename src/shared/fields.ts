import { z } from 'zod'
import type { Day, Instant } from './dates.ts'
import { completeWebAddress, isWebAddress } from './links.ts'
import { memberRoles } from './roles.ts'
import { readPaise } from './values/amount.ts'
import { readEmail } from './values/email.ts'
import { readReference } from './values/reference.ts'
import { oneLine, plainText } from './values/text.ts'

/** Default limits in characters. */
const maxSingleLine = 200
const maxMultiLine = 5000

// Messages that several forms share; messages of one form are declared with it.
export const formMessage = 'Please fill in the form'
export const plainTextMessage = 'Please use plain text'
export const reasonMessage = 'Please enter the reason'
export const dayFormatMessage = 'Please give days like 2025-04-01'
export const memberTypeMessage = 'Please choose oem or vendor'
export const whatsAppNumberMessage = 'Please enter a valid WhatsApp number'

export const tooLong = (limit: number) => `Please use at most ${limit} characters`

// Excludes control characters, unpaired surrogates and direction overrides, which reverse text.
const singleLinePattern = /^[^\p{Cc}\p{Cs}\u202E]*$/u
const multiLinePattern = /^(?:[^\p{Cc}\p{Cs}\u202E]|[\t\n\r])*$/u

// Joiners, fillers and blanks alone count as empty.
const visibleCharacter = /[^\p{Cf}\p{Z}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]/u

const controlCharacter =
  'This text has an invisible character that cannot be used; please type it again'

const lineReadBy = (read: (typed: string) => string, limit: number) =>
  z.string().overwrite(read).max(limit, tooLong(limit)).regex(singleLinePattern, controlCharacter)

/** `oneLine`: text without invisible characters, trimmed, its lines joined. */
export const singleLine = (limit = maxSingleLine) => lineReadBy(oneLine, limit)

/** The reference of a payment, in every form that has one. */
export const reference = (limit = maxSingleLine) => lineReadBy(readReference, limit)

/** `plainText`: text of several lines without invisible characters, trimmed. */
export const multiLine = (limit = maxMultiLine) =>
  z
    .string()
    .overwrite(plainText)
    .max(limit, tooLong(limit))
    .regex(multiLinePattern, controlCharacter)

/** A field of at least `minLength` characters; a missing field gives the same message. */
export const required = (field: z.ZodString, message: string, minLength = 1) =>
  z.string(message).pipe(field.min(minLength, message).regex(visibleCharacter, message))

/** The WhatsApp number of a new member or an applicant. */
export const whatsAppNumber = required(singleLine(30), whatsAppNumberMessage, 10)

/** The type of members in a filter or a form. */
export const memberType = z.enum(memberRoles, memberTypeMessage)

// Schemas of values that answers of all features contain.
/** ISO UTC. */
export const moment = z.iso.datetime() as unknown as z.ZodType<Instant, Instant>
/** yyyy-MM-dd. */
export const day = z.iso.date() as unknown as z.ZodType<Day, Day>
/** Whole paise. */
export const paise = z.int()
export const count = z.int().min(0)

/** A field that may be missing, which counts as empty. */
export const optional = (field: z.ZodType<string, string>) =>
  z.string(plainTextMessage).pipe(field).default('')

/** A well-formed e-mail address, in canonical form; else the given message. */
export const email = (message: string) =>
  z.string(message).transform((typed, context) => {
    const address = readEmail(typed)
    if (address !== undefined) return address
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const amountMessage = 'Please enter the amount in rupees, like 5000 or 5000.50'

function paiseOf(typed: string | number, context: z.RefinementCtx): number | null {
  const text = plainText(String(typed))
  if (text === '') return null
  const read = readPaise(text)
  if (read !== undefined) return read
  context.addIssue({ code: 'custom', message: amountMessage })
  return z.NEVER
}

/** Parses rupees as typed into whole paise, 0 or more; null for an empty text. */
export const typedAmount = z.string(amountMessage).transform(paiseOf)

/** Like `typedAmount`, but also accepts rupees as a number. */
export const amount = z.union([z.string(), z.number()], amountMessage).transform(paiseOf)

/** A required amount above zero. */
export const requiredAmount = amount.pipe(z.number(amountMessage).positive(amountMessage))

/** One line that may have a website; 'https://' is added to an address without it. */
export const website = () => singleLine(500).overwrite(completeWebAddress)

/** An http or https URL of at most 500 characters, or empty; 'https://' is added where it is missing. */
export const webAddress = (message: string) =>
  website().refine((typed) => typed === '' || isWebAddress(typed), message)

/** The address of an uploaded image, `/uploads/…`; empty for none. */
export const uploadedImage = (message: string) =>
  z.string(message).regex(/^(\/uploads\/[\w-]{20,64}\.(jpg|png))?$/, message)

/** An id as the portal makes them; no record has any other. */
export const idPattern = /^[\w-]{1,64}$/

/** Arithmetic with later years fails: the day after 9999-12-31 has no ISO form of four digits. */
const isUsualYear = (typed: string): boolean => /^(19|20)/.test(typed)

/** A day as yyyy-MM-dd, from 1900 to 2099. */
export const calendarDay = (message: string) =>
  z.iso.date(message).refine(isUsualYear, message) as unknown as z.ZodType<Day, string>

/** A time in UTC in ISO form, from 1900 to 2099. */
export const isoTime = (message: string) =>
  z.iso.datetime(message).refine(isUsualYear, message) as unknown as z.ZodType<Instant, string>
