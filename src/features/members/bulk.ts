/** Actions on a selection of members, which the server carries out (contract 12.11). */
import { z } from 'zod'
import { singleLine } from '#shared/fields.ts'
import { memberSelection } from './contract.ts'

/** The action by which a selection of members is changed. */
const bulkActions = ['show', 'hide', 'deactivate'] as const
export type BulkActionName = (typeof bulkActions)[number]

const action = z.enum(bulkActions, 'Please choose show, hide or deactivate')

/** POST /api/admin/bulk/members/preview. */
export const bulkPreviewRequest = z.object({ selection: memberSelection, action })

/** A random text that identifies the run when its progress is requested. */
export const progressKey = { key: singleLine(200).optional() }

/** POST /api/admin/bulk/members. */
export const bulkRequest = z.object({ selection: memberSelection, action, ...progressKey })

/** GET /api/admin/bulk/progress. */
export const bulkProgressQuery = z.object({ key: z.string().max(200).default('') })

/** How a member appears in a preview or a result. */
export const namedMember = z.strictObject({
  id: z.string(),
  name: z.string(),
  company_name: z.string(),
  membership_number: z.string().nullable(),
})
export type BulkMember = z.infer<typeof namedMember>

/** What an action would do. Both lists have at most 100 members. */
export const bulkPreviewAnswer = z.strictObject({
  /** Names the set; the action is refused when the set has changed since. */
  token: z.string(),
  count: z.int().min(0),
  /** How many members the action changes, and the first of them. */
  affected: z.int().min(0),
  members: z.array(namedMember),
  /** The members that the action leaves unchanged, and why. */
  left_out: z.array(
    z.strictObject({ reason: z.string(), count: z.int().min(1), members: z.array(namedMember) }),
  ),
})
export type BulkPreview = z.infer<typeof bulkPreviewAnswer>

/** The result of an action: how many members it changed, and the members that were refused. */
export const bulkAnswer = z.strictObject({
  changed: z.int().min(0),
  failures: z.array(namedMember.extend({ message: z.string() })),
})
export type BulkResult = z.infer<typeof bulkAnswer>

const bulkProgress = z.strictObject({ done: z.int().min(0), of: z.int().min(0) })
/** How many of the members are processed. */
export type BulkProgress = z.infer<typeof bulkProgress>
/** Null when no such action runs. */
export const bulkProgressAnswer = bulkProgress.nullable()
