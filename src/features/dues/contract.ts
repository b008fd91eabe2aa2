import { z } from 'zod'
import { isRecordingError } from '#features/ledger/account-entries.ts'
import {
  anotherPaymentReason,
  bankFee,
  emailsMember,
  emailsReceipt,
  paidAtMessage,
  paymentMode,
  reversalReasons,
} from '#features/ledger/contract.ts'
import { taxTreatment } from '#features/ledger/receipts/contract.ts'
import { type Proration, prorationRules } from '#features/ledger/year-charges.ts'
import { memberSelection } from '#features/members/contract.ts'
import { yearMessage, yearName } from '#shared/dues/year-name.ts'
import {
  amount,
  amountMessage,
  calendarDay,
  isoTime,
  memberType,
  optional,
  reasonMessage,
  reference,
  required,
  requiredAmount,
  singleLine,
} from '#shared/fields.ts'
import { yearNamed } from '#shared/financial-year.ts'

export const prorationLabels: Record<Proration, string> = {
  none: 'Full amount',
  quarter: 'By quarter',
}

const year = z.string(yearMessage).pipe(yearName)

const version = singleLine(40).optional()

const reasonText = required(singleLine(500), reasonMessage, 3)

const graceMessage = 'Please enter the days of grace, from 0 to 365'

/** PUT /api/admin/dues/rates. Amounts are rupees as typed; the output is whole paise. */
export const duesRateEdit = z
  .object({
    year,
    role: memberType,
    amount: requiredAmount,
    /** Empty for none. */
    joining_fee: amount.transform((paise) => paise ?? 0),
    proration: z.enum(prorationRules, 'Please choose the full amount or by quarter'),
    due_on: calendarDay('Please choose the day the dues are due'),
    grace_days: z.int(graceMessage).min(0, graceMessage).max(365, graceMessage),
    /** `recorded_at` of the rate as read, null for none: refuses a stale change. */
    seen: singleLine(40).nullish(),
  })
  .refine(
    ({ year: name, due_on: day }) => {
      const days = yearNamed(name)
      return !days || (day >= `${Number(days.from.slice(0, 4)) - 1}-04-01` && day <= days.to)
    },
    { path: ['due_on'], message: 'Please choose a day within the year, or within the year before' },
  )
export type DuesRateEdit = z.output<typeof duesRateEdit>

/** POST /api/admin/dues/runs/preview; without a selection for all members. */
export const duesRunPreview = z.object({ year, selection: memberSelection.optional() })
export type DuesRunSelection = z.output<typeof duesRunPreview>

/** POST /api/admin/dues/runs: `token` is the one of the preview. */
export const duesRunRequest = duesRunPreview.extend({
  token: singleLine(64),
})
export type DuesRunRequest = z.output<typeof duesRunRequest>

const paidAt = isoTime(paidAtMessage).optional()

/** The number of the certificate (Form 16A); empty while the member has not sent it. */
const certificateNumber = optional(singleLine(40))

const optionalPaymentFields = {
  mode: z.preprocess((mode) => mode || undefined, paymentMode.optional()),
  reference: reference().default(''),
}

/** POST /api/admin/members/{id}/dues-payments/preview. */
export const duesPaymentPreview = z.object({
  amount: requiredAmount,
  ...optionalPaymentFields,
  paid_at: paidAt,
  /** Tax that the member deducted, beside the amount; empty for none. */
  tds: amount.optional(),
  certificate_number: certificateNumber,
  /**
   * The open charge that is paid first; null pays the charge that is due first. Without this field, the server derives
   * the charge from the amount (ledger/account.ts).
   */
  charge_id: singleLine(64).nullish(),
  /**
   * The id of the payment that this one corrects: the preview leaves out that payment and its tax, and keeps its charge
   * if that was chosen by hand.
   */
  corrects: singleLine(64).optional(),
})

