/** The languages of documents that leave the association. */
import { forTallyLedgers, type TallyLedgerNames } from './dues/tally-ledgers.ts'
export const documentLanguages = ['en', 'hi'] as const
export const documentLanguageMessage = 'Please choose English or Hindi'
export type DocumentLanguage = (typeof documentLanguages)[number]

export const languageLabels: Record<DocumentLanguage, string> = {
  en: 'English',
  hi: 'Hindi (हिन्दी)',
}

/** The choices of a member; '' is the language of the settings. */
export const documentLanguageLabels: Record<DocumentLanguage | '', string> = {
  '': "Association's default",
  ...languageLabels,
}

/**
 * When the validity of a late payment starts: after the end of the previous validity, on the day of payment, or with
 * the next financial year.
 */
export const lateRenewals = ['continues', 'payment', 'next-year'] as const
export type LateRenewal = (typeof lateRenewals)[number]

/** What documents, notices and payments state about the association; empty text for none. */
export interface AssociationDetails extends TallyLedgerNames {
  product_name: string
  association_name: string
  association_short_name: string
  association_website: string
  /** `/uploads/…`; empty for the portal's own logo. */
  association_logo: string
  /** Several lines. */
  association_address: string
  /** The year in which it was founded; empty for no check of the days of payments. */
  founded_in: string
  association_pan: string
  association_gstin: string
  office_email: string
  bank_account_name: string
  bank_name: string
  bank_account_number: string
  bank_ifsc: string
  upi_id: string
  /** The payee's name in UPI payments; empty for the association's name. */
  upi_payee_name: string
  /** The merchant category code of the UPI ID; empty for an account that is not a merchant's. */
  upi_merchant_code: string
  /** 'FPMA' gives 'FPMA/2026-27/0042'; empty gives 'R2026-27/0042'. */
  receipt_prefix: string
  /** 'yes': years in receipt numbers are short, as in 'JFPMA/26-27/0042'. */
  receipt_short_year: '' | 'yes'
  document_language: DocumentLanguage
  late_renewal: LateRenewal
  /** Days from the due date, like '-14, 0, 15'; empty for no reminders. */
  dues_reminders: string
}

/** The details that have no value in the environment, before an administrator saves them. */
export const emptyDetails = {
  association_address: '',
  founded_in: '',
  association_pan: '',
  association_gstin: '',
  office_email: '',
  bank_account_name: '',
  bank_name: '',
  bank_account_number: '',
  bank_ifsc: '',
  upi_id: '',
  upi_payee_name: '',
  upi_merchant_code: '',
  receipt_prefix: '',
  receipt_short_year: '',
  ...forTallyLedgers(() => ''),
  document_language: 'en',
  late_renewal: 'continues',
  dues_reminders: '',
} as const satisfies Partial<AssociationDetails>
