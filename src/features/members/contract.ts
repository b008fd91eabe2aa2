import { z } from 'zod'
import {
  calendarDay,
  dayFormatMessage,
  formMessage,
  idPattern,
  memberType,
  singleLine,
} from '#shared/fields.ts'
import { stateCodes } from '#shared/india/states.ts'
import { pageCursor, pageLimit, searchQuery, sortMessage } from '#shared/list-query.ts'
import type { MemberRole } from '#shared/roles.ts'
import { listColumns } from './columns/list-columns.ts'
import { memberSorts } from './columns/sort-columns.ts'
import { duesFilters } from './dues-status.ts'
import { visibleMessage } from './fields/field-rules.ts'
import { formValues, shapeOf } from './fields/forms.ts'
import { materialIds } from './materials.ts'

export const stateMessage = 'Please choose a state from the list'
const booleanText = z.enum(['true', 'false'], 'Please say true or false')
const day = calendarDay(dayFormatMessage).optional()

/** The query of GET /api/admin/members. Without `limit` the answer is the full list. */
export const memberQuery = z.object({
  search: searchQuery.optional(),
  role: z
    .enum(['oem', 'vendor', 'admin', 'member'], 'Please choose a type from the list')
    .optional(),
  active: booleanText.optional(),
  visible: booleanText.optional(),
  paid: booleanText.optional(),
  /** Valid memberships end on or after today in India; `unset` have no date. */
  validity: z
    .enum(['valid', 'expired', 'unset'], 'Please choose a validity from the list')
    .optional(),
  /** Joined from and to these days in India, inclusive. */
  joined_from: day,
  joined_to: day,
  /** Membership ends from and to these days, inclusive. */
  ends_from: day,
  ends_to: day,
  /** Paid (13.6) until a day between these, inclusive; `paid_to` alone includes those who never paid. */
  paid_from: day,
  paid_to: day,
  /** Lapsed (13.6) on a day between these, inclusive, as of the last of them. */
  lapsed_from: day,
  lapsed_to: day,
  /**
   * The state by GSTIN, otherwise by the PIN code of an address; `none` selects members without a known state.
   */
  state: z.enum([...stateCodes, 'none'], stateMessage).optional(),
  material: z.enum(materialIds, 'Please choose a material from the list').optional(),
  /** Dues of the current financial year (contract 13.6); only members have dues. */
  dues: z.enum(duesFilters, 'Please choose dues from the list').optional(),
  /** `none`: members without an email, who cannot sign in. */
  email: z.enum(['none', 'given'], 'Please select none or given').optional(),
  /** Whether they have ever signed in. */
  signed_in: z.enum(['never', 'yes'], 'Please choose never or yes').optional(),
  /** Whether they have been invited to sign in. */
  invited: z.enum(['no', 'yes'], 'Please choose no or yes').optional(),
  sort: z
    .enum(
      memberSorts.flatMap((column) => [column, `-${column}` as const]),
      sortMessage,
    )
    .optional(),
  limit: pageLimit(500, 'members').optional(),
  cursor: pageCursor.optional(),
})
export type MemberQuery = z.infer<typeof memberQuery>

export const chooseMembers = 'Please select members'
const memberIds = z
  .array(z.string().regex(idPattern, chooseMembers), chooseMembers)
  .max(2000, 'Please select at most 2,000 members one by one, or all members of a list')

/** The filters of a list, without its order and page. */
export const memberFilters = memberQuery.omit({ sort: true, limit: true, cursor: true })
export type MemberFilters = z.infer<typeof memberFilters>

/**
 * The members that an action applies to: by id, or as the set that a list shows, which the server
 * resolves. `count` and `token` say which members the caller saw: the number in the list, and the
 * fingerprint from a preview. When the set has changed since, the action is refused with 409.
 */
export const memberSelection = z.union(
  [
    z.strictObject({ ids: memberIds.min(1, chooseMembers), token: z.string().max(64).optional() }),
    z.strictObject({
      query: memberFilters,
      /** Members of the list who are left out. */
      except: memberIds.default([]),
      /** The length of the list without `except`. */
      count: z.int(chooseMembers).min(1, chooseMembers),
      token: z.string().max(64).optional(),
    }),
  ],
  {
    // Too many ids have their own message.
    error: ({ errors }) =>
      errors?.flat().find(({ code }) => code === 'too_big')?.message ?? chooseMembers,
  },
)
export type MemberSelection = z.output<typeof memberSelection>

/** The query of GET /api/members: `city` filters the directory only. */
export const directoryQuery = memberQuery.extend({
  city: z.string().max(200, 'Please choose a city from the list').optional(),
})
export type DirectoryQuery = z.infer<typeof directoryQuery>

/** POST /api/admin/members: the fields and rules of Add Member (contract 5.4). */
export const newMember = z.object(shapeOf('add'), formMessage).transform(clearUnusedMaterials)
export type NewMember = z.output<typeof newMember>
export type NewMemberForm = z.input<typeof newMember>

const { role: _noType, ...emptyForm } = formValues('add', {})
/** Add Member before anything is typed; the type has no default. */
export const emptyMember = emptyForm

/** Clears the materials of an OEM, and the text of 'other' unless it is selected (contract 5.4). */
function clearUnusedMaterials<
  Values extends {
    role: MemberRole
    additional_info_materials_products: string[]
    materials_other: string
  },
>(member: Values): Values {
  const isVendor = member.role === 'vendor'
  const ids = isVendor ? [...new Set(member.additional_info_materials_products)] : []
  return {
    ...member,
    additional_info_materials_products: ids,
    materials_other: ids.includes('other') ? member.materials_other : '',
  }
}

/** The version that was read; with it a change is refused once it is no longer current (contract 12.8). */
export const expectedVersion = { updated_at: singleLine(40).optional() }

/**
 * PUT /api/admin/members/{id}: Add Member without role; the email may be empty (contract 5.5). An absent field
 * stays unchanged, and so does the membership number when it is empty.
 */
export const memberEdit = z.object({ ...shapeOf('edit'), ...expectedVersion }, formMessage)
export type MemberEdit = z.output<typeof memberEdit>
export type MemberEditForm = z.input<typeof memberEdit>

/** PUT /api/admin/members/{id}/status and /visibility. */
export const memberActivity = z.object({
  is_active: z.boolean('Please say whether the member is active'),
  ...expectedVersion,
})
export const memberVisibility = z.object({
  is_visible: z.boolean(visibleMessage),
  ...expectedVersion,
})

/** GET /api/admin/export (contract 15.5): without a role both types; `member-data` is Download CSV. */
export const exportQuery = z.object({
  role: memberType.optional(),
  format: z.enum(['csv', 'member-data'], 'Please choose csv or member-data').default('csv'),
})

/** POST /api/admin/export: the selected members, in the order and with the columns of a list. */
export const listExport = z.object({
  selection: memberSelection,
  sort: memberQuery.shape.sort,
  columns: z.array(z.enum(listColumns, 'Please choose columns of the list')).max(50),
  format: z.enum(['csv', 'xlsx'], 'Please choose csv or xlsx'),
  /** The day of 'debt': the balances of the books at its end. Without it today, with dues that are not raised yet. */
  as_of: day,
})
