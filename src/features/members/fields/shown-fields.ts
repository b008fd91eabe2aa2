/**
 * How each field of a member, including the payment's, is named and shown. This file has no schemas, so that lists do
 * not load the schema library; fields.ts and payment-fields.ts declare who reads and writes each field.
 */
import { documentLanguageLabels } from '#shared/association-details.ts'

/** How a value is stored, typed, shown and written into spreadsheets. */
export type Kind =
  | 'singleLine'
  | 'multiLine'
  | 'url'
  | 'email'
  | 'phone'
  | 'flag'
  | 'image'
  | 'role'
  /** One of `choices`. */
  | 'choice'
  /** A JSON array of material ids; an array in JSON answers. */
  | 'materials'
  /** yyyy-MM-dd. */
  | 'day'
  /** ISO UTC; a spreadsheet has its day in India. */
  | 'instant'
  /** Paise; rupees in JSON answers. */
  | 'money'

export interface ShownField {
  kind: Kind
  label: string
  /** Labels that differ on a screen or in a file; `form` is Add Member and Edit Member. */
  labels?: { form?: string; profile?: string; register?: string; sheet?: string }
  /** For fields of the kind 'choice': each value with its label. */
  choices?: Readonly<Record<string, string>>
}

/** By their column of `person`. */
export const shownFields = {
  name: {
    kind: 'singleLine',
    label: 'Name',
  },
  email: {
    kind: 'email',
    label: 'Email',
  },
  role: {
    kind: 'role',
    label: 'Type',
    labels: { sheet: 'Member type' },
  },
  company_name: {
    kind: 'singleLine',
    label: 'Company Name',
  },
  whatsapp_number: {
    kind: 'phone',
    label: 'Mobile No.',
    labels: { form: 'WhatsApp Number' },
  },
  website_url: {
    kind: 'url',
    label: 'Website',
    labels: { form: 'Website URL' },
  },
  membership_number: {
    kind: 'singleLine',
    label: 'Membership No.',
    labels: { form: 'Membership Number', sheet: 'Membership No' },
  },
  business_partner: {
    kind: 'singleLine',
    label: 'Business Partner',
  },
  gstin: {
    kind: 'singleLine',
    label: 'GSTIN',
  },
  company_description: {
    kind: 'multiLine',
    label: 'Company Description',
    labels: { sheet: 'Company description' },
  },
  services_products: {
    kind: 'multiLine',
    label: 'Services / Products',
    labels: { sheet: 'Services and products' },
  },
  address: {
    kind: 'multiLine',
    label: 'Address',
  },
  factory_address: {
    kind: 'multiLine',
    label: 'Factory Address',
  },
  certificate_postal_address: {
    kind: 'multiLine',
    label: 'Certificate Postal Address',
    labels: { register: 'Certificate Postal' },
  },
  document_language: {
    kind: 'choice',
    choices: documentLanguageLabels,
    label: 'Language of documents',
  },
  city: {
    kind: 'singleLine',
    label: 'City',
  },
  materials: {
    kind: 'materials',
    label: 'Materials',
    labels: { form: 'Materials / Products (optional)' },
  },
  materials_other: {
    kind: 'singleLine',
    label: 'Other materials',
  },
  social_links: {
    kind: 'multiLine',
    label: 'Social Links',
    labels: { profile: 'Social Media Links', sheet: 'Social links' },
  },
  remarks: {
    kind: 'multiLine',
    label: 'Remarks',
  },
  photo_url: {
    kind: 'image',
    label: 'Photo',
  },
  logo_url: {
    kind: 'image',
    label: 'Company Logo',
  },
  show_phone: {
    kind: 'flag',
    label: 'Mobile No., with WhatsApp',
  },
  show_email: {
    kind: 'flag',
    label: 'Email',
  },
  show_address: {
    kind: 'flag',
    label: 'Address and factory address',
  },
  is_visible: {
    kind: 'flag',
    label: 'Visible',
  },
  is_active: {
    kind: 'flag',
    label: 'Active',
  },
  created_at: {
    kind: 'instant',
    label: 'Date of Joining',
  },
  invited_at: {
    kind: 'instant',
    label: 'Invited',
  },
  last_sign_in_at: {
    kind: 'instant',
    label: 'Last sign-in',
  },

  payment_amount: {
    kind: 'money',
    label: 'Amount (Rs.)',
    labels: { register: 'Last Paid (Rs.)' },
  },
  payment_date: {
    kind: 'instant',
    label: 'Paid Date',
  },
  payment_mode: {
    kind: 'singleLine',
    label: 'Mode',
  },
  payment_reference: {
    kind: 'singleLine',
    label: 'Reference No.',
    labels: { register: 'Payment Ref' },
  },
  receipt_number: {
    kind: 'singleLine',
    label: 'Receipt No.',
  },
  membership_valid_from: {
    kind: 'day',
    label: 'Valid from',
  },
  membership_valid_to: {
    kind: 'day',
    label: 'Valid to',
    labels: { register: 'Validity' },
  },
} as const satisfies Record<string, ShownField>

const byColumn: Readonly<Partial<Record<string, ShownField>>> = shownFields

/** Undefined for columns that are no field. */
export const shownField = (column: string): ShownField | undefined => byColumn[column]
