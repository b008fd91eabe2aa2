import type { registerLayout } from './register-layout.ts'

type PrintedField = (typeof registerLayout)[number]['field'] | 'business_partner' | 'is_visible'

/**
 * The widths of a member's fields in printed lists, as parts of the whole; 0 leaves a column out. Dates, phones and
 * numbers stay on one line; the widest words and the longest texts have the rest.
 */
export const printWidths: Partial<Record<PrintedField, number>> = {
  membership_number: 16,
  name: 11,
  business_partner: 11,
  company_name: 12.5,
  created_at: 11.5,
  payment_amount: 9.5,
  payment_date: 11.5,
  payment_mode: 8,
  payment_reference: 15,
  whatsapp_number: 16.5,
  email: 23,
  factory_address: 15,
  certificate_postal_address: 17,
  membership_valid_to: 12.75,
  remarks: 10,
  gstin: 17,
  invited_at: 11.5,
  last_sign_in_at: 11.5,
  is_visible: 7.5,
  // A small picture and a link are of no use on paper.
  photo_url: 0,
  website_url: 0,
}

/** The width of the number of a row. */
export const serialPrintWidth = 5.5

/** The width of a payment with its state. */
export const paidPrintWidth = 13.75
