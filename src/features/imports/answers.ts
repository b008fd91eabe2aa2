import { z } from 'zod'
import { memberPart } from '#features/members/answers.ts'
import { count, moment } from '#shared/fields.ts'

/** The fields of a member data record (contract 3.3). */
export const memberDataFields = [
  'id',
  'membership_number',
  'role',
  'name',
  'business_partner',
  'company_name',
  'created_at',
  'payment_amount',
  'payment_date',
  'payment_mode',
  'payment_reference',
  'whatsapp_number',
  'email',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'remarks',
  'is_visible',
  'updated_at',
] as const

/** A row of the Member Data Table. */
export const memberDataAnswer = memberPart(memberDataFields)

export const memberDataListAnswer = z.array(memberDataAnswer)

/** An invalid cell or row of a spreadsheet. */
const rowError = z.strictObject({
  /** The line of the file, from 1. */
  line: z.int(),
  /** The number of the row as a spreadsheet program shows it, from 1. */
  row: z.int(),
  /** The heading as the file spells it; '' when the error concerns the full row. */
  column: z.string(),
  reason: z.string(),
  /** The first 80 characters of the cell. */
  value: z.string().optional(),
  /** The member that the row is about: company, otherwise name or membership number. */
  member: z.string().optional(),
})

const importCounts = z.strictObject({ new: count, changed: count, same: count, wrong: count })

const changedField = z.strictObject({
  /** A column of the export. */
  column: z.string(),
  from: z.string(),
  to: z.string(),
})

/** The cells of a row as they will be saved, by column of the export; empty ones are absent. */
const savedCells = z.record(z.string(), z.string())

/** A changed member of a plan. */
const changedMember = z.strictObject({
  line: z.int(),
  /** The number of the row as a spreadsheet program shows it, from 1. */
  row: z.int(),
  id: z.string(),
  name: z.string(),
  fields: z.array(changedField),
  /** Set when the payment changes: a renewal is added, a correction replaces the current payment. */
  payment: z.enum(['renewal', 'correction']).optional(),
  /** In the columns of the file, and in others that change. */
  cells: savedCells,
})

const newMember = z.strictObject({
  line: z.int(),
  row: z.int(),
  name: z.string(),
  company_name: z.string(),
  email: z.string(),
  cells: savedCells,
})

const sheetHeading = z.strictObject({
  heading: z.string(),
  /** The column it is matched to; '' for none. */
  column: z.string(),
  /** 'unknown' and 'duplicate' should be checked; 'skipped' by the mapping; 'ignored' serial numbers. */
  status: z.enum(['matched', 'unknown', 'duplicate', 'skipped', 'ignored']),
  /** The first cell of the column that is not empty, cut to 80 characters. */
  sample: z.string(),
})

/** How a cell was interpreted. */
const noteKinds = [
  /** The name, company and phone of a member all change: the number may belong to another member. */
  'replaced',
  /** The sheet has member types, this row has none. */
  'type',
  /** A new member without a date of joining, who joins today; not listed where the sheet has no such column. */
  'joined',
  'empty',
  /** A year or a month, of which the first day is taken. */
  'first day',
  /** 'do' or a ditto mark. */
  'above',
  'number',
  'address',
  'website',
  'phones',
  'emails',
  /** No number that one can call: it has too few digits, or too many. */
  'phone',
  'mode',
  'materials',
  'validity',
  /** An amount with only a later end of the membership, which is a further payment. */
  'renewal',
  /** Payments without an amount only: the remarks keep the text. */
  'no amount',
  'reference',
  /** The lines of the cell were joined. */
  'lines',
  /** The company is used as the name. */
  'name',
  /** The month is first in the days of this column. */
  'days',
] as const

const planNote = z.strictObject({
  row: z.int(),
  /** The heading as the file spells it. */
  column: z.string(),
  kind: z.enum(noteKinds),
  text: z.string(),
})

/** A row that is not a member: a title above the headings, a heading between the rows, a total. */
const leftOutRow = z.strictObject({
  row: z.int(),
  reason: z.enum(['title', 'heading', 'total']),
  /** Its first text, cut to 80 characters. */
  text: z.string(),
})

/** The rows with errors as the file has them, below its title and heading rows. */
const errorSheet = z.strictObject({
  head: z.array(z.array(z.string())),
  /** At most 5,000 rows, with 4 million characters in all. */
  rows: z.array(z.strictObject({ row: z.int(), cells: z.array(z.string()) })),
})

const broughtForward = z.strictObject({ members: count, amount_paise: count })

