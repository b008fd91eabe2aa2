import { z } from 'zod'
import { accountAnswer } from '#features/ledger/answers.ts'
import { chargeItems } from '#features/ledger/contract.ts'
import { prorationRules } from '#features/ledger/year-charges.ts'
import { duesStatuses } from '#features/members/dues-status.ts'
import { day, moment } from '#shared/fields.ts'
import { memberRoles } from '#shared/roles.ts'

/** The dues of a year and a type of member; amounts are whole paise. */
export const duesRateAnswer = z.strictObject({
  year: z.string(),
  role: z.enum(memberRoles),
  amount_paise: z.int(),
  joining_fee_paise: z.int(),
  proration: z.enum(prorationRules),
  due_on: day,
  grace_days: z.int(),
  recorded_at: moment,
  /** The administrator's name. */
  recorded_by: z.string().nullable(),
})
export type DuesRate = z.infer<typeof duesRateAnswer>

/** The dues of today's financial year: the year's rate, else the annual dues of the settings; 0 for none. */
export const yearFeesAnswer = z.strictObject({ oem_paise: z.int(), vendor_paise: z.int() })

/** The rates that count, the latest year first. */
export const duesRatesAnswer = z.array(duesRateAnswer)

const namedMember = z.strictObject({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string().nullable(),
})

/** The members that a run would charge, and how much. Both lists have at most 100 members. */
export const duesRunPreviewAnswer = z.strictObject({
  /** A fingerprint of the members and amounts; raising is refused when they have changed. */
  token: z.string(),
  year: z.string(),
  /** The members of the selection. */
  count: z.int().min(0),
  /** How many are charged, and how much in all. */
  affected: z.int().min(0),
  amount_paise: z.int(),
  /** How many of the charged members would be lapsed immediately, because the days of grace are over. */
  lapsed: z.int(),
  by_role: z.array(
    z.strictObject({ role: z.enum(memberRoles), members: z.int(), amount_paise: z.int() }),
  ),
  members: z.array(
    namedMember.extend({
      role: z.enum(memberRoles),
      amount_paise: z.int(),
      /** The part of it that the member's credit already covers. */
      credit_paise: z.int(),
      /** The reason for the member's own fee; null for the dues of the type. */
      own_fee_reason: z.string().nullable(),
      charges: z.array(
        z.strictObject({
          item: z.enum(chargeItems),
          amount_paise: z.int(),
          due_on: day,
          valid_from: day,
          valid_to: day,
        }),
      ),
    }),
  ),
  /** Papers that would be issued immediately, because credit with another tax pays the dues. */
  notices: z.array(z.string()),
  left_out: z.array(
    z.strictObject({ reason: z.string(), count: z.int().min(1), members: z.array(namedMember) }),
  ),
})
export type DuesRunPreviewAnswer = z.infer<typeof duesRunPreviewAnswer>

export const duesRunAnswer = z.strictObject({
  id: z.string(),
  year: z.string(),
  raised_at: moment,
  raised_by: z.string(),
  members: z.int(),
  amount_paise: z.int(),
  undone_at: moment.nullable(),
  undone_by: z.string().nullable(),
})
export type DuesRun = z.infer<typeof duesRunAnswer>

/** Newest first. */
export const duesRunsAnswer = z.array(duesRunAnswer)

/** What a member owes today, the same on every screen (dues.ts). */
export const duesAnswer = z.strictObject({
  status: z.enum(duesStatuses),
  /** The day since which the member is lapsed; null for other members. */
  since: day.nullable(),
  owed_paise: z.int(),
  /** The part of it that is dues of the year that are not raised yet. */
  not_raised_paise: z.int(),
  /** The years of what is owed. */
  years: z.array(z.string()),
  /** What is owed, in words: 'Dues 2026-27 and Stall'; empty for nothing. */
  owed_name: z.string(),
  /** The amount that is owed for each purpose. */
  parts: z.array(z.strictObject({ name: z.string(), paise: z.int() })),
  /** False when the member owes the dues of the year and they are not raised yet. */
  is_raised: z.boolean(),
  ahead_paise: z.int(),
})

/** A fee that was agreed with one member, for the financial years from one to another. */
const ownFee = z.strictObject({
  amount_paise: z.int(),
  from_year: z.string(),
  /** null until it is changed. */
  to_year: z.string().nullable(),
  reason: z.string(),
})
export type OwnFee = z.infer<typeof ownFee>

/** The account of a member, with the member's version; `dues` is null for a former member. */
export const memberAccountAnswer = accountAnswer.extend({
  updated_at: moment,
  dues: duesAnswer.nullable(),
  /** The earliest first. */
  own_fees: z.array(ownFee),
})
export type MemberAccount = z.infer<typeof memberAccountAnswer>

export const removedChequeAnswer = z.strictObject({ id: z.string() })

/** What reversing an entry would do. */
export const reversalPreviewAnswer = z.strictObject({
  /** The number of the receipt that becomes void; null for a payment without a number. */
  receipt_number: z.string().nullable(),
  /** Whether the receipt was emailed, so that the member has one that becomes void. */
  is_emailed: z.boolean(),
  /** What the member owes before and after; null for a person who is no longer a member. */
  before: duesAnswer.nullable(),
  after: duesAnswer.nullable(),
  credit_paise: z.int(),
  /** Warnings in sentences; nothing is refused. */
  notices: z.array(z.string()).optional(),
  /** The mail to the member; null for a member without an address, and for an entry that is no payment. */
  mail: z.strictObject({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
})
export type ReversalPreview = z.infer<typeof reversalPreviewAnswer>

/** Warnings before credit is paid back, or before a waiver, in sentences; nothing is refused. */
export const noticesAnswer = z.strictObject({ notices: z.array(z.string()) })

/** The entry that was added, and the account after it. */
export const accountChangeAnswer = z.strictObject({
  entry: z.strictObject({
    id: z.string(),
    receipt_number: z.string().nullable(),
    amount_paise: z.int(),
    valid_from: day.nullable(),
    valid_to: day.nullable(),
  }),
  account: memberAccountAnswer,
  /** True when a mail about it to the member was queued, which is sent within minutes; absent otherwise. */
  mail_queued: z.literal(true).optional(),
  /** True when the payment of a cleared cheque was recorded before, by an import for example; absent otherwise. */
  was_recorded: z.literal(true).optional(),
})
export type AccountChangeAnswer = z.infer<typeof accountChangeAnswer>
