import { z } from 'zod'
import {
  anotherPaymentReason,
  bankFee,
  emailsMember,
  emailsReceipt,
} from '#features/ledger/contract.ts'
import { idPattern, requiredAmount } from '#shared/fields.ts'
import { pageCursor, pageLimit } from '#shared/list-query.ts'

/** confirmed: a payment was recorded for it. recorded: its payment was in the ledger before. */
export const creditStates = ['open', 'confirmed', 'recorded', 'ignored'] as const
/** returned: the bank returned a payment by this debit, and the payment is reversed. */
export const lineStates = [...creditStates, 'returned'] as const
export type LineState = (typeof lineStates)[number]

export const confidences = ['sure', 'likely', 'none'] as const

/** The lines of a list: open ones by the confidence of their proposals, others by their state. */
export const creditFilters = [...confidences, 'confirmed', 'recorded', 'ignored'] as const
/** returns: debits by which the bank may have returned a payment. debits: all debits. */
export const lineFilters = [...creditFilters, 'returns', 'debits'] as const
export type LineFilter = (typeof lineFilters)[number]

const filterMessage = 'Please choose a filter from the list'

export const linesQuery = z.object({
  show: z.enum(lineFilters, filterMessage).optional(),
  limit: pageLimit(500, 'lines').default(100),
  cursor: pageCursor.optional(),
})

const idMessage = 'Please choose a line again'
const id = z.string(idMessage).regex(idPattern, idMessage)

export const maxParts = 20

/** The parts of a line that pays for several members. */
const splitParts = z
  .array(z.object({ person_id: id, amount: requiredAmount }), 'Please choose the members')
  .min(2, 'Please choose at least 2 members')
  .max(maxParts, `Please choose at most ${maxParts} members`)
  .refine(
    (all) => new Set(all.map(({ person_id }) => person_id)).size === all.length,
    'Please choose each member once',
  )

/** Refuses a change that names neither or both of two records. */
function refuse(context: z.RefinementCtx, field: string): never {
  context.addIssue({ code: 'custom', path: [field], message: idMessage })
  return z.NEVER
}

/**
 * PUT /api/admin/bank-statements/lines/{id}. `confirmed` records the payment of a member, or the `parts` of several,
 * which add up to the line; `recorded` matches the line to a payment of the ledger, `open` undoes either. `returned`
 * reverses the payment that a debit returned, or removes the held cheque.
 */
export const lineChange = z.discriminatedUnion(
  'state',
  [
    z
      .object({
        state: z.literal('confirmed'),
        person_id: id.optional(),
        parts: splitParts.optional(),
        another_payment: anotherPaymentReason,
        email_receipt: emailsReceipt,
      })
      .transform(({ person_id, parts, ...change }, context) => {
        if (person_id !== undefined && parts === undefined) return { ...change, person_id }
        if (person_id === undefined && parts !== undefined) return { ...change, parts }
        return refuse(context, 'person_id')
      }),
    z.object({ state: z.literal('recorded'), entry_id: id }),
    z
      .object({
        state: z.literal('returned'),
        entry_id: id.optional(),
        /** A cheque that is not cleared, instead of a payment. */
        cheque_id: id.optional(),
        bank_fee: bankFee,
        /** Emails the member that the payment is reversed. */
        email_member: emailsMember,
      })
      .transform(({ entry_id, cheque_id, ...change }, context) => {
        if (entry_id !== undefined && cheque_id === undefined) return { ...change, entry_id }
        if (entry_id === undefined && cheque_id !== undefined) return { ...change, cheque_id }
        return refuse(context, 'entry_id')
      }),
    z.object({ state: z.literal('ignored') }),
    z.object({
      state: z.literal('open'),
      /** Emails the members that their payments are reversed. */
      email_member: emailsMember,
    }),
  ],
  { error: 'Please say what becomes of the line' },
)
export type LineChange = z.output<typeof lineChange>
export type LineChangeForm = z.input<typeof lineChange>

/** POST /api/admin/bank-statements/{id}/confirm-sure; `token` is that of the review. */
export const confirmSure = z.object({
  token: z.string('Please reload the list').max(100),
  email_receipt: emailsReceipt,
})
export type ConfirmSure = z.output<typeof confirmSure>
