import { z } from 'zod'
import { chargeItems } from '#features/ledger/contract.ts'
import { documentLanguages } from '#shared/association-details.ts'
import { count, day, moment, paise } from '#shared/fields.ts'
import { leftOutReasons } from './rules.ts'

const text = z.string()

const reportOutcomes = ['confirmed', 'rejected', 'withdrawn'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** A payment as a member has reported it; it counts as paid only when it is confirmed. */
const ownReport = z.strictObject({
  id: text,
  reference: text,
  amount_paise: paise,
  paid_on: day,
  reported_at: moment,
  /** null until it is decided; withdrawn by the member. */
  outcome: z.enum(reportOutcomes).nullable(),
  /** Why it was rejected. */
  reason: text,
})

/** A dues notice as its member reads it, computed from the ledger at this moment. */
export const noticeAnswer = z.strictObject({
  /** The reference of payments: `tr` of the UPI link. */
  reference: text,
  year: text,
  name: text,
  company_name: text,
  membership_number: text.nullable(),
  language: z.enum(documentLanguages),
  /** What is not paid yet, oldest first. */
  charges: z.array(
    z.strictObject({
      item: z.enum(chargeItems),
      /** What the charge is for; empty for dues. */
      label: text,
      year: text,
      amount_paise: paise,
      open_paise: paise,
      due_on: day,
      valid_from: day,
      valid_to: day,
    }),
  ),
  owed_paise: paise,
  credit_paise: paise,
  /** Null when nothing is owed, or no UPI ID is set. */
  upi: z.strictObject({ link: text, vpa: text, payee_name: text }).nullable(),
  /** Null without an account number in the settings. */
  bank: z
    .strictObject({ account_name: text, bank_name: text, account_number: text, ifsc: text })
    .nullable(),
  association: z.strictObject({
    name: text,
    address: text,
    pan: text,
    gstin: text,
    email: text,
    website: text,
  }),
  reports: z.array(ownReport),
})
export type Notice = z.infer<typeof noticeAnswer>

/** The end of the caller's membership, at most 30 days away, and how to pay; null at other times. */
export const ownRenewalAnswer = z
  .strictObject({
    ends_on: day,
    owed_paise: paise,
    /** What is owed, in words; '' for nothing. */
    owed_name: text,
    /** The token of the member's notice; null while nothing is owed. */
    token: text.nullable(),
    /** '' without one. */
    upi_id: text,
    bank: noticeAnswer.shape.bank,
    office_email: text,
  })
  .nullable()
export type OwnRenewal = NonNullable<z.infer<typeof ownRenewalAnswer>>

/** The notice of the signed-in member; null while there were never any dues. */
export const ownNoticeAnswer = z.strictObject({ token: text, notice: noticeAnswer }).nullable()

const person = z.strictObject({
  id: text,
  name: text,
  company_name: text,
  email: text,
  owed_paise: paise,
})
export type NoticePerson = z.infer<typeof person>

const leftOut = z.strictObject({
  reason: z.enum(leftOutReasons),
  count,
  /** The first of them. */
  people: z.array(person),
})

/** Who would get a notice, who would not and why, and the mail to the first recipient. */
export const noticePreviewAnswer = z.strictObject({
  /** A fingerprint of the selected members; sending is refused when it has changed. */
  token: text,
  count,
  owed_paise: paise,
  people: z.array(person),
  /** The members who are left out, by reason, with the ids of all of them. */
  left_out: z.array(leftOut.extend({ ids: z.array(text) })),
  mail: z.strictObject({ subject: text, text }).nullable(),
})
export type NoticePreview = z.infer<typeof noticePreviewAnswer>

export const sendingKinds = ['notice', 'reminder'] as const
export const channels = ['email', 'whatsapp', 'print'] as const

const sendingAnswerShape = {
  id: text,
  kind: z.enum(sendingKinds),
  channel: z.enum(channels),
  made_at: moment,
  /** The administrator's name; null for the rule of reminders. */
  made_by: text.nullable(),
  /** The members who got something. */
  total: count,
  /** Emails: handed over to the mail server, given up, and still waiting. */
  sent: count,
  failed: count,
  waiting: count,
  left_out: count,
}

/** One sending, and how many of its emails are sent. */
export const sendingAnswer = z.strictObject(sendingAnswerShape)
export type Sending = z.infer<typeof sendingAnswer>

export const sendingsAnswer = z.array(sendingAnswer)

/** Who got it, when, and why others did not. */
export const sendingDetailsAnswer = z.strictObject({
  ...sendingAnswerShape,
  members: z.array(
    z.strictObject({
      id: text,
      name: text,
      company_name: text,
      at: moment,
      owed_paise: paise,
      left_out: z.enum(leftOutReasons).nullable(),
      status: z.enum(['sent', 'failed', 'waiting', 'left out']),
    }),
  ),
})
export type SendingDetails = z.infer<typeof sendingDetailsAnswer>

/** Messages for WhatsApp, one member after the other. */
export const noticeLinksAnswer = z.strictObject({
  members: z.array(
    person.extend({
      whatsapp_number: text,
      /** The private link of the notice. */
      link: text,
      message: text,
      /** When a message was last marked as sent. */
      whatsapp_at: moment.nullable(),
    }),
  ),
  left_out: z.array(leftOut),
})
export type NoticeLinks = z.infer<typeof noticeLinksAnswer>

/** The rule of reminders, and the members that the next run would mail. */
export const remindersAnswer = z.strictObject({
  /** Days from the due date; empty while reminders are off. */
  days: z.array(z.int()),
  /** The day of the next reminders; null when there are none. */
  next_on: day.nullable(),
  count,
  owed_paise: paise,
  people: z.array(person.extend({ due_on: day, offset: z.int() })),
  left_out: z.array(leftOut),
})
export type Reminders = z.infer<typeof remindersAnswer>

/** A reported payment as administrators read it. */
export const reportedPaymentAnswer = ownReport.extend({
  person_id: text,
  name: text,
  company_name: text,
  membership_number: text.nullable(),
  notice_reference: text,
  owed_paise: paise,
  /** `/uploads/…`; null without one. */
  screenshot: text.nullable(),
  decided_at: moment.nullable(),
  /** The administrator's name. */
  decided_by: text.nullable(),
})
export type ReportedPayment = z.infer<typeof reportedPaymentAnswer>

export const reportedPaymentsAnswer = z.array(reportedPaymentAnswer)
