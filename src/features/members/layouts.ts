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
  /** True for the columns that people read first; the others are for looking things up. */
  isRead?: true
  /** In rem, for the columns that 'Essential columns' shows: together they fit beside the sidebar at 1366 pixels. */
  essentialWidth?: number
  /** True for a column that is not of contract 2.5: hidden until the user shows it under Columns. */
  isExtra?: true
}

/** The columns of the register between the serial number and the actions (contract 2.5). */
export const registerLayout: readonly RegisterColumnLayout[] = [
  { key: 'photo', field: 'photo_url', width: 3.25 },
  { field: 'membership_number', width: 8, essentialWidth: 8 },
  { field: 'name', width: 11, essentialWidth: 9.75, ascendingFirst: true, isRead: true },
  {
    field: 'company_name',
    width: 13,
    essentialWidth: 9.75,
    ascendingFirst: true,
    isRead: true,
  },
  { field: 'created_at', width: 7.875 },
  { key: 'paid', field: 'payment_amount', width: 14, essentialWidth: 13.75 },
  { field: 'payment_date', width: 6.25 },
  { key: 'mode', field: 'payment_mode', width: 4.75 },
  { key: 'reference', field: 'payment_reference', width: 9.75 },
  {
    key: 'mobile',
    field: 'whatsapp_number',
    width: 8.875,
    essentialWidth: 8.625,
    isRead: true,
  },
  { field: 'email', width: 13.375, isRead: true },
  { key: 'website', field: 'website_url', width: 11.25 },
  { key: 'factory', field: 'factory_address', width: 15 },
  { key: 'certificate', field: 'certificate_postal_address', width: 15 },
  { field: 'membership_valid_to', width: 11.75, essentialWidth: 10.5 },
  { field: 'remarks', width: 11.25 },
  { field: 'gstin', width: 9.5, isExtra: true },
  { key: 'invited', field: 'invited_at', width: 8, isExtra: true },
  { key: 'last_sign_in', field: 'last_sign_in_at', width: 8, isExtra: true },
]

const all: Readonly<Record<string, Field>> = { ...fields, ...paymentFields }

/**
 * What lists need of the fields, by column. A constant without schemas: the browser build evaluates it
 * (scripts/inlined-constants.ts), so that a list does not load the schema library.
 */
export const shownFields: Readonly<
  Partial<Record<string, Pick<Field, 'kind' | 'label' | 'labels' | 'choices'>>>
> = Object.fromEntries(
  Object.entries(all).map(([column, { kind, label, labels, choices }]) => [
    column,
    { kind, label, ...(labels && { labels }), ...(choices && { choices }) },
  ]),
)
