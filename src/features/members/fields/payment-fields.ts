import { keysOf } from '#shared/records.ts'
import type { Field } from './field-rules.ts'
import { shownFields } from './shown-fields.ts'

/** The current payment, null while unpaid; the ledger writes it (contract 13.1). */
export const paymentFields = {
  payment_amount: {
    ...shownFields.payment_amount,
    empty: null,
    inSentence: 'the payment',
    readBy: 'admins',
    headings: 'Amount, Amount Rs, Fees, Dues, Last Paid (Rs.), राशि',
  },
  payment_date: {
    ...shownFields.payment_date,
    empty: null,
    inSentence: 'the paid date',
    readBy: 'admins',
    headings: 'Paid On, Date of Payment, भुगतान की तिथि, भुगतान तिथि, भुगतान दिनांक',
  },
  payment_mode: {
    ...shownFields.payment_mode,
    empty: null,
    inSentence: 'the payment mode',
    readBy: 'admins',
    headings: 'Mode (Bank/Cash/Cheque/GPay), Mode of Payment, भुगतान का तरीका, भुगतान माध्यम',
  },
  payment_reference: {
    ...shownFields.payment_reference,
    empty: null,
    inSentence: 'the payment reference',
    readBy: 'admins',
    headings: 'Reference, Payment Ref, Ref No, UTR, UTR No, संदर्भ संख्या',
  },
  /** The receipt of the payment: of the portal's series, or the office's own one of an import. */
  receipt_number: {
    ...shownFields.receipt_number,
    empty: null,
    inSentence: 'the receipt number',
    readBy: 'admins',
    headings: 'Receipt Number',
  },
  membership_valid_from: {
    ...shownFields.membership_valid_from,
    empty: null,
    inSentence: 'the first day of the membership',
    readBy: 'admins',
    headings: '',
  },
  membership_valid_to: {
    ...shownFields.membership_valid_to,
    empty: null,
    inSentence: 'the last day of the membership',
    readBy: 'admins',
    headings: 'Valid Till, Valid Until, Validity',
  },
} as const satisfies Record<string, Field>

export type PaymentField = keyof typeof paymentFields

export const paymentFieldNames = keysOf(paymentFields)
