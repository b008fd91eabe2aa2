/** Which fields each screen about a member shows, and in which order. */
import type { Field } from './field-rules.ts'
import { type FieldName, fields } from './fields.ts'
import { type PaymentField, paymentFields } from './payment-fields.ts'

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

interface RegisterColumnLayout {
  /** The key under which a device stores that the column is hidden; by default the field. */
  key?: string
  field: Exclude<FieldName, 'materials'> | PaymentField
  /** In rem. */
  width: number
  /** True where the first click sorts upwards. */
  ascendingFirst?: true
  /** True to cut the text after two lines instead of one. */
  twoLines?: true
  /** True for the columns that a device shows until its user selects others under Columns. */
  shownAtFirst?: true
}

/**
 * The columns of the register between the pinned name and the actions (contract 2.5). At 1366 pixels the
 * ones shown at first fit beside the sidebar.
 */
export const registerLayout: readonly RegisterColumnLayout[] = [
  { key: 'photo', field: 'photo_url', width: 4.5 },
  { field: 'membership_number', width: 11.5 },
  { field: 'company_name', width: 13, ascendingFirst: true, twoLines: true },
  { field: 'membership_valid_to', width: 7.75, shownAtFirst: true },
  { field: 'created_at', width: 10 },
  { key: 'paid', field: 'payment_amount', width: 18 },
  { field: 'payment_date', width: 8 },
  { key: 'mode', field: 'payment_mode', width: 6 },
  { key: 'reference', field: 'payment_reference', width: 10 },
  { key: 'mobile', field: 'whatsapp_number', width: 9.75, shownAtFirst: true, twoLines: true },
  { field: 'email', width: 8.75, shownAtFirst: true },
  { key: 'website', field: 'website_url', width: 12 },
  { field: 'gstin', width: 11 },
  { key: 'factory', field: 'factory_address', width: 16 },
  { key: 'certificate', field: 'certificate_postal_address', width: 16 },
  { field: 'remarks', width: 14 },
  { key: 'invited', field: 'invited_at', width: 8 },
  { key: 'last_sign_in', field: 'last_sign_in_at', width: 8 },
]

const all: Readonly<Record<string, Field>> = { ...fields, ...paymentFields }

/**
 * What lists need of the fields, by column. A constant without schemas: the browser build evaluates it
 * (scripts/inlined-constants.ts), so that a list does not load the schema library.
 */
export const shownFields: Readonly<
  Partial<Record<string, Pick<Field, 'kind' | 'label' | 'labels'>>>
> = Object.fromEntries(
  Object.entries(all).map(([column, { kind, label, labels }]) => [
    column,
    { kind, label, ...(labels && { labels }) },
  ]),
)
