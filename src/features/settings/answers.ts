import { z } from 'zod'
import { certificateSettings } from '#features/certificates/template.ts'
import { documentLanguages, lateRenewals } from '#shared/association-details.ts'
import { forTallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { moment } from '#shared/fields.ts'
import { mailKindNames } from './mail-kinds.ts'

const text = z.string()

const mailTemplateAnswer = z.strictObject({ kind: z.enum(mailKindNames), subject: text, text })

/** GET /api/admin/settings (contract 3.17). */
export const settingsAnswer = z.strictObject({
  product_name: text,
  association_name: text,
  association_short_name: text,
  association_website: text,
  /** `/uploads/…`; empty for the portal's own logo. */
  association_logo: text,
  association_address: text,
  founded_in: text,
  association_pan: text,
  association_gstin: text,
  /** Where answers to mails go; empty for none. */
  office_email: text,
  /** Rupees in plain digits; empty for none. */
  dues_oem: text,
  dues_vendor: text,
  bank_account_name: text,
  bank_name: text,
  bank_account_number: text,
  bank_ifsc: text,
  upi_id: text,
  upi_payee_name: text,
  upi_merchant_code: text,
  receipt_prefix: text,
  receipt_short_year: z.enum(['', 'yes']),
  ...forTallyLedgers(() => text),
  document_language: z.enum(documentLanguages),
  late_renewal: z.enum(lateRenewals),
  /** Days from the due date, like '-14, 0, 15'; empty for no reminders. */
  dues_reminders: text,
  ...certificateSettings,
  /** 'yes' while every administrator needs a second factor. */
  require_second_factor: z.enum(['', 'yes']),
  /** The mails whose text the association has changed. */
  mails: z.array(mailTemplateAnswer),
})

/** The mail with example values. The image in `html` is a path of the portal. */
export const mailPreviewAnswer = z.strictObject({
  subject: text,
  preheader: text,
  text,
  html: text,
})

const settingsChange = z.strictObject({
  id: z.string(),
  at: moment,
  /** What happened, as a sentence without a full stop. */
  words: text,
  /** The changed settings with their values as administrators read them. */
  details: z.array(z.strictObject({ field: text, before: text, after: text })),
  can_undo: z.boolean(),
})

/** The changes of settings and administrators, newest first. */
export const settingsHistoryAnswer = z.array(settingsChange)

/**
 * GET /api/admin/settings/payment-changes: the changes of the last seven days to where members pay by other
 * administrators, newest first, for the banner. The first filling of the details is left out.
 */
export const paymentChangesAnswer = z.array(
  z.strictObject({
    id: z.string(),
    at: moment,
    who: text,
    details: z.array(z.strictObject({ field: text, before: text, after: text })),
  }),
)

export type PaymentChange = z.infer<typeof paymentChangesAnswer>[number]
export type MailPreview = z.infer<typeof mailPreviewAnswer>
export type Settings = z.infer<typeof settingsAnswer>
export type SettingsChange = z.infer<typeof settingsChange>
