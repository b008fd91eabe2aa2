import { z } from 'zod'
import { paymentMode } from '#features/payments/contract.ts'
import { amount, email, multiLine, singleLine } from '#shared/fields.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'

/**
 * A line of the Member Data Table (contract 3): an active member of either type.
 * `created_at` and `payment_date` are ISO UTC, the amount is in rupees with paise behind the point.
 */
export interface MemberData {
  id: string
  membership_number: string | null
  role: MemberRole
  name: string
  business_partner: string
  company_name: string
  created_at: string
  payment_amount: number | null
  payment_date: string | null
  payment_mode: string | null
  payment_reference: string | null
  whatsapp_number: string
  email: string
  website_url: string
  factory_address: string
  certificate_postal_address: string
  remarks: string
  is_visible: boolean
  /** The version, as in the register. */
  updated_at: string
}

const nullAsEmpty = (field: z.ZodType<string, string>) =>
  z.preprocess((value) => value ?? '', field).optional()

/**
 * PUT /api/admin/members/{id}/data: the whole edited record, free text (contract 5);
 * of what a sign-in or a ledger needs, the form is checked. A field that is left out stays.
 */
export const memberDataEdit = z.object(
  {
    name: nullAsEmpty(singleLine()),
    business_partner: nullAsEmpty(singleLine()),
    company_name: nullAsEmpty(singleLine()),
    whatsapp_number: nullAsEmpty(singleLine()),
    email: email('Invalid email address').optional(),
    website_url: nullAsEmpty(singleLine(500)),
    factory_address: nullAsEmpty(multiLine()),
    certificate_postal_address: nullAsEmpty(multiLine()),
    remarks: nullAsEmpty(multiLine()),
    is_visible: z.boolean('Please say whether the member is visible').optional(),
    payment_amount: amount
      .nullable()
      .transform((paise) => paise || null)
      .optional(),
    payment_mode: z.preprocess((mode) => mode || null, paymentMode.nullable()).optional(),
    payment_reference: nullAsEmpty(singleLine()),
    updated_at: singleLine(40).optional(),
  },
  'Please fill in the form',
)
export type MemberDataEdit = z.output<typeof memberDataEdit>
export type MemberDataForm = z.input<typeof memberDataEdit>

/** GET /api/admin/export; without a role both types, `member-data` as Download CSV has it. */
export const exportQuery = z.object({
  role: z.enum(memberRoles, 'Please choose oem or vendor').optional(),
  format: z.enum(['csv', 'member-data'], 'Please choose csv or member-data').default('csv'),
})

/** POST /api/admin/export: the same file of the members that were chosen, in the order of the whole one. */
export const exportSelection = z.object({
  role: z.enum(memberRoles, 'Please choose oem or vendor').optional(),
  ids: z
    .array(z.string().max(64), 'Please choose members')
    .min(1, 'Please choose members')
    .max(2000, 'Please choose at most 2,000 members at a time'),
})

export const templateQuery = z.object({
  role: z.enum(memberRoles, 'Please choose oem or vendor').default('oem'),
})

/** One cell (or line) of a spreadsheet that cannot be taken. */
export interface RowError {
  /** As an editor counts the lines of the file, from 1. */
  line: number
  /** The heading, as the file spells it; empty when the whole line is meant. */
  column: string
  reason: string
  /** What stands there, cut to 80 characters. */
  value?: string
}

export interface ImportCounts {
  new: number
  changed: number
  same: number
  wrong: number
}

/** One row of a plan: what changes, and what becomes of the payment that stands, if that changes. */
export interface ChangedMember {
  line: number
  id: string
  name: string
  fields: ChangedField[]
  /** A renewal stands beside it in the book, a correction takes its place. */
  payment?: 'renewal' | 'correction'
}

export interface ChangedField {
  /** A column of the portal. */
  column: string
  from: string
  to: string
}

/** What an import would do: the answer to `dry_run=true`. */
export interface ImportPlan {
  counts: ImportCounts
  /** How the file was read: 'UTF-8', 'Windows-1252'…, and what stands between its cells. */
  encoding: string
  delimiter: string
  /** The first of the new ones and of the changed ones; `counts` has them all. */
  new: { line: number; name: string; company_name: string; email: string }[]
  changed: ChangedMember[]
  errors: RowError[]
}

/** The answer to an import that was written. */
export interface ImportResult {
  /** The batch, for undo; null when nothing changed. */
  batch: string | null
  counts: ImportCounts
}

/** The one JSON body of a refusal (contract 15). */
export interface ImportRefused {
  message: string
  errors: RowError[]
}

/** GET /api/admin/imports: what was imported, newest first. */
export interface ImportBatch {
  id: string
  at: string
  /** The administrator's name. */
  by: string | null
  file_name: string
  added: number
  changed: number
  same: number
  undone_at: string | null
}

/** GET /api/admin/imports/progress?key=: of the import that was sent with this Idempotency-Key. */
export interface ImportProgress {
  /** 'waiting': for another import to end. */
  doing: 'waiting' | 'checking' | 'writing'
  rows: number
  /** Of how many rows; null where nobody knows yet. */
  of: number | null
}

export const progressQuery = z.object({ key: z.string().max(200).default('') })

/** A row of an import that is not taken back. */
export interface SkippedRow {
  line: number
  name: string
  /** Why, to follow the name: 'was changed since'. */
  reason: string
}

/** GET /api/admin/imports/{id}/undo: what taking it back would do. */
export interface UndoPlan {
  /** New members who would go, and members who would get back what they had. */
  gone: number
  restored: number
  /** How many stay as they are because something happened to them since; the first of them. */
  stay: number
  kept: SkippedRow[]
}

/**
 * POST /api/admin/imports/{id}/undo. Somebody who was changed since makes it refused with 409 in
 * words, unless `keep_changed` says that they may stay as they are.
 */
export const undoRequest = z.object(
  { keep_changed: z.boolean('Please say whether changed members may stay').default(false) },
  'Please say whether changed members may stay',
)

export interface UndoResult {
  undone: number
  stay: number
  kept: SkippedRow[]
}
