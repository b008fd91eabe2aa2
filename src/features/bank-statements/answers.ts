import { z } from 'zod'
import { duesPaymentPreviewAnswer } from '#features/ledger/answers.ts'
import { day, moment } from '#shared/fields.ts'
import { columnNames } from './columns.ts'
import { confidences, creditFilters, creditStates, lineStates } from './contract.ts'

/** An imported statement with how many of its credits are in each state (contract 13.11). */
const statementAnswer = z.strictObject({
  id: z.string(),
  file_name: z.string(),
  /** The last four digits of the account, of several '4321, 8765'; null when the file does not name it. */
  account: z.string().nullable(),
  from: day,
  to: day,
  imported_at: moment,
  /** The administrator's name. */
  imported_by: z.string().nullable(),
  /** Lines that were not imported before, in each state. */
  counts: z.record(z.enum(creditStates), z.int()),
  /** Open debits whose description mentions a return. */
  returns: z.int(),
})

export const statementsAnswer = z.array(statementAnswer)

/** The result of importing a file. */
export const importedAnswer = z.strictObject({
  /** The new statement, or the earlier one of the same file; null when all lines were imported before. */
  id: z.string().nullable(),
  /** Credits of the file, and how many of them are new or were imported before. */
  credits: z.int(),
  added: z.int(),
  known: z.int(),
  /** Debits, which need a decision only if they return a payment. */
  debits: z.int(),
  /** New debits whose description mentions a return. */
  returns: z.int(),
  /** Gaps in the balance and rows that could not be read, as sentences. */
  warnings: z.array(z.string()),
  /** True when an administrator matched the columns, in this file or in an earlier one with the same headings. */
  columns_matched: z.boolean(),
})

/** The columns of a file whose headings are not recognised. */
export const columnsAnswer = z.strictObject({
  /** The row of the headings as a spreadsheet program shows it. */
  row: z.int(),
  columns: z.array(
    z.strictObject({
      /** From 0. */
      position: z.int(),
      heading: z.string(),
      /** Cells of the first transactions. */
      samples: z.array(z.string()),
      /** The column that was matched before, otherwise the one that the heading names; null where it names none. */
      column: z.enum(columnNames).nullable(),
    }),
  ),
})

const confidence = z.enum(confidences)

/** What an open line probably is; `reason` is a sentence. */
const proposalAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('payment'),
    confidence,
    /** The member who probably sent the money. */
    person_id: z.string(),
    entry_id: z.null(),
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('recorded'),
    confidence,
    person_id: z.string(),
    /** The entry of the ledger that the line repeats. */
    entry_id: z.string(),
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('return'),
    confidence,
    /** Null when no payment is recorded, or when the payments of several members are reversed. */
    person_id: z.string().nullable(),
    /** The recorded payment that the line returns; for a split line the first of its payments. */
    entry_id: z.string().nullable(),
    /** The held cheque that the debit returned. */
    cheque_id: z.string().optional(),
    /** The bank's fee for what the debit returned, if another debit states it. */
    bank_fee_paise: z.int().optional(),
    reason: z.string(),
  }),
  z.strictObject({
    kind: z.literal('none'),
    confidence: z.literal('none'),
    person_id: z.null(),
    entry_id: z.null(),
    reason: z.string(),
  }),
])

const lineMember = z.strictObject({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string().nullable(),
})

const owingMember = lineMember.extend({ owed_paise: z.int() })

/** A payment that was recorded for a credit, or the reversal of a payment that a debit returned. */
const linePayment = z.strictObject({
  id: z.string(),
  /** The member as named when the payment was recorded. */
  member: lineMember,
  /** Negative for a reversal. */
  amount_paise: z.int(),
  receipt_number: z.string().nullable(),
  /** Whether the receipt was emailed. */
  is_emailed: z.boolean(),
  is_reversed: z.boolean(),
})

const lineAnswer = z.strictObject({
  id: z.string(),
  date: day,
  /** Negative for a debit. */
  amount_paise: z.int(),
  narration: z.string(),
  reference: z.string(),
  /** The last four digits of its account; null when the file does not name it. */
  account: z.string().nullable(),
  state: z.enum(lineStates),
  /** The proposal of an open line; null for other lines. */
  proposal: proposalAnswer.nullable(),
  /** The member of the proposal, or the one whose payment the line is; null when it is split. */
  member: lineMember.nullable(),
  /** Null when the line is split. */
  receipt_number: z.string().nullable(),
  /** Whether all payments of a confirmed line have been reversed. */
  is_reversed: z.boolean(),
  /** Several when the line is split over members. */
  payments: z.array(linePayment),
  /**
   * What confirming the proposed payment would pay, as in the preview of a payment; absent without such a proposal.
   */
  pays: duesPaymentPreviewAnswer.shape.settles.optional(),
  /** The members that the bank's text of an open credit names, with what they owe. */
  named: z.array(owingMember),
  /** The members that an open credit may be from, the nearest first, at most five. */
  candidates: z.array(owingMember),
  /** The day on which the bank returned this credit; null when it did not. */
  returned_on: day.nullable(),
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
})

export const linesAnswer = z.array(lineAnswer)

/** The proposals of a statement in numbers. */
export const reviewAnswer = z.strictObject({
  statement: statementAnswer,
  /** Open lines by the confidence of their proposals. */
  proposals: z.record(z.enum(confidences), z.int()),
  /** The sums of the credits: of open ones by the confidence of their proposals, of the others by their state. */
  paise: z.record(z.enum(creditFilters), z.int()),
  /** Open debits by which the bank may have returned a payment. */
  returns: z.int(),
  /** How many of them return payments of the ledger. */
  returned_payments: z.int(),
  /** What 'Confirm all sure ones' would do. */
  sure: z.strictObject({
    count: z.int(),
    /** How many of them only match a payment that is recorded already. */
    recorded: z.int(),
    /** The payments that would be recorded, without those. */
    amount_paise: z.int(),
    /** A fingerprint of these proposals. */
    token: z.string(),
  }),
})

export const changedLineAnswer = z.strictObject({
  id: z.string(),
  state: z.enum(lineStates),
  /** Null when the line is split. */
  receipt_number: z.string().nullable(),
  /** The receipt numbers of all payments that were recorded or reversed. */
  receipt_numbers: z.array(z.string()),
})

export const confirmedAnswer = z.strictObject({
  confirmed: z.int(),
  /** Lines whose payment was recorded before. */
  recorded: z.int(),
  failures: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
})

/** What the imported statements say about the open payments that members have reported. */
export const reportLinesAnswer = z.array(
  z.strictObject({
    report_id: z.string(),
    /** A sentence. */
    text: z.string(),
    /** The day on which the bank credited it; null where it is in no statement, or recorded already. */
    credited_on: day.nullable(),
    /** The amount of the member's payment with this reference; null where none is recorded. */
    recorded_paise: z.int().nullable(),
  }),
)

export type BankStatement = z.infer<typeof statementAnswer>
export type ImportedStatement = z.infer<typeof importedAnswer>
export type StatementColumns = z.infer<typeof columnsAnswer>
export type Proposal = z.infer<typeof proposalAnswer>
export type ReturnProposal = Extract<Proposal, { kind: 'return' }>
export type BankLine = z.infer<typeof lineAnswer>
export type StatementReview = z.infer<typeof reviewAnswer>
export type OwingMember = z.infer<typeof owingMember>
export type LineMember = z.infer<typeof lineMember>
export type LinePayment = z.infer<typeof linePayment>
export type ChangedLine = z.infer<typeof changedLineAnswer>
export type ConfirmedLines = z.infer<typeof confirmedAnswer>
