import { z } from 'zod'
import { day, moment } from '#shared/fields.ts'
import { taxKinds } from './tax.ts'

const treatment = z.strictObject({
  id: z.string(),
  valid_from: day,
  kind: z.enum(taxKinds),
  /** Hundredths of a percent. */
  rate: z.int(),
  sac: z.string(),
  legend: z.string(),
  recorded_at: moment,
  /** The administrator's name. */
  recorded_by: z.string().nullable(),
})

/** The latest first. */
export const treatmentsAnswer = z.array(treatment)
export type TreatmentAnswer = z.infer<typeof treatment>

const ownPayment = z.strictObject({
  id: z.string(),
  receipt_number: z.string().nullable(),
  /** True when the portal has a receipt to download. */
  has_receipt: z.boolean(),
  is_cancelled: z.boolean(),
  /** Negative for a refund; 0 where credit pays a charge and the paper is for that. */
  amount_paise: z.int(),
  /**
   * Set for the paper of a charge that credit pays, and of credit that was paid back; absent for the paper of a
   * payment.
   */
  paper: z.strictObject({ kind: z.enum(['credit', 'refund']), amount_paise: z.int() }).optional(),
  /** Sentences of the paper about payments of its charge that were cancelled since. */
  unpaid: z.array(z.string()).optional(),
  paid_at: moment,
  valid_from: day.nullable(),
  valid_to: day.nullable(),
})

/** The payments of the caller, and what else has a paper for them, newest first. */
export const ownPaymentsAnswer = z.array(ownPayment)
export type OwnPayment = z.infer<typeof ownPayment>

/** The address that gets the email. */
export const receiptSentAnswer = z.strictObject({ email: z.string() })

/** The limits of the days of payments (payment-days.ts), and who closed and reopened years, the latest first. */
export const booksClosingAnswer = z.strictObject({
  closed_to: z.string(),
  founded_in: z.string(),
  changes: z.array(
    z.strictObject({
      at: moment,
      /** The administrator's name. */
      by: z.string().nullable(),
      /** The last closed year before and after it; empty for none. */
      before: z.string(),
      after: z.string(),
      reason: z.string(),
    }),
  ),
})
export type BooksClosingAnswer = z.infer<typeof booksClosingAnswer>
