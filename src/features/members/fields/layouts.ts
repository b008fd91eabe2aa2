/** Which fields each form and sheet about a member shows, and in which order; the register has register-layout.ts. */
import type { FieldName } from './fields.ts'

/** Add Member: the required fields, and those of its sections. The materials have their own place. */
export const addMemberLayout = {
  required: ['name', 'company_name', 'email', 'whatsapp_number'],
  company: [
    'membership_number',
    'website_url',
    'business_partner',
    'gstin',
    'social_links',
    'company_description',
    'services_products',
  ],
  addresses: ['address', 'factory_address', 'certificate_postal_address'],
  remarks: ['remarks'],
} as const satisfies Record<string, readonly FieldName[]>

const longTexts = [
  'company_description',
  'services_products',
  'address',
  'factory_address',
  'certificate_postal_address',
  'social_links',
  'remarks',
] as const satisfies readonly FieldName[]

/** Edit Member: the materials are between the two. */
export const editMemberLayout = {
  lines: [
    'name',
    'company_name',
    'email',
    'whatsapp_number',
    'business_partner',
    'membership_number',
    'website_url',
    'gstin',
    'document_language',
  ],
  texts: longTexts,
} as const satisfies Record<string, readonly FieldName[]>

/** The profile's Company Information, before and after the materials, and what other members see. */
export const profileLayout = {
  company: ['company_name', 'website_url', 'services_products', 'company_description'],
  contact: [
    'address',
    'factory_address',
    'certificate_postal_address',
    'city',
    'business_partner',
    'gstin',
    'social_links',
    'document_language',
  ],
  visibility: ['show_phone', 'show_email', 'show_address'],
} as const satisfies Record<string, readonly FieldName[]>

export const memberDetailsLayout = [
  'email',
  'whatsapp_number',
  'website_url',
  'created_at',
  'business_partner',
  'gstin',
  'document_language',
  'invited_at',
  'last_sign_in_at',
  'materials',
  ...longTexts,
] as const satisfies readonly FieldName[]
