import { mailKinds } from './mail-kinds.ts'

/** The names of the settings in sentences about changes; the keys are those of the history. */
export const settingLabels: Record<string, string> = {
  product_name: 'the name of the portal',
  association_name: 'the name of the association',
  association_short_name: 'the short name',
  association_website: 'the website',
  association_logo: 'the logo',
  office_email: 'the office email',
  dues_oem: 'the dues of OEM members',
  dues_vendor: 'the dues of vendors',
  bank_account_name: 'the account holder',
  bank_name: 'the bank',
  bank_account_number: 'the account number',
  bank_ifsc: 'the IFSC',
  upi_id: 'the UPI ID',
  require_second_factor: 'the second factor of administrators',
  ...Object.fromEntries(
    Object.entries(mailKinds).map(([kind, { label }]) => [`mail ${kind}`, `the email “${label}”`]),
  ),
}
