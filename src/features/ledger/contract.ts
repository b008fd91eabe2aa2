import { z } from 'zod'
import { progressKey } from '#features/members/bulk.ts'
import { memberSelection } from '#features/members/contract.ts'
import { isDay } from '#shared/dates.ts'
import {
  amount,
  calendarDay,
  dayFormatMessage,
  isoTime,
  optional,
  reference,
  required,
  requiredAmount,
  singleLine,
} from '#shared/fields.ts'
import { pageCursor, pageLimit } from '#shared/list-query.ts'
import { paymentKey } from '#shared/values/reference.ts'
import { paymentModes } from './payment-modes.ts'

/** The fee that the bank took for a returned payment, in rupees as typed; empty for none. */
export const bankFee = amount.transform((paise) => paise ?? 0).optional()

const emails = (membersAre: string) =>
  z.boolean(`Please say whether ${membersAre} emailed`).default(false)
/** Emails the member what has happened to their payment. */
export const emailsMember = emails('the member is')

const paymentModeMessage = 'Please choose Bank, Cash, Cheque or GPay'
export const paymentMode = z.enum(paymentModes, paymentModeMessage)

/**
 * The kinds of ledger entries. A reversal voids a payment, a cancellation anything else. `tds` is tax that a
 * member deducted, `refund` is credit that was paid back. A `paper` moves no money: it numbers the paper of a charge
 * that credit pays. Settlements, without an amount, are in older ledgers only; they add nothing to the other entries.
 */
export const entryKinds = [
  'payment',
  'reversal',
  'charge',
  'waiver',
  'tds',
  'refund',
  'paper',
  'settlement',
  'cancellation',
] as const
export type EntryKind = (typeof entryKinds)[number]

/**
 * What a charge is for; 'arrears' are brought forward from the books that the office kept before the portal.
 */
export const chargeItems = ['dues', 'joining fee', 'arrears', 'refund to return', 'other'] as const
export type ChargeItem = (typeof chargeItems)[number]

/** Why an administrator reverses a payment, a waiver or a charge. */
export const reversalReasons = ['bounced', 'wrong member', 'typed twice', 'other'] as const
export type ReversalReason = (typeof reversalReasons)[number]

export const reversalReasonLabels: Record<ReversalReason, string> = {
  bounced: 'Returned by the bank',
  'wrong member': 'Recorded for the wrong member',
  'typed twice': 'Recorded twice',
  other: 'Another reason',
}

/** The refusal for cash that is reversed as returned by the bank. */
export const cashReturnedMessage =
  'Cash cannot be returned by the bank. Please choose another reason'