/** What the import would do (contract 15.2); answered with `dry_run=true`. */
const importPlan = z.strictObject({
  counts: importCounts,
  /** 'UTF-8', 'UTF-16' or 'Windows-1252'. */
  encoding: z.string(),
  /** 'comma', 'semicolon' or 'tab'; 'table' for a table of HTML. */
  delimiter: z.string(),
  /** The number of the row with the headings, from 1. */
  header_row: z.int(),
  headings: z.array(sheetHeading),
  /** The source of the type of new members; 'default' when there is none. */
  role_from: z.enum(['request', 'column', 'file name', 'default']),
  /** The first 500 new and the first 500 changed members; `counts` includes all. */
  new: z.array(newMember),
  changed: z.array(changedMember),
  errors: z.array(rowError),
  /** False when an error concerns the full file, so that `skip_errors` cannot help. */
  can_skip_errors: z.boolean(),
  /** Rows that change a payment with a receipt of the portal's series; they are errors without `correct_receipts`. */
  receipt_corrections: count,
  /** The arrears that the import brings forward: the number of members, and the sum. */
  arrears: broughtForward,
  /** The first 1,000 notes; `note_counts` includes all. */
  notes: z.array(planNote),
  note_counts: z.partialRecord(z.enum(noteKinds), count),
  /** The first 500 of them. */
  left_out: z.array(leftOutRow),
  error_sheet: errorSheet,
})

const importResult = z.strictObject({
  /** The id of the batch, to undo it; null when nothing changed. */
  batch: z.string().nullable(),
  counts: importCounts,
  /** For how many members arrears were brought forward, and how much in all. */
  arrears: broughtForward.optional(),
  /** Present with `skip_errors`: the errors of the skipped rows, and these rows. */
  errors: z.array(rowError).optional(),
  error_sheet: errorSheet.optional(),
})

export const importAnswer = z.union([importPlan, importResult])

/** Rows that an import left out because of errors in one column. */
export const skippedColumn = z.strictObject({
  /** The heading as the file spells it; '' when the error concerns the full row. */
  column: z.string(),
  /** The number of rows, and the first of them as a spreadsheet program shows them. */
  count,
  rows: z.array(z.int()),
})

const importBatch = z.strictObject({
  id: z.string(),
  at: moment,
  /** The administrator's name. */
  by: z.string().nullable(),
  file_name: z.string(),
  added: count,
  changed: count,
  same: count,
  undone_at: moment.nullable(),
  /** Rows with errors that were left out, and their columns: those with most errors first. */
  skipped: count,
  skipped_columns: z.array(skippedColumn),
})

/** The latest imports, newest first. */
export const importsAnswer = z.array(importBatch)

const importProgress = z.strictObject({
  /** 'waiting' for another import to end. */
  doing: z.enum(['waiting', 'checking', 'writing']),
  rows: count,
  /** The number of rows in all; null while unknown. */
  of: count.nullable(),
})

/** The progress of the caller's import with this Idempotency-Key; null when no such import runs. */
export const importProgressAnswer = importProgress.nullable()

/** A row of an import that is not undone. */
const skippedRow = z.strictObject({
  line: z.int(),
  name: z.string(),
  /** The reason, to follow the name: 'was changed since'. */
  reason: z.string(),
})

/** What undoing an import would do (contract 15.4). */
export const undoPlanAnswer = z.strictObject({
  /** The number of new members that would be deleted. */
  gone: count,
  /** The number of changed members that would get their previous values back. */
  restored: count,
  /** The number of members that would be skipped; `kept` are the first 200 of them. */
  stay: count,
  kept: z.array(skippedRow),
  /** Warnings, in sentences with the names of the members: the first 20. */
  notices: z.array(z.string()).optional(),
})

export const undoAnswer = z.strictObject({
  undone: count,
  stay: count,
  kept: z.array(skippedRow),
})

/** The only JSON body of a refusal (contract 15.3); its Error-Code is 'invalid-rows'. */
export interface ImportRefused {
  message: string
  errors: RowError[]
}

export type MemberData = z.infer<typeof memberDataAnswer>
export type RowError = z.infer<typeof rowError>
export type ImportCounts = z.infer<typeof importCounts>
export type ChangedField = z.infer<typeof changedField>
export type ChangedMember = z.infer<typeof changedMember>
export type AddedMember = z.infer<typeof newMember>
export type ImportPlan = z.infer<typeof importPlan>
export type SheetHeading = z.infer<typeof sheetHeading>
export type PlanNote = z.infer<typeof planNote>
export type LeftOutRow = z.infer<typeof leftOutRow>
export type ErrorSheet = z.infer<typeof errorSheet>
export type ImportResult = z.infer<typeof importResult>
export type SkippedColumn = z.infer<typeof skippedColumn>
export type ImportBatch = z.infer<typeof importBatch>
export type ImportProgress = z.infer<typeof importProgress>
export type SkippedRow = z.infer<typeof skippedRow>
export type UndoPlan = z.infer<typeof undoPlanAnswer>
export type UndoResult = z.infer<typeof undoAnswer>
