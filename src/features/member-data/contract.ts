import { z } from 'zod'
import { paymentMode } from '#features/payments/contract.ts'
import { amount, email, multiLine, singleLine } from '#shared/fields.ts'
import { type MemberRole, memberRoles } from '#shared/roles.ts'

/**
 * A row of the Member Data Table (contract 3.3): an active member of either type. `created_at` and
 * `payment_date` are ISO UTC; the amount is in rupees, with paise as decimals.
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
  /** The version of the member. */
  updated_at: string
}

const nullAsEmpty = (field: z.ZodType<string, string>) =>
  z.preprocess((value) => value ?? '', field).optional()

/**
 * PUT /api/admin/members/{id}/data: the edited record (contract 5.10). Texts are free; only the e-mail
 * address and the payment are validated. A field that is left out does not change.
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

/** GET /api/admin/export (contract 15.5): without a role both types; `member-data` is Download CSV. */
export const exportQuery = z.object({
  role: z.enum(memberRoles, 'Please choose oem or vendor').optional(),
  format: z.enum(['csv', 'member-data'], 'Please choose csv or member-data').default('csv'),
})

/** POST /api/admin/export: the same file with the selected members only, in the same order. */
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

/** An invalid cell or row of a spreadsheet. */
export interface RowError {
  /** The line of the file, from 1. */
  line: number
  /** The heading as the file spells it; '' when the error concerns the full row. */
  column: string
  reason: string
  /** The first 80 characters of the cell. */
  value?: string
}

export interface ImportCounts {
  new: number
  changed: number
  same: number
  wrong: number
}

/** A changed member of a plan. */
interface ChangedMember {
  line: number
  id: string
  name: string
  fields: ChangedField[]
  /** Set when the payment changes: a renewal is added, a correction replaces the current payment. */
  payment?: 'renewal' | 'correction'
}

export interface ChangedField {
  /** A column of the export. */
  column: string
  from: string
  to: string
}

/** The answer to `dry_run=true`: what the import would do (contract 15.2). */
export interface ImportPlan {
  counts: ImportCounts
  /** 'UTF-8', 'UTF-16' or 'Windows-1252'. */
  encoding: string
  /** 'comma', 'semicolon' or 'tab'. */
  delimiter: string
  /** The first 500 new and the first 500 changed members; `counts` includes all. */
  new: { line: number; name: string; company_name: string; email: string }[]
  changed: ChangedMember[]
  errors: RowError[]
}

/** The answer to an import. */
export interface ImportResult {
  /** The id of the batch, to undo it; null when nothing changed. */
  batch: string | null
  counts: ImportCounts
}

/** The only JSON body of a refusal (contract 15.3). */
export interface ImportRefused {
  message: string
  errors: RowError[]
}

/** GET /api/admin/imports: the latest imports, newest first. */
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

/** GET /api/admin/imports/progress?key=: of the caller's import with this Idempotency-Key. */
export interface ImportProgress {
  /** 'waiting' for another import to end. */
  doing: 'waiting' | 'checking' | 'writing'
  rows: number
  /** The number of rows in all; null while unknown. */
  of: number | null
}

export const progressQuery = z.object({ key: z.string().max(200).default('') })

/** A row of an import that is not undone. */
export interface SkippedRow {
  line: number
  name: string
  /** The reason, to follow the name: 'was changed since'. */
  reason: string
}

/** GET /api/admin/imports/{id}/undo: what undoing it would do (contract 15.4). */
export interface UndoPlan {
  /** The number of new members that would be deleted. */
  gone: number
  /** The number of changed members that would get their previous values back. */
  restored: number
  /** The number of members that would be skipped, and the first 200 of them. */
  stay: number
  kept: SkippedRow[]
}

/**
 * POST /api/admin/imports/{id}/undo. A member changed since the import is skipped with `keep_changed`;
 * otherwise the undo is refused with 409.
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
