import type { FieldName } from './fields.ts'
import type { PaymentField } from './payment-fields.ts'

interface RegisterColumnLayout {
  /** The key under which a device stores that the column is hidden; by default the field. */
  key?: string
  field: Exclude<FieldName, 'materials'> | PaymentField
  /** In rem. */
  width: number
  /** True where the first click sorts upwards. */
  ascendingFirst?: true
  /** True for the columns that are read most; the others are for looking things up. */
  isRead?: true
  /** In rem, for the columns that 'Essential columns' shows: together they fit beside the sidebar at 1366 pixels. */
  essentialWidth?: number
  /** True for a column that is not of contract 2.5: hidden until the user shows it under Columns. */
  isExtra?: true
}

/** The columns of the register between the serial number and the actions (contract 2.5). */
export const registerLayout: readonly RegisterColumnLayout[] = [
  { key: 'photo', field: 'photo_url', width: 3.25 },
  { field: 'membership_number', width: 8.625, essentialWidth: 8.5 },
  { field: 'name', width: 11, essentialWidth: 9.375, ascendingFirst: true, isRead: true },
  {
    field: 'company_name',
    width: 12.5,
    essentialWidth: 11,
    ascendingFirst: true,
    isRead: true,
  },
  { field: 'created_at', width: 7.875 },
  { key: 'paid', field: 'payment_amount', width: 14, essentialWidth: 14.125 },
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
  { field: 'membership_valid_to', width: 11.75, essentialWidth: 11 },
  { field: 'remarks', width: 11.25 },
  { field: 'gstin', width: 9.5, isExtra: true },
  { key: 'invited', field: 'invited_at', width: 8, isExtra: true },
  { key: 'last_sign_in', field: 'last_sign_in_at', width: 8, isExtra: true },
]
