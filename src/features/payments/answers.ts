import { z } from 'zod'
import { paymentModes } from './contract.ts'

/** ISO UTC. */
const moment = z.iso.datetime()
/** yyyy-MM-dd. */
const day = z.iso.date()
/** The values of the API as they are stored. */
const mode = z.enum(paymentModes).nullable()

/** An entry of the ledger (contract 3.16). */
export const ledgerEntryAnswer = z.strictObject({
  id: z.string(),
  kind: z.enum(['payment', 'reversal']),
  /** Like 'R2024-25/0001', or the office's own of an import, if it has one; null for a reversal. */
  receipt_number: z.string().nullable(),
  /** The id of the payment that a reversal cancels. */
  reverses_id: z.string().nullable(),
  /** Whole paise; negative for a reversal. */
  amount_paise: z.int(),
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

/** An active payment, with the member as named when it was recorded. */
const listedPayment = ledgerEntryAnswer
  .pick({
    id: true,
    receipt_number: true,
    amount_paise: true,
    mode: true,
    reference: true,
    paid_at: true,
  })
  .extend({
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
