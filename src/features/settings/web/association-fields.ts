import { optionsOf, type SelectOption } from '#platform/web/form/SelectField.tsx'
import { parseReminderDays, reminderWords } from '#shared/dues/reminder-days.ts'
import type { SettingName } from '../contract.ts'
import { settingOptions } from '../setting-labels.ts'

/** One field of the form, with the props of its control. */
export interface FieldDescription {
  name: SettingName
  label: string
  /** With a function, it follows what is typed. */
  hint?: string | ((typed: string) => string)
  /** True for a field that takes the width of the card. */
  isWide?: true
  inputMode?: 'decimal' | 'numeric'
  type?: 'email' | 'url' | 'multi-line'
  options?: readonly SelectOption[]
  optional?: boolean
  autoCapitalize?: 'characters' | 'none'
}

interface FieldGroup {
  title: string
  description: string
  fields: FieldDescription[]
}

/** 'From the due date: 14 days before, on the day and 15 days after.' of what is typed; until then what to type. */
function reminderHint(typed: string): string {
  const days = parseReminderDays(typed) ?? []
  return days.length > 0
    ? `From the due date: ${reminderWords(days)}.`
    : 'Days before the due date with a minus, days after it without: -14, 0, 15. Leave empty for no reminders.'
}

/** The fields of the association's settings, in the order of the form. */
export const fieldGroups: FieldGroup[] = [
  {
    title: 'Names and website',
    description: 'Changes appear everywhere immediately.',
    fields: [
      { name: 'association_name', label: 'Association Name' },
      {
        name: 'association_short_name',
        label: 'Short Name',
        hint: 'Used in export file names.',
      },
      { name: 'product_name', label: 'Portal Name' },
      {
        name: 'association_website',
        label: 'Website',
        type: 'url',
        hint: "Opened by 'Go back to website'.",
      },
    ],
  },
  {
    title: 'Office',
    description: 'Printed on receipts, notices and certificates.',
    fields: [
      {
        name: 'office_email',
        label: 'Office Email',
        type: 'email',
        optional: true,
        hint: 'Replies to emails from the portal go to this address.',
      },
      {
        name: 'founded_in',
        label: 'Founded in',
        inputMode: 'numeric',
        optional: true,
        hint: 'A payment dated before this year is refused.',
      },
      {
        name: 'association_address',
        label: 'Postal address',
        type: 'multi-line',
        isWide: true,
        optional: true,
      },
      {
        name: 'association_pan',
        label: 'PAN',
        optional: true,
        autoCapitalize: 'characters',
      },
      {
        name: 'association_gstin',
        label: 'GSTIN',
        optional: true,
        hint: 'Leave it empty if the association is not registered for GST.',
        autoCapitalize: 'characters',
      },
    ],
  },
  {
    title: 'Dues',
    description: 'The dues of each year are in the tab Dues.',
    fields: [
      {
        name: 'late_renewal',
        label: 'Late renewals',
        options: optionsOf(settingOptions.late_renewal),
        hint: 'When a membership starts if dues are paid late.',
      },
      {
        name: 'dues_reminders',
        label: 'Reminders',
        optional: true,
        hint: reminderHint,
      },
    ],
  },
  {
    title: 'Bank and UPI',
    description: 'Payment details for members. Insert in emails with {bank_details} and {upi_id}.',
    fields: [
      { name: 'bank_account_name', label: 'Account Holder' },
      { name: 'bank_name', label: 'Bank and Branch' },
      { name: 'bank_account_number', label: 'Account Number', inputMode: 'numeric' },
      {
        name: 'bank_ifsc',
        label: 'IFSC',
        hint: '11 characters, like SBIN0001234.',
        autoCapitalize: 'characters',
      },
      { name: 'upi_id', label: 'UPI ID', hint: 'Like name@bank.', autoCapitalize: 'none' },
      {
        name: 'upi_payee_name',
        label: 'UPI payee name',
        optional: true,
        hint: 'The name your bank shows to payers. Leave empty to use the association name.',
      },
      {
        name: 'upi_merchant_code',
        label: 'Merchant category code',
        optional: true,
        inputMode: 'numeric',
        hint: '4 digits, if your bank gave you a merchant UPI ID. Leave it empty otherwise.',
      },
    ],
  },
  {
    title: 'Documents',
    description: 'For receipts, notices, certificates and membership cards.',
    fields: [
      {
        name: 'document_language',
        label: 'Language of documents',
        options: optionsOf(settingOptions.document_language),
      },
    ],
  },
]
