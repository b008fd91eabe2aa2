import { z } from 'zod'
import { certificateSettings } from '#features/certificates/template.ts'
import { logoMessage } from '#features/members/fields/field-rules.ts'
import { gstin } from '#features/members/gstin.ts'
import { emailMessage } from '#features/sign-in/rules.ts'
import { documentLanguages, lateRenewals } from '#shared/association-details.ts'
import { parseReminderDays, reminderDaysMessage } from '#shared/dues/reminder-days.ts'
import { forTallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { merchantCodePattern, vpaPattern } from '#shared/dues/upi.ts'
import {
  amountMessage,
  email,
  formMessage,
  multiLine,
  optional,
  required,
  singleLine,
  typedAmount,
  uploadedImage,
  webAddress,
} from '#shared/fields.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readEmail } from '#shared/values/email.ts'
import { latinDigits } from '#shared/values/text.ts'
import { mailKindNames, placeholderProblem } from './mail-kinds.ts'

/** Rupees as entered; the output has plain digits, or is empty for none. */
const dues = typedAmount
  .refine((paise) => paise !== 0, amountMessage)
  .transform((paise) => (paise === null ? '' : decimalRupees(paise)))

const switchMessage = 'Please choose on or off'

const optionalEmail = z.string().transform((typed, context) => {
  if (typed.trim() === '') return ''
  const address = readEmail(typed)
  if (address !== undefined) return address
  context.addIssue({ code: 'custom', message: emailMessage })
  return z.NEVER
})

const orEmpty = (
  pattern: RegExp,
  message: string,
  normalise: (typed: string) => string = (typed) => typed,
) =>
  singleLine(60)
    .transform(normalise)
    .refine((typed) => typed === '' || pattern.test(typed), message)

const merchantCode = orEmpty(
  merchantCodePattern,
  'A merchant category code has 4 digits, like 8699',
)

const withoutSpaces = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** The association's names, website, logo, dues and bank details (contract 3.17); all values are text. */
export const associationSettings = z.object(
  {
    product_name: required(singleLine(60), 'Please enter the portal name'),
    association_name: required(singleLine(120), 'Please enter the association name'),
    association_short_name: required(
      singleLine(20).regex(
        /^[\p{L}\p{M}\p{N} &.-]+$/u,
        'Please use letters and digits only. The short name is used in file names.',
      ),
      'Please enter a short name',
    ),
    association_website: required(webAddress('Must be a valid URL'), 'Please enter the website'),
    /** `/uploads/…` as answered by POST /api/upload; empty for the portal's own logo. */
    association_logo: uploadedImage(logoMessage),
    /** Printed on documents, one line under the other. */
    association_address: multiLine(400),
    /** Payments that are dated earlier are refused; empty for no check. */
    founded_in: orEmpty(/^(18|19|20)\d\d$/, 'Please enter a year like 1998', latinDigits),
    association_pan: orEmpty(
      /^[A-Z]{5}\d{4}[A-Z]$/,
      'A PAN has 10 characters, like AAATF1234K',
      withoutSpaces,
    ),
    association_gstin: gstin,
    /** Where answers to mails go; empty for the sender's address. */
    office_email: optionalEmail,
    dues_oem: dues,
    dues_vendor: dues,
    bank_account_name: singleLine(120),
    bank_name: singleLine(120),
    bank_account_number: orEmpty(/^[\d -]{6,34}$/, 'Please enter the account number in digits'),
    bank_ifsc: orEmpty(
      /^[A-Z]{4}0[A-Z0-9]{6}$/,
      'An IFSC has 11 characters, like SBIN0001234',
      (typed) => typed.replace(/[\s-]/g, '').toUpperCase(),
    ),
    upi_id: orEmpty(/^[\w.-]{2,}@[A-Za-z][\w.-]+$/, 'A UPI ID looks like name@bank'),
    /** Empty for the association's name. */
    upi_payee_name: singleLine(60),
    /** Four digits; empty for an account that is not a merchant's. */
    upi_merchant_code: merchantCode,
    /** The beginning of every receipt number; empty for numbers like 'R2025-26/0001'. */
    receipt_prefix: orEmpty(
      /^[A-Z0-9][A-Z0-9-]{0,9}$/,
      'Please use up to 10 letters and digits, like FPMA',
      withoutSpaces,
    ),
    /** 'yes' for years like '26-27' in receipt numbers. */
    receipt_short_year: z.enum(['', 'yes'], switchMessage),
    /** Ledgers of Tally; empty for the portal's names. */
    ...forTallyLedgers(() => singleLine(60)),
    document_language: z.enum(documentLanguages, 'Please choose a language'),
    late_renewal: z.enum(lateRenewals, 'Please choose when a late renewal starts'),
    /** Days before (negative) and after the due date; empty for no reminders. */
    dues_reminders: singleLine(60)
      .refine((typed) => parseReminderDays(typed) !== undefined, reminderDaysMessage)
      .transform((typed) => (parseReminderDays(typed) ?? []).join(', ')),
    ...certificateSettings,
    /** 'yes' while every administrator needs a second factor. */
    require_second_factor: z.enum(['', 'yes'], switchMessage),
  },
  formMessage,
)
export type AssociationSettings = z.output<typeof associationSettings>
export type SettingName = keyof AssociationSettings

const readValue = z.string().max(5000).optional()

/**
 * PUT /api/admin/settings: absent settings stay unchanged. `seen` has the changed settings as the
 * caller has read them; when one of them has changed since, nothing is written (409).
 */
export const settingsEdit = associationSettings
  .partial()
  .extend({ seen: z.record(z.string().max(40), readValue).default({}) })
export type SettingsEdit = z.output<typeof settingsEdit>

/** The association's text of a mail; with both fields empty the portal's own text is used. */
export const mailTemplate = z
  .object({
    kind: z.enum(mailKindNames, 'Please choose an email from the list'),
    subject: singleLine(150),
    text: multiLine(4000),
  })
  .superRefine((template, context) => {
    const message = placeholderProblem(template)
    if (message) context.addIssue({ code: 'custom', ...message })
  })
export type MailTemplate = z.output<typeof mailTemplate>

/** PUT /api/admin/settings/mails; `seen` is the template as the caller has read it. */
export const mailEdit = z
  .object({ seen: z.object({ subject: readValue, text: readValue }).optional() })
  .and(mailTemplate)
export type MailEdit = z.output<typeof mailEdit>

/** POST /api/admin/settings/upi-test: what the form has, saved or not. */
export const upiTest = z.object({
  upi_id: z.string().trim().max(100).regex(vpaPattern, 'A UPI ID looks like name@bank'),
  payee_name: singleLine(120),
  merchant_code: optional(merchantCode),
})
export type UpiTest = z.output<typeof upiTest>

/** POST /api/admin/admins. */
export const newAdmin = z.object({
  name: required(singleLine(), 'Name must be at least 2 characters', 2),
  email: email('Invalid email address'),
})
export type NewAdmin = z.output<typeof newAdmin>
