import { z } from 'zod'
import { optional, requiredAmount, singleLine } from '#shared/fields.ts'

/** As the specification names them; the labels people read are in `paymentModeLabels`. */
export const paymentModes = ['Bank', 'Cash', 'Cheque', 'GPay'] as const
export type PaymentMode = (typeof paymentModes)[number]

export const paymentModeLabels: Record<PaymentMode, string> = {
  Bank: 'Bank Transfer',
  Cash: 'Cash',
  Cheque: 'Cheque',
  GPay: 'GPay/UPI',
}

/** A calendar day, yyyy-MM-dd, that exists. */
const day = (message: string) =>
  z
    .string(message)
    .regex(/^(19|20)\d\d-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/, message)
    .transform((typed, context) => {
      const given = typed.slice(0, 10)
      const isThere = !Number.isNaN(Date.parse(typed)) && !Number.isNaN(Date.parse(given))
      if (isThere && new Date(given).toISOString().startsWith(given)) return given
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

const paid = z
  .object({
    payment_status: z.literal(true),
    membership_valid_from: day('Please choose the day the membership is valid from'),
    membership_valid_to: day('Please choose the day the membership is valid to'),
    payment_date: z.iso.datetime('Please give the time of the payment').nullish(),
    paymentAmount: requiredAmount,
    paymentMode: z.preprocess(
      (mode) => mode || undefined,
      z.enum(paymentModes, 'Please choose Bank, Cash, Cheque or GPay').optional(),
    ),
    paymentRef: optional(singleLine()),
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
 * PUT /api/admin/members/{id}/payment, with the payload names of contract 7. Mark
 * Unpaid needs `payment_status` alone. `updated_at` of the member as read refuses stale decisions.
 */
export const paymentMark = z.discriminatedUnion('payment_status', [paid, unpaid], {
  error: 'Please say whether the member has paid',
})
export type PaymentMark = z.output<typeof paymentMark>
export type PaidMark = z.output<typeof paid>
export type PaidForm = z.input<typeof paid>

/** One line of the history of payments: GET /api/admin/members/{id}/payments, newest first. */
export interface LedgerEntry {
  id: string
  kind: 'payment' | 'reversal'
  /** Of a payment, like 'R2024-25/0001'; a reversal has none. */
  receipt_number: string | null
  /** The payment a reversal takes back. */
  reverses_id: string | null
  /** Whole paise; negative in a reversal. */
  amount_paise: number
  mode: PaymentMode | null
  reference: string
  /** yyyy-MM-dd. */
  valid_from: string | null
  valid_to: string | null
  /** ISO UTC. */
  paid_at: string
  recorded_at: string
  /** The administrator's name. */
  recorded_by: string | null
}

const dayMessage = 'Please give days like 2025-04-01'
const listLimit = 'Please ask for 1 to 500 payments at a time'

/** The query of GET /api/admin/payments: payments that stand, newest first. Days count in India. */
export const paymentsQuery = z.object({
  from: z.iso.date(dayMessage),
  to: z.iso.date(dayMessage),
  /** `none`: those that name no mode. */
  mode: z.enum([...paymentModes, 'none'], 'Please choose a mode from the list').optional(),
  limit: z.coerce
    .number(listLimit)
    .int(listLimit)
    .min(1, listLimit)
    .max(500, listLimit)
    .default(100),
  cursor: z.string().max(400, 'This list cannot be continued; please load it again').optional(),
})

/** A payment that stands, with whose it was, as they were called then. */
export interface ListedPayment
  extends Pick<
    LedgerEntry,
    'id' | 'receipt_number' | 'amount_paise' | 'mode' | 'reference' | 'paid_at'
  > {
  person_id: string
  member_name: string
  company_name: string
  membership_number: string | null
}
