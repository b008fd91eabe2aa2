import { z } from 'zod'
import { email, multiLine, optional, required, singleLine, webAddress } from '#shared/fields.ts'
import { type MemberRole, memberRoles, type Role } from '#shared/roles.ts'
import { materialIds } from './materials.ts'
import { numberKey } from './membership-number.ts'

/**
 * GET /api/user: the signed-in person, without private administration fields (contract 3.1).
 * `role` is absent for a job seeker. Times are ISO UTC, dates yyyy-MM-dd.
 */
export interface User {
  id: string
  role?: Role
  name: string
  email: string
  company_name: string
  whatsapp_number: string
  website_url: string
  company_description: string
  services_products: string
  address: string
  factory_address: string
  certificate_postal_address: string
  business_partner: string
  additional_info_materials_products: string[]
  /** The text for the material 'other'. */
  materials_other: string
  social_links: string
  membership_number: string | null
  photo_url: string | null
  logo_url: string | null
  is_active: boolean
  is_member: boolean
  /** As the member typed it; when empty, the directory derives it from the address. */
  city: string
  /** Whether other members may see it. */
  show_phone: boolean
  show_email: boolean
  show_address: boolean
  created_at: string
  /** The version of the record. An edit sends it back, and is refused when it is no longer current. */
  updated_at: string
}

/**
 * A member or administrator, active or not, as administrators see them (contract 3.2). Times are ISO UTC,
 * dates yyyy-MM-dd, the amount in rupees with paise as decimals; null where nothing is recorded.
 */
export interface Member extends Omit<User, 'role'> {
  role: Role
  is_visible: boolean
  remarks: string
  payment_status: boolean
  payment_amount: number | null
  payment_date: string | null
  payment_mode: string | null
  payment_reference: string | null
  membership_valid_from: string | null
  membership_valid_to: string | null
}

export const memberSorts = [
  'membership_number',
  'name',
  'company_name',
  'created_at',
  'payment_date',
  'membership_valid_to',
] as const
export type MemberSort = (typeof memberSorts)[number]

const limitMessage = 'Please ask for 1 to 500 members at a time'
const booleanText = z.enum(['true', 'false'], 'Please say true or false')
const day = z.iso.date('Please give days like 2025-04-01').optional()

/** The query of GET /api/admin/members. Without `limit` the answer is the full list. */
export const memberQuery = z.object({
  search: z.string().max(200, 'Please search for at most 200 characters').optional(),
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
  material: z.enum(materialIds, 'Please choose a material from the list').optional(),
  sort: z
    .enum(
      memberSorts.flatMap((column) => [column, `-${column}` as const]),
      'Please sort by a column of the list',
    )
    .optional(),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(500, limitMessage)
    .optional(),
  cursor: z.string().max(400, 'This list cannot be continued; please load it again').optional(),
})
export type MemberQuery = z.infer<typeof memberQuery>

/** GET /api/admin/members/{id}/history: one change of a member, newest first. */
export interface MemberChange {
  id: string
  /** ISO UTC. */
  at: string
  who: string
  /** A sentence without its full stop: 'Asha Patil changed the name'. */
  words: string
  /** Labels of the fields, and the values in display form. */
  details: { field: string; before: string; after: string }[]
  can_undo: boolean
}

/** The number as typed; '' when it has no visible character. */
export const memberNumber = singleLine(30).transform((typed) =>
  numberKey(typed) === '' ? '' : typed,
)

const optionalLine = optional(singleLine())
const optionalText = optional(multiLine())

/** The ids of the materials a vendor supplies. */
export const selectedMaterials = z
  .array(
    z.enum(materialIds, 'Please choose materials from the list'),
    'Please choose materials from the list',
  )
  .max(materialIds.length, 'Please choose each material once')

/** POST /api/admin/members: the fields and rules of Add Member (contract 5.4). */
export const newMember = z
  .object(
    {
      name: required(singleLine(), 'Name must be at least 2 characters', 2),
      email: email('Invalid email address'),
      role: z.enum(memberRoles, 'Please select a member type'),
      company_name: required(singleLine(), 'Company name is required', 2),
      whatsapp_number: required(singleLine(30), 'Please enter a valid WhatsApp number', 10),
      website_url: optional(webAddress('Must be a valid URL')),
      membership_number: optional(memberNumber),
      business_partner: optionalLine,
      company_description: optionalText,
      services_products: optionalText,
      address: optionalText,
      factory_address: optionalText,
      certificate_postal_address: optionalText,
      additional_info_materials_products: selectedMaterials.default([]),
      materials_other: optionalLine,
      social_links: optionalText,
      remarks: optionalText,
    },
    'Please fill in the form',
  )
  .transform(clearUnusedMaterials)

/** Clears the materials of an OEM, and the text of 'other' unless it is selected (contract 5.4). */
function clearUnusedMaterials<
  Fields extends {
    role: MemberRole
    additional_info_materials_products: string[]
    materials_other: string
  },
>(member: Fields): Fields {
  if (member.role !== 'vendor')
    return { ...member, additional_info_materials_products: [], materials_other: '' }
  const ids = [...new Set(member.additional_info_materials_products)]
  return {
    ...member,
    additional_info_materials_products: ids,
    materials_other: ids.includes('other') ? member.materials_other : '',
  }
}

const partialLine = singleLine().optional()
const partialText = multiLine().optional()

/**
 * PUT /api/admin/members/{id}: Add Member without e-mail and role (contract 5.5). An absent field stays
 * unchanged, and so does the membership number when it is empty. With `updated_at` (as read) the edit
 * is refused when the member has been changed since.
 */
export const memberEdit = z.object(
  {
    name: required(singleLine(), 'Name must be at least 2 characters', 2),
    company_name: required(singleLine(), 'Company name is required', 1),
    whatsapp_number: required(singleLine(30), 'Please enter a valid WhatsApp number', 10),
    website_url: z.preprocess((typed) => typed ?? '', webAddress('Must be a valid URL')).optional(),
    membership_number: memberNumber.nullish(),
    business_partner: partialLine,
    company_description: partialText,
    services_products: partialText,
    address: partialText,
    factory_address: partialText,
    certificate_postal_address: partialText,
    additional_info_materials_products: selectedMaterials.optional(),
    materials_other: partialLine,
    social_links: partialText,
    remarks: partialText,
    updated_at: singleLine(40).optional(),
  },
  'Please fill in the form',
)
export type MemberEdit = z.output<typeof memberEdit>
export type MemberEditForm = z.input<typeof memberEdit>

/** PUT /api/admin/members/{id}/status and /visibility. */
export const memberActivity = z.object({
  is_active: z.boolean('Please say whether the member is active'),
  updated_at: singleLine(40).optional(),
})
export const memberVisibility = z.object({
  is_visible: z.boolean('Please say whether the member is visible'),
})

export type NewMember = z.output<typeof newMember>
export type NewMemberForm = z.input<typeof newMember>

export const emptyMember = {
  name: '',
  email: '',
  company_name: '',
  whatsapp_number: '',
  website_url: '',
  membership_number: '',
  business_partner: '',
  company_description: '',
  services_products: '',
  address: '',
  factory_address: '',
  certificate_postal_address: '',
  additional_info_materials_products: [],
  materials_other: '',
  social_links: '',
  remarks: '',
} satisfies Partial<NewMemberForm>
