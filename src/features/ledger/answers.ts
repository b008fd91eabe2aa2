import { z } from 'zod'
import { bulkAnswer, bulkPreviewAnswer, namedMember } from '#features/members/bulk.ts'
import { seasonStatuses } from '#features/members/dues-status.ts'
import { day, moment } from '#shared/fields.ts'
import { chargeItems, chequeKinds, entryKinds, reversalReasons } from './contract.ts'
import { paymentModes } from './payment-modes.ts'

/** The values of the API as they are stored. */
const mode = z.enum(paymentModes).nullable()

/** An entry of the ledger (contract 3.16). */
export const ledgerEntryAnswer = z.strictObject({
  id: z.string(),
  kind: z.enum(entryKinds),
  /**
   * A payment has its receipt number, like 'R2024-25/0001', or the office's own number when an import brought it. The
   * reversal of a numbered payment has the number of the cancellation, like 'R2024-25/C0001'. A charge has the number
   * of its own paper, if it has one (decision 109). Other entries have null.
   */
  receipt_number: z.string().nullable(),
  /** The id of the entry that a reversal or a cancellation cancels. */
  reverses_id: z.string().nullable(),
  /** Why an administrator voided it with a reversal or a cancellation. */
  void_reason: z.enum(reversalReasons).nullable(),
  /** Whole paise; negative for a charge and for a reversal. */
  amount_paise: z.int(),
  /**
   * Whether the entry counts in the member's balance (contract 13.7). False for a payment of uncharged days.
   */
  on_account: z.boolean(),
  /** The financial year of the dues, like '2026-27'; null for a payment for its own validity. */
  year: z.string().nullable(),
  item: z.enum(chargeItems).nullable(),
  /** The due day (yyyy-MM-dd) of a charge; null for other entries. */
  due_on: day.nullable(),
  grace_until: day.nullable(),
  /** The run that raised a charge, or the bulk payment that recorded the entry. */
  run_id: z.string().nullable(),
  mode,
  reference: z.string(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  paid_at: moment,
  recorded_at: moment,
  /** The administrator's name. */
  recorded_by: z.string().nullable(),
})

/** The entries of a member, newest first. */
export const ledgerAnswer = z.array(ledgerEntryAnswer)

/** A charge of a member, and how much of it is not settled. */
const openCharge = z.strictObject({
  id: z.string(),
  year: z.string(),
  item: z.enum(chargeItems),
  /** What the charge is for; empty for dues. */
  label: z.string(),
  /** Whole paise, positive. */
  amount_paise: z.int(),
  open_paise: z.int(),
  due_on: day,
  grace_until: day,
  valid_from: day,
  valid_to: day,
})

/** What a member owes (contract 13.7). All amounts are whole paise. */
export const accountAnswer = z.strictObject({
  /** The credit less what is open: negative when the member owes. */
  balance_paise: z.int(),
  credit_paise: z.int(),
  owed_paise: z.int(),
  /** The charges that were raised and not cancelled, in the order in which they are due. */
  charges: z.array(openCharge),
  status: z.enum(seasonStatuses),
})
export type AccountAnswer = z.infer<typeof accountAnswer>

/** What a payment would pay, charge by charge, in the order in which they are due. */
const settledParts = z.array(
  z.strictObject({
    item: z.enum(chargeItems),
    label: z.string(),
    year: z.string(),
    paise: z.int(),
    /** What stays open of the charge. */
    open_paise: z.int(),
  }),
)

/** What Mark Paid would do, or Mark Unpaid. */
export const markPreviewAnswer = z.strictObject({
  settles: settledParts,
  /** The open amount of all charges afterwards. */
  remaining_paise: z.int(),
  credit_paise: z.int(),
  /** The payments that it replaces, which become void. */
  replaces: z.array(
    z.strictObject({
      id: z.string(),
      receipt_number: z.string().nullable(),
      amount_paise: z.int(),
    }),
  ),
  /** Warnings about what becomes void, in sentences; nothing is refused. */
  notices: z.array(z.string()).optional(),
  /** The state that the tax invoice will assume, because the member's address names none. */
  assumed_state: z.string().optional(),
})
export type MarkPreview = z.infer<typeof markPreviewAnswer>

/** Members, and an amount in paise that is theirs together. */
const membersAndPaise = z.strictObject({ members: z.int(), paise: z.int() })

/** What a bulk payment would do, by the rule of `markPreviewAnswer` for each member. */
const bulkOutcome = z.strictObject({
  /** The number of members who already have exactly this payment; nothing changes for them. */
  unchanged: z.int(),
  /** The number of members with a charge that the payment settles. */
  settled: z.int(),
  /** The members who still owe something afterwards; `credit` has those who have credit. */
  owing: membersAndPaise,
  credit: membersAndPaise,
  /**
   * The payments that it replaces. `receipts` counts the receipts that become void; the list has at most 100 payments.
   */
  replaces: z.strictObject({
    payments: z.int(),
    paise: z.int(),
    receipts: z.int(),
    first: z.array(
      namedMember.extend({ receipt_number: z.string().nullable(), amount_paise: z.int() }),
    ),
  }),
  /** Warnings about what becomes void or cannot, in sentences with the names of the members: the first 20. */
  notices: z.array(z.string()).optional(),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

/** `outcome` is given when the request has a payment. */
export const bulkPaymentPreviewAnswer = bulkPreviewAnswer.extend({
  outcome: bulkOutcome.optional(),
})
export type BulkPaymentPreviewAnswer = z.infer<typeof bulkPaymentPreviewAnswer>

/** `batch` names the payments, to undo them together. */
export const bulkPaymentAnswer = bulkAnswer.extend({ batch: z.string() })
export type BulkPaymentAnswer = z.infer<typeof bulkPaymentAnswer>

/** The payments of one bulk action, all of the same amount. */
const bulkPaymentBatch = z.strictObject({
  id: z.string(),
  recorded_at: moment,
  recorded_by: z.string().nullable(),
  /** How many members were marked paid, and of how many that payment still counts. */
  members: z.int(),
  active: z.int(),
  /** The amount of each member's payment. */
  amount_paise: z.int(),
  mode,
  reference: z.string(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  /** The time and the administrator of the last undo; null before it. */
  undone_at: moment.nullable(),
  undone_by: z.string().nullable(),
})
export type BulkPaymentBatch = z.infer<typeof bulkPaymentBatch>

/** The latest, newest first. */
export const bulkPaymentBatchesAnswer = z.array(bulkPaymentBatch)

/** What undoing a bulk payment would do. */
export const bulkUndoPreviewAnswer = z.strictObject({
  members: z.int(),
  /** The sum of the payments that become void, and how many receipts do. */
  paise: z.int(),
  receipts: z.int(),
  /** The number of these receipts that were emailed. */
  emailed: z.int(),
  /** How many replaced payments count again, with new receipts. */
  restored: z.int(),
  /** Warnings, in sentences with the names of the members: the first 20. */
  notices: z.array(z.string()).optional(),
  left_out: bulkPreviewAnswer.shape.left_out,
})
export type BulkUndoPreview = z.infer<typeof bulkUndoPreviewAnswer>

/** What a payment of dues would settle. */
export const duesPaymentPreviewAnswer = z.strictObject({
  settles: settledParts,
  owed_paise: z.int(),
  /** What stays owed, or is credit, after the payment. */
  remaining_paise: z.int(),
  credit_paise: z.int(),
  /** What stays owed of the year's dues that are not raised yet, less the credit. */
  not_raised_paise: z.int(),
  /** The open charge that it pays first, by name or by amount; null for the charge that is due first. */
  charge_id: z.string().nullable(),
  /** Warnings in sentences; nothing is refused. */
  notices: z.array(z.string()).optional(),
  /** The days that the payment pays for and the year of the dues; null for a part payment. */
  year: z.string().nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  /** The state that the tax invoice will assume, because the member's address names none. */
  assumed_state: z.string().optional(),
})
export type DuesPaymentPreview = z.infer<typeof duesPaymentPreviewAnswer>

/** A cheque that is received and not cleared. */
export const heldChequeAnswer = z.strictObject({
  id: z.string(),
  person_id: z.string(),
  member_name: z.string(),
  company_name: z.string(),
  membership_number: z.string().nullable(),
  email: z.string(),
  number: z.string(),
  bank: z.string(),
  amount_paise: z.int(),
  received_on: day,
  /** The days that Mark Paid names; null for a payment of dues. */
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  kind: z.enum(chequeKinds),
  recorded_at: moment,
  recorded_by: z.string().nullable(),
})
export type HeldCheque = z.infer<typeof heldChequeAnswer>

/** The oldest first. */
export const heldChequesAnswer = z.array(heldChequeAnswer)

/** An active payment, with the member as named when it was recorded. */
const listedPayment = ledgerEntryAnswer
  .pick({
    id: true,
    kind: true,
    receipt_number: true,
    amount_paise: true,
    mode: true,
    reference: true,
    paid_at: true,
    recorded_at: true,
  })
  .extend({
    /** The part of it that paid dues on these days, including the tax that was deducted from it. */
    dues_paise: z.int(),
    person_id: z.string(),
    member_name: z.string(),
    company_name: z.string(),
    membership_number: z.string().nullable(),
  })

export const paymentsAnswer = z.array(listedPayment)

/** The marked member with its new version. */
export const markedAnswer = z.strictObject({ id: z.string(), updated_at: moment })

export type LedgerEntry = z.infer<typeof ledgerEntryAnswer>
export type ListedPayment = z.infer<typeof listedPayment>