/** An existing calendar day as yyyy-MM-dd; a time after the date is removed. */
const day = (message: string) =>
  z
    .string(message)
    .regex(/^(19|20)\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/, message)
    .transform((value, context) => {
      const date = value.slice(0, 10)
      const isValid = !Number.isNaN(Date.parse(value)) && !Number.isNaN(Date.parse(date))
      if (isValid && isDay(date) && new Date(date).toISOString().startsWith(date)) return date
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/**
 * Refuses a day of payment after today in India; every call that records a payment uses this message.
 */
export const futurePaymentMessage = 'The day of the payment is in the future'

/** Why a payment with the reference of another member's payment is another one; absent to refuse it. */
export const anotherPaymentReason = required(
  singleLine(200),
  'Please say why it is another payment',
  3,
).optional()

/** Emails the receipt to the member. */
export const emailsReceipt = z.boolean('Please say whether the receipt is emailed').default(false)

export const paidAtMessage = 'Please give the time of the payment'
const replacesMessage = 'Please say whether payments are replaced'
const validFromMessage = 'Please choose the day the membership is valid from'
const validToMessage = 'Please choose the day the membership is valid to'

const paid = z
  .object({
    payment_status: z.literal(true),
    membership_valid_from: day(validFromMessage),
    membership_valid_to: day(validToMessage),
    payment_date: isoTime(paidAtMessage).nullish(),
    paymentAmount: requiredAmount,
    paymentMode: z.preprocess((mode) => mode || undefined, paymentMode.optional()),
    paymentRef: optional(reference()),
    another_payment: anotherPaymentReason,
    email_receipt: emailsReceipt,
    updated_at: singleLine(40).optional(),
  })
  .refine(({ membership_valid_from: from, membership_valid_to: to }) => from <= to, {
    path: ['membership_valid_to'],
    message: 'The membership ends before it begins',
  })

const unpaid = z.object({
  payment_status: z.literal(false),
  updated_at: singleLine(40).optional(),
})

/**
 * PUT /api/admin/members/{id}/payment. Mark Unpaid needs `payment_status` only. `updated_at`, the version of the
 * member that was read, refuses a stale change.
 */
export const paymentMark = z.discriminatedUnion('payment_status', [paid, unpaid], {
  error: 'Please say whether the member has paid',
})
/** POST /api/admin/members/{id}/payment/preview, and POST /api/admin/members/{id}/instalments. */
export const paidMark = paid
export type PaymentMark = z.output<typeof paymentMark>
export type PaidMark = z.output<typeof paid>

/**
 * What a held cheque is recorded as when it is cleared: a payment of dues, or Mark Paid with the full fee or a part.
 */
export const chequeKinds = ['dues', 'full', 'instalment'] as const
export type ChequeKind = (typeof chequeKinds)[number]

/** POST /api/admin/members/{id}/cheques: a cheque that is received and not cleared. The days are those of Mark Paid. */
export const heldCheque = z
  .object({
    number: z
      .string('Please enter the number of the cheque')
      .trim()
      .regex(/^\d{1,12}$/, 'Please enter the number of the cheque, like 123456'),
    bank: required(singleLine(60), 'Please enter the bank of the cheque', 3),
    amount: requiredAmount,
    received_on: calendarDay('Please choose the day on which the cheque was received'),
    kind: z.enum(chequeKinds, 'Please say what the cheque pays for').default('dues'),
    membership_valid_from: day(validFromMessage).optional(),
    membership_valid_to: day(validToMessage).optional(),
  })
  .refine(({ number, bank }) => paymentKey('Cheque', `${number} ${bank}`) !== undefined, {
    path: ['bank'],
    message: 'Please enter the name of the bank in letters',
  })
  .refine(
    ({ kind, membership_valid_from: from, membership_valid_to: to }) =>
      kind === 'dues' || (from !== undefined && to !== undefined && from <= to),
    { path: ['membership_valid_to'], message: 'Please choose the days of the membership' },
  )
export type NewHeldCheque = z.output<typeof heldCheque>

/** GET /api/admin/cheques: of one member, or of all. */
export const heldChequesQuery = z.object({ member: singleLine(40).optional() })

/** POST /api/admin/members/{id}/cheques/{chequeId}/clear. */
export const chequeClearing = z.object({
  cleared_on: calendarDay('Please choose the day on which the bank credited the cheque'),
  email_receipt: emailsReceipt,
  updated_at: singleLine(40).optional(),
})
export type ChequeClearing = z.output<typeof chequeClearing>

/** POST /api/admin/members/{id}/cheques/{chequeId}/return. */
export const chequeReturn = z.object({
  reason: required(singleLine(200), 'Please enter the reason, like insufficient funds', 3),
  bank_fee: bankFee,
  updated_at: singleLine(40).optional(),
})
export type ChequeReturn = z.output<typeof chequeReturn>

/** POST /api/admin/bulk/payments/preview: with `replace` those who paid for the period are not left out. */
export const bulkPaymentPreview = z.object({
  selection: memberSelection,
  membership_valid_to: day(validToMessage),
  replace: z.boolean(replacesMessage).default(false),
  /** The payment whose preview is requested. */
  mark: paid.optional(),
})
export type BulkPaymentPreview = z.output<typeof bulkPaymentPreview>

/** POST /api/admin/bulk/payments: the same payment for every member. */
export const bulkPayment = z.object({
  selection: memberSelection,
  mark: paid,
  replace: z.boolean(replacesMessage).default(false),
  ...progressKey,
})
export type BulkPayment = z.output<typeof bulkPayment>

/** POST /api/admin/bulk/payments/{id}/undo. */
export const bulkPaymentUndo = z.object({
  ...progressKey,
  /** Emails each member that the payment is reversed. */
  email_member: emails('the members are'),
})

/** The query of GET /api/admin/payments: active payments, newest first. Days are those of India. */
export const paymentsQuery = z.object({
  from: calendarDay(dayFormatMessage),
  to: calendarDay(dayFormatMessage),
  /** `none`: payments without a mode. */
  mode: z.enum([...paymentModes, 'none'], 'Please choose a mode from the list').optional(),
  /**
   * Only payments that paid dues, and tax deducted without a payment; their
   * `dues_paise` add up to the figure of the dashboard.
   */
  paid_for: z.literal('dues', 'Please choose dues, or leave it out').optional(),
  limit: pageLimit(500, 'payments').default(100),
  cursor: pageCursor.optional(),
})
