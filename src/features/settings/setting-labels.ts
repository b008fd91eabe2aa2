import { languageLabels } from '#shared/association-details.ts'
import { forTallyLedgers, tallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { mailKinds } from './mail-kinds.ts'

/** The names of the settings in sentences about changes; the keys are those of the history. */
export const settingLabels: Record<string, string> = {
  product_name: 'the name of the portal',
  association_name: 'the name of the association',
  association_short_name: 'the short name',
  association_website: 'the website',
  association_logo: 'the logo',
  association_address: 'the postal address',
  founded_in: 'the year of foundation',
  books_closed_to: 'the closed years',
  reason: 'the reason',
  association_pan: 'the PAN',
  association_gstin: 'the GSTIN',
  office_email: 'the office email',
  dues_oem: 'the dues of OEM members',
  dues_vendor: 'the dues of vendors',
  bank_account_name: 'the account holder',
  bank_name: 'the bank',
  bank_account_number: 'the account number',
  bank_ifsc: 'the IFSC',
  upi_id: 'the UPI ID',
  upi_payee_name: 'the UPI payee name',
  upi_merchant_code: 'the UPI merchant category code',
  receipt_prefix: 'the receipt number prefix',
  receipt_short_year: 'the short year in receipt numbers',
  ...forTallyLedgers((key) => `the Tally ledger “${tallyLedgers[key].label}”`),
  document_language: 'the language of documents',
  late_renewal: 'when late renewals start',
  dues_reminders: 'the reminders of dues',
  certificate_logo: 'the logo of certificates',
  certificate_signature: 'the signature of certificates',
  certificate_seal: 'the seal of certificates',
  certificate_signatory: 'the signatory of certificates',
  certificate_signatory_title: "the signatory's title",
  certificate_colour: 'the main colour of certificates',
  certificate_accent: 'the second colour of certificates',
  tax_treatment: 'how payments are taxed',
  require_second_factor: 'the second factor of administrators',
  ...Object.fromEntries(
    Object.entries(mailKinds).map(([kind, { label }]) => [`mail ${kind}`, `the email “${label}”`]),
  ),
}

/** The values of settings that are selected from a list, as administrators read them. */
export const settingOptions = {
  document_language: languageLabels,
  late_renewal: {
    continues: 'From the end of the last period',
    payment: 'On the day of payment',
    'next-year': 'With the next financial year',
  },
} satisfies Record<string, Record<string, string>>
