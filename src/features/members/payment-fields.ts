import type { Field } from './field-rules.ts'

/** The current payment, null while unpaid; the ledger writes it (contract 13.1). */
export const paymentFields = {
  payment_amount: {
    kind: 'money',
    empty: null,
    label: 'Amount (Rs.)',
    labels: { register: 'Last Paid (Rs.)' },
    inSentence: 'the payment',
    readBy: 'admins',
    headings:
      'Amount, Amount Rs, Fees, Dues, Last Paid (Rs.), राशि, Amt, Amt (Rs.), Amount Paid, Amt. Paid, Paid Amount, Amount Received, Amt. Recd, Rs, Fee, Fees Paid, Membership Fee, Membership Fees, Subscription, Subs., Annual Subscription, Annual Fee, Contribution, शुल्क, सदस्यता शुल्क, चंदा, रकम',
  },
  payment_date: {
    kind: 'instant',
    empty: null,
    label: 'Paid Date',
    inSentence: 'the paid date',
    readBy: 'admins',
    headings:
      'Paid On, Date of Payment, भुगतान की तिथि, भुगतान तिथि, भुगतान दिनांक, Paid Dt, Pmt. Date, Pymt. Date, Payment Dt, Dt. of Payment, Date Paid, Date of Receipt, Receipt Date, Receipt Dt, Rec. Date, Dt. of Receipt, Amount Date, दिनांक, भुगतान की तारीख, भुगतान तारीख',
  },
  payment_mode: {
    kind: 'singleLine',
    empty: null,
    label: 'Mode',
    inSentence: 'the payment mode',
    readBy: 'admins',
    headings:
      'Mode (Bank/Cash/Cheque/GPay), Mode of Payment, भुगतान का तरीका, भुगतान माध्यम, Payment Mode, Pmt. Mode, Pay Mode, Mode of Pmt, Paid By, Paid Through, Paid Via, Cash / Cheque, Bank / Cash, माध्यम, प्रकार भुगतान',
  },
  payment_reference: {
    kind: 'singleLine',
    empty: null,
    label: 'Reference No.',
    labels: { register: 'Payment Ref' },
    inSentence: 'the payment reference',
    readBy: 'admins',
    headings:
      'Reference, Payment Ref, Ref No, UTR, UTR No, संदर्भ संख्या, Reference No, Reference Number, Ref, UTR / Chq No, Chq / UTR No, UTR / Cheque No, Cheque / UTR No, Cheque / DD No, Chq / DD No, Chq No, Cheque No, Cheque Number, UTR Number, UTR / Ref No, UTR / Txn No, Txn No, Txn ID, Transaction No, Transaction ID, Transaction Ref, Trans. ID, UPI Ref, UPI Ref No, Instrument No, चेक नंबर, चेक नं, यूटीआर नंबर',
  },
  /** The receipt of the payment: of the portal's series, or the office's own one of an import. */
  receipt_number: {
    kind: 'singleLine',
    empty: null,
    label: 'Receipt No.',
    inSentence: 'the receipt number',
    readBy: 'admins',
    headings:
      'Receipt, Receipt Number, Rcpt. No, Rec. No, Recpt. No, Money Receipt No, MR No, रसीद, रसीद नं, रसीद नंबर, रसीद संख्या',
  },
  membership_valid_from: {
    kind: 'day',
    empty: null,
    label: 'Valid from',
    inSentence: 'the first day of the membership',
    readBy: 'admins',
    headings: 'Valid Frm, Validity From, Membership From, From Date, Membership Valid From',
  },
  membership_valid_to: {
    kind: 'day',
    empty: null,
    label: 'Valid to',
    labels: { register: 'Validity' },
    inSentence: 'the last day of the membership',
    readBy: 'admins',
    headings:
      'Valid Till, Valid Until, Validity, Validity To, Valid Upto, Membership Upto, Expiry, Expiry Date, Membership Valid To, Membership Expiry, वैधता, मान्य तिथि',
  },
} as const satisfies Record<string, Field>

export type PaymentField = keyof typeof paymentFields

export const paymentFieldNames = Object.keys(paymentFields) as PaymentField[]
