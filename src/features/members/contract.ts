import { z } from 'zod'
import { email, line, needed, optional, text, webAddress } from '#shared/fields.ts'
import { materialIds } from '#shared/materials.ts'
import { type MemberRole, memberRoles, type Role } from '#shared/roles.ts'

/**
 * GET /api/user: the signed-in person, without private administration fields (rulings section 3).
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
  social_links: string
  membership_number: string | null
  photo_url: string | null
  logo_url: string | null
  is_active: boolean
  is_member: boolean
  created_at: string
}

/** GET /api/admin/stats (specification section 7). */
export interface Stats {
  totalMembers: number
  pendingOEMs: number
  pendingVendors: number
  pendingJobs: number
}

const optionalLine = optional(line())
const optionalText = optional(text())

const chosenMaterials = z
  .array(
    z.enum(materialIds, 'Please choose materials from the list'),
    'Please choose materials from the list',
  )
  .max(materialIds.length, 'Please choose each material once')

/** POST /api/admin/members: the add-member fields and rules of specification section 5. */
export const newMember = z
  .object(
    {
      name: needed(line(), 'Name must be at least 2 characters', 2),
      email: email('Invalid email address'),
      role: z.enum(memberRoles, 'Please select a member type'),
      company_name: needed(line(), 'Company name is required', 2),
      whatsapp_number: needed(line(30), 'Please enter a valid WhatsApp number', 10),
      website_url: optional(webAddress('Must be a valid URL')),
      membership_number: optional(line(30)),
      business_partner: optionalLine,
      company_description: optionalText,
      services_products: optionalText,
      address: optionalText,
      factory_address: optionalText,
      certificate_postal_address: optionalText,
      additional_info_materials_products: chosenMaterials.default([]),
      materials_other: optionalLine,
      social_links: optionalText,
      remarks: optionalText,
    },
    'Please fill in the form',
  )
  .transform(keepMaterialsOfVendors)

/** Material checkboxes are for vendors only, the other text only when other is ticked (section 5). */
function keepMaterialsOfVendors<
  Fields extends {
    role: MemberRole
    additional_info_materials_products: string[]
    materials_other: string
  },
>(member: Fields): Fields {
  if (member.role !== 'vendor')
    return { ...member, additional_info_materials_products: [], materials_other: '' }
  const names = [...new Set(member.additional_info_materials_products)]
  return {
    ...member,
    additional_info_materials_products: names,
    materials_other: names.includes('other') ? member.materials_other : '',
  }
}

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
