import { z } from 'zod'
import {
  amountMessage,
  email,
  multiLine,
  required,
  singleLine,
  typedAmount,
  webAddress,
} from '#shared/fields.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { mailKindNames, placeholderProblem } from './mail-kinds.ts'

/** Rupees as entered; the output has plain digits, or is empty for none. */
const dues = typedAmount
  .refine((paise) => paise !== 0, amountMessage)
  .transform((paise) => (paise === null ? '' : decimalRupees(paise)))

const orEmpty = (pattern: RegExp, message: string) =>
  singleLine(60).refine((typed) => typed === '' || pattern.test(typed), message)

/** The association's names, website, logo, dues and bank details (contract 3.17); all values are text. */
export const associationSettings = z.object(
  {
    product_name: required(singleLine(60), 'Please name the portal'),
    association_name: required(singleLine(120), 'Please name the association'),
    association_short_name: required(
      singleLine(20).regex(
        /^[\p{L}\p{M}\p{N} &.-]+$/u,
        'Please use letters and digits only: the name stands in file names',
      ),
      'Please give the association a short name',
    ),
    association_website: required(webAddress('Must be a valid URL'), 'Please give the website'),
    /** `/uploads/…` as answered by POST /api/upload; empty for the portal's own logo. */
    association_logo: z
      .string('Please upload the logo again')
      .regex(/^(\/uploads\/[\w-]{20,64}\.(jpg|png))?$/, 'Please upload the logo again'),
    dues_oem: dues,
    dues_vendor: dues,
    bank_account_name: singleLine(120),
    bank_name: singleLine(120),
    bank_account_number: orEmpty(/^[\d -]{6,34}$/, 'Please enter the digits of the account number'),
    bank_ifsc: orEmpty(/^[A-Za-z]{4}0[A-Za-z0-9]{6}$/, 'An IFSC is like SBIN0001234'),
    upi_id: orEmpty(/^[\w.-]{2,}@[A-Za-z][\w.-]+$/, 'A UPI ID is like name@bank'),
  },
  'Please fill in the form',
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
    kind: z.enum(mailKindNames, 'Please choose a mail from the list'),
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

/** POST /api/admin/admins. */
export const newAdmin = z.object({
  name: required(singleLine(), 'Name must be at least 2 characters', 2),
  email: email('Invalid email address'),
})
export type NewAdmin = z.output<typeof newAdmin>
