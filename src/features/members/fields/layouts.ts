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

/** Member Details: the groups of facts, after the payment. */
export const memberDetailsLayout = [
  { title: 'Contact', fields: ['email', 'whatsapp_number', 'website_url', 'social_links'] },
  {
    title: 'Company',
    fields: [
      'business_partner',
      'gstin',
      'company_description',
      'services_products',
      'materials',
      'remarks',
    ],
  },
  { title: 'Addresses', fields: ['address', 'factory_address', 'certificate_postal_address'] },
  {
    title: 'Membership',
    fields: ['created_at', 'document_language', 'invited_at', 'last_sign_in_at'],
  },
] as const satisfies readonly { title: string; fields: readonly FieldName[] }[]