/** POST /api/admin/members/{id}/dues-payments; `paid_at` is now unless given. */
export const duesPayment = duesPaymentPreview.omit({ corrects: true }).extend({
  another_payment: anotherPaymentReason,
  /** Mails the receipt to a member with an email address. */
  email_receipt: emailsReceipt,
  /** The version of the member that was read. */
  updated_at: version,
})

/** POST /api/admin/members/{id}/account/{entryId}/correct. */
export const paymentCorrection = duesPayment.omit({
  email_receipt: true,
  tds: true,
  certificate_number: true,
  charge_id: true,
})
export type PaymentCorrection = z.output<typeof paymentCorrection>

/** POST /api/admin/members/{id}/waivers. */
export const duesWaiver = z.object({
  amount: requiredAmount,
  reason: reasonText,
  updated_at: version,
})

/** POST /api/admin/members/{id}/waivers/preview. */
export const duesWaiverPreview = duesWaiver.pick({ amount: true })

/** POST /api/admin/members/{id}/own-fee: 0 for a member who pays nothing. */
export const ownFeeEdit = z
  .object({
    amount: amount.pipe(z.number(amountMessage).nonnegative(amountMessage)),
    from_year: year,
    /** Empty until it is changed. */
    to_year: z
      .union([z.literal('').transform(() => null), year])
      .nullish()
      .default(null),
    reason: reasonText,
    updated_at: version,
  })
  .refine(({ from_year, to_year }) => to_year === null || to_year >= from_year, {
    path: ['to_year'],
    message: 'The last year is before the first',
  })
export type OwnFeeEdit = z.output<typeof ownFeeEdit>

/** POST /api/admin/members/{id}/own-fee/remove. */
export const ownFeeRemoval = z.object({ updated_at: version })

/** POST /api/admin/members/{id}/charges; without a tax as the association taxes payments. */
export const newCharge = z.object({
  label: required(singleLine(80), 'Please say what it is for', 3),
  amount: requiredAmount,
  due_on: calendarDay('Please choose the due date'),
  tax: taxTreatment.optional(),
  updated_at: version,
})

const money = {
  amount: requiredAmount,
  /** Now unless given. */
  paid_at: paidAt,
  updated_at: version,
}

/** POST /api/admin/members/{id}/refunds/preview. */
export const creditRefundPreview = z.object({ amount: requiredAmount, paid_at: paidAt })

/** POST /api/admin/members/{id}/refunds: pays back credit. */
export const creditRefund = z.object({
  ...money,
  ...optionalPaymentFields,
})

/** POST /api/admin/members/{id}/tds/preview. */
export const taxDeductionPreview = z.object({ amount: requiredAmount, paid_at: paidAt })

/** POST /api/admin/members/{id}/tds: tax that the member deducted. */
export const taxDeduction = z.object({ ...money, certificate_number: certificateNumber })

/** POST /api/admin/members/{id}/account/{entryId}/certificate. */
export const taxCertificate = z.object({
  certificate_number: required(singleLine(40), 'Please enter the number of the certificate'),
  updated_at: version,
})

/** POST /api/admin/members/{id}/account/{entryId}/cancel/preview. */
export const entryCancellationPreview = z
  .object({
    reason: z.enum(reversalReasons, 'Please choose a reason').optional(),
    note: singleLine(200).optional(),
    bank_fee: bankFee,
    /** For a payment that bounced, or with another reason: the day on which the money went back; today by default. */
    returned_on: calendarDay('Please choose the day on which the money went back').optional(),
    /** Emails the member that the payment is reversed. */
    email_member: emailsMember,
    updated_at: version,
  })
  .refine(({ reason = null, returned_on: day }) => day === undefined || !isRecordingError(reason), {
    path: ['returned_on'],
    message: 'What was recorded wrongly goes back on the day of the payment',
  })

/** POST /api/admin/members/{id}/account/{entryId}/cancel. */
export const entryCancellation = entryCancellationPreview.refine(
  ({ reason, note = '' }) => reason !== 'other' || note.length >= 3,
  { path: ['note'], message: reasonMessage },
)
export type EntryCancellation = z.output<typeof entryCancellation>
