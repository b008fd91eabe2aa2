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
import { mailKindNames, placeholderProblem } from './rules.ts'

/** Rupees as typed; plain digits from here on, empty for none. */
const dues = typedAmount
  .refine((paise) => paise !== 0, amountMessage)
  .transform((paise) => (paise === null ? '' : decimalRupees(paise)))

const orEmpty = (pattern: RegExp, message: string) =>
  singleLine(60).refine((typed) => typed === '' || pattern.test(typed), message)

/** What the association says of itself, every value as text. */
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
    /** `/uploads/…` as POST /api/upload answered it; empty: the portal's own. */
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

const asRead = z.string().max(5000).optional()

/**
 * PUT /api/admin/settings: what is left out stays as it is. `seen` are the changed settings as they
 * were read: one that somebody has changed since is refused with 409, and nothing is written.
 */
export const settingsEdit = associationSettings
  .partial()
  .extend({ seen: z.record(z.string().max(40), asRead).default({}) })
export type SettingsEdit = z.output<typeof settingsEdit>

/** One mail of the portal in the association's words; both empty: in the portal's own. */
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

/** PUT /api/admin/settings/mails; `seen` as above, of the words that are replaced. */
export const mailEdit = z
  .object({ seen: z.object({ subject: asRead, text: asRead }).optional() })
  .and(mailTemplate)
export type MailEdit = z.output<typeof mailEdit>

/** GET /api/admin/settings. */
export interface Settings extends AssociationSettings {
  mails: MailTemplate[]
}

/** POST /api/admin/settings/mails/preview: the mail as it would read, with sample values. */
export interface MailPreview {
  subject: string
  text: string
}

/** POST /api/admin/admins. */
export const newAdmin = z.object({
  name: required(singleLine(), 'Name must be at least 2 characters', 2),
  email: email('Invalid email address'),
})
export type NewAdmin = z.output<typeof newAdmin>

/** GET /api/admin/settings/history: one change of the settings, newest first. */
export interface SettingsChange {
  id: string
  /** ISO UTC. */
  at: string
  /** A sentence without its full stop. */
  words: string
  /** What was changed, before and after as people read them. */
  details: { field: string; before: string; after: string }[]
  can_undo: boolean
}
