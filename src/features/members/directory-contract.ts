import { z } from 'zod'
import type { MemberRole } from '#shared/roles.ts'
import { memberQuery } from './contract.ts'

/**
 * A member as other members see them (contract 3.15): no payments, remarks, documents or certificate
 * address; null where the member hides the field.
 */
export interface DirectoryMember {
  id: string
  role: MemberRole
  name: string
  company_name: string
  company_description: string
  services_products: string
  additional_info_materials_products: string[]
  materials_other: string
  business_partner: string
  membership_number: string | null
  website_url: string
  social_links: string
  photo_url: string | null
  logo_url: string | null
  city: string
  whatsapp_number: string | null
  email: string | null
  address: string | null
  factory_address: string | null
  created_at: string
}

/** The query of GET /api/members; `city` filters the directory only. */
export const directoryQuery = memberQuery.extend({
  city: z.string().max(200, 'Please choose a city from the list').optional(),
})
export type DirectoryQuery = z.infer<typeof directoryQuery>

/** GET /api/members/cities: the cities of the directory, by name. */
export interface DirectoryCity {
  city: string
  members: number
}
