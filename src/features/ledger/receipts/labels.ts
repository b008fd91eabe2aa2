import type { DocumentLanguage } from '#shared/association-details.ts'
import type { ReceiptLine } from './content.ts'

const english = {
  receipt: 'Receipt',
  invoice: 'Tax Invoice',
  invoiceAndVoucher: 'Tax Invoice and Receipt Voucher',
  billOfSupply: 'Bill of Supply',
  invoiceAndBill: 'Invoice-cum-Bill of Supply',
  invoiceBillAndVoucher: 'Invoice-cum-Bill of Supply and Receipt Voucher',
  creditNote: 'Credit Note',
  debitNote: 'Debit Note',
  refundNote: 'Credit Note and Refund Voucher',
  cancellation: 'Cancellation of a receipt',
  billCancellation: 'Cancellation of a bill of supply',
  moneyCancellation: 'Cancellation of a payment',
  number: 'No.',
  date: 'Date',
  receivedFrom: 'Received from',
  to: 'To',
  membershipNumber: 'Membership No.',
  pan: 'PAN',
  gstin: 'GSTIN',
  description: 'Description',
  sac: 'SAC',
  amount: 'Amount',
  membership: 'Membership fee',
  dues: (year: string) => `Membership fee ${year}`,
  arrears: (year: string) => `Arrears of membership fee ${year}`,
  broughtForward: (year: string) => `Arrears brought forward ${year}`,
  joiningFee: 'Joining fee',
  otherCharge: 'Other charge',
  refundToReturn: 'Refund returned',
  advance: 'Advance for later dues',
  part: '(part payment)',
  gst: (rate: string) => `GST ${rate} %`,
  exempt: 'Exempt',
  notTaxed: 'not taxed',
  owed: (day: string, amount: string) => `Still owed on ${day}: ${amount}`,
  period: (from: string, to: string) => `for ${from} to ${to}`,
  covered: (from: string, to: string) => `for ${from} to ${to}`,
  taxableValue: 'Taxable value',
  total: 'Total',
  tds: 'Tax deducted at source (TDS)',
  tdsWithCertificate: (number: string) => `Tax deducted at source (TDS), certificate ${number}`,
  received: 'Received in money',
  tdsNote: (amount: string) =>
    `${amount} was deducted by the member as tax at source (TDS) and was not received in money.`,
  deductedOn: 'Deducted on',
  certificate: 'Certificate',
  /** Papers before edition 5. */
  tdsBefore: 'Tax deducted by the member (TDS)',
  receivedBefore: 'Received',
  inWords: 'Amount in words',
  mode: 'Paid by',
  reference: 'Reference',
  paidOn: 'Paid on',
  placeOfSupply: 'Place of supply',
  original: 'Original for Recipient',
  reverseCharge: 'Tax payable on reverse charge: No',
  cancelled: (number: string, day: string) => `Cancelled on ${day} by No. ${number}`,
  reversed: (number: string, day: string) => `Reversed on ${day} by debit note No. ${number}.`,
  paymentVoid: (amount: string, number: string, day: string, by: string) =>
    `No. ${number}, which paid ${amount} of this document, was cancelled on ${day} by No. ${by}. This document is no proof of that payment.`,
  moneyVoid: (amount: string, day: string) =>
    `The payment of ${amount} of this document was cancelled on ${day}. This document is no proof of that payment.`,
  cancels: (number: string, day: string) =>
    `Cancels receipt No. ${number} dated ${day}. Nothing is due on it.`,
  cancelsBill: (number: string, day: string) =>
    `Cancels bill of supply No. ${number} dated ${day}. Nothing is due on it.`,
  /** Papers before edition 6, and papers whose day is not known. */
  cancelsUndated: (number: string) => `Cancels receipt No. ${number}. No amount is due from it.`,
  cancelsBillUndated: (number: string) =>
    `Cancels bill of supply No. ${number}. No amount is due from it.`,
  credits: (number: string, day: string) =>
    `For tax invoice No. ${number} dated ${day}, which is cancelled.`,
  cancelsMoney: (amount: string) => `The payment of ${amount} is cancelled.`,
  moneyOn: (title: string, number: string, day: string) =>
    `It was on ${title} No. ${number} dated ${day}.`,
  refunds: (number: string, day: string) =>
    `Advance paid back from tax invoice and receipt voucher No. ${number} dated ${day}.`,
  paidBackOn: 'Paid back on',
  creditsBoth: (number: string, day: string) =>
    `For invoice-cum-bill of supply No. ${number} dated ${day}, which is cancelled.`,
  takenBefore: (amount: string, numbers: string) =>
    `${amount} of it had been taken before, by No. ${numbers}.`,
  voucher: (amount: string, tax: string) =>
    `Advance received: ${amount}, of which tax ${tax}. This document is also its receipt voucher (CGST Act, section 31(3)(d)). No other invoice follows when the advance is used for what has the same tax.`,
  /** Papers before edition 3. */
  voucherBefore: (amount: string, tax: string) =>
    `Advance received: ${amount}, of which tax ${tax}. This document is also its receipt voucher (CGST Act, section 31(3)(d)). No other invoice follows when the advance is used.`,
  adjusted: (amount: string, number: string, day: string) =>
    `Paid from the advance of No. ${number} dated ${day}: ${amount}. The tax of that advance, where it has any, is replaced by this document.`,
  advanceUsed: (number: string, day: string, by: string) =>
    `For the advance of tax invoice No. ${number} dated ${day}, which is used for No. ${by}.`,
  advanceBack: (number: string, day: string, by: string) =>
    `For the advance of tax invoice No. ${number} dated ${day}, which is an advance again by No. ${by}.`,
  beside: (amount: string, number: string) => `${amount} of the same payment is on No. ${number}.`,
  returnsAdvance: (amount: string, number: string, day: string) =>
    `${amount} is an advance of No. ${number} dated ${day} again.`,
  against: (number: string) => `(for No. ${number})`,
  page: (page: number) => `Page ${page}`,
  unsigned: 'Made by computer and valid without a signature.',
}

type Labels = typeof english

const hindi: Labels = {
  receipt: 'रसीद',
  invoice: 'कर चालान (Tax Invoice)',
  invoiceAndVoucher: 'कर चालान और रसीद वाउचर (Tax Invoice and Receipt Voucher)',
  billOfSupply: 'आपूर्ति बिल (Bill of Supply)',
  invoiceAndBill: 'चालान-सह-आपूर्ति बिल (Invoice-cum-Bill of Supply)',
  invoiceBillAndVoucher:
    'चालान-सह-आपूर्ति बिल और रसीद वाउचर (Invoice-cum-Bill of Supply and Receipt Voucher)',
  creditNote: 'जमा पत्र (Credit Note)',
  debitNote: 'नामे पत्र (Debit Note)',
  refundNote: 'जमा पत्र और वापसी वाउचर (Credit Note and Refund Voucher)',
  cancellation: 'रसीद का निरस्तीकरण',
  billCancellation: 'आपूर्ति बिल का निरस्तीकरण',
  moneyCancellation: 'भुगतान का निरस्तीकरण',
  number: 'क्रमांक',
  date: 'दिनांक',
  receivedFrom: 'भुगतानकर्ता',
  to: 'सेवा में',
  membershipNumber: 'सदस्यता क्रमांक',
  pan: 'पैन',
  gstin: 'GSTIN',
  description: 'विवरण',
  sac: 'SAC',
  amount: 'राशि',
  membership: 'सदस्यता शुल्क',
  dues: (year) => `सदस्यता शुल्क ${year}`,
  arrears: (year) => `सदस्यता शुल्क ${year} का बकाया`,
  broughtForward: (year) => `पिछला बकाया ${year}`,
  joiningFee: 'प्रवेश शुल्क',
  otherCharge: 'अन्य शुल्क',
  refundToReturn: 'लौटाई गई वापसी राशि',
  advance: 'आगामी शुल्क के लिए अग्रिम',
  part: '(आंशिक भुगतान)',
  gst: (rate) => `GST ${rate} %`,
  exempt: 'कर मुक्त / Exempt',
  notTaxed: 'कर नहीं',
  owed: (day, amount) => `दिनांक ${day} को शेष देय राशि: ${amount}`,
  period: (from, to) => `${from} से ${to} तक`,
  covered: (from, to) => `(${from} से ${to} तक)`,
  taxableValue: 'कर योग्य मूल्य',
  total: 'कुल',
  tds: 'स्रोत पर कर कटौती (TDS)',
  tdsWithCertificate: (number) => `स्रोत पर कर कटौती (TDS), प्रमाणपत्र ${number}`,
  received: 'प्राप्त धनराशि',
  tdsNote: (amount) =>
    `${amount} सदस्य द्वारा स्रोत पर कर (TDS) के रूप में काटे गए और धनराशि के रूप में प्राप्त नहीं हुए।`,
  deductedOn: 'कटौती का दिनांक',
  certificate: 'प्रमाणपत्र',
  tdsBefore: 'सदस्य द्वारा काटा गया कर (TDS)',
  receivedBefore: 'प्राप्त राशि',
  inWords: 'राशि शब्दों में',
  mode: 'भुगतान का माध्यम',
  reference: 'संदर्भ',
  paidOn: 'भुगतान दिनांक',
  placeOfSupply: 'आपूर्ति का स्थान',
  original: 'प्राप्तकर्ता के लिए मूल प्रति (Original for Recipient)',
  reverseCharge: 'रिवर्स चार्ज पर देय कर: नहीं',
  cancelled: (number, day) => `दिनांक ${day} को क्रमांक ${number} द्वारा निरस्त`,
  reversed: (number, day) => `दिनांक ${day} को नामे पत्र क्रमांक ${number} द्वारा वापस लिया गया।`,
  paymentVoid: (amount, number, day, by) =>
    `क्रमांक ${number}, जिससे इस दस्तावेज़ के ${amount} का भुगतान हुआ था, दिनांक ${day} को क्रमांक ${by} द्वारा निरस्त किया गया। यह दस्तावेज़ उस भुगतान का प्रमाण नहीं है।`,
  moneyVoid: (amount, day) =>
    `इस दस्तावेज़ के ${amount} का भुगतान दिनांक ${day} को निरस्त किया गया। यह दस्तावेज़ उस भुगतान का प्रमाण नहीं है।`,
  cancels: (number, day) =>
    `दिनांक ${day} की रसीद क्रमांक ${number} निरस्त की गई। इस पर कोई राशि देय नहीं है।`,
  cancelsBill: (number, day) =>
    `दिनांक ${day} का आपूर्ति बिल क्रमांक ${number} निरस्त किया गया। इस पर कोई राशि देय नहीं है।`,
  cancelsUndated: (number) => `रसीद क्रमांक ${number} निरस्त की गई। इस पर कोई राशि देय नहीं है।`,
  cancelsBillUndated: (number) =>
    `आपूर्ति बिल क्रमांक ${number} निरस्त किया गया। इस पर कोई राशि देय नहीं है।`,
  cancelsMoney: (amount) => `${amount} का भुगतान निरस्त किया गया।`,
  moneyOn: (title, number, day) => `यह ${title} क्रमांक ${number}, दिनांक ${day} पर था।`,
  refunds: (number: string, day: string) =>
    `दिनांक ${day} के कर चालान और रसीद वाउचर क्रमांक ${number} का अग्रिम वापस किया गया।`,
  paidBackOn: 'वापसी का दिनांक',
  creditsBoth: (number, day) =>
    `चालान-सह-आपूर्ति बिल क्रमांक ${number}, दिनांक ${day}, जो निरस्त किया गया है।`,
  credits: (number, day) => `कर चालान क्रमांक ${number}, दिनांक ${day}, जो निरस्त किया गया है।`,
  takenBefore: (amount, numbers) => `इसमें से ${amount} पहले ही क्रमांक ${numbers} द्वारा लिए जा चुके थे।`,
  voucher: (amount, tax) =>
    `प्राप्त अग्रिम: ${amount}, जिसमें कर ${tax}। यह दस्तावेज़ इस अग्रिम का रसीद वाउचर भी है (CGST अधिनियम, धारा 31(3)(d))। समान कर वाले शुल्क के लिए अग्रिम का उपयोग होने पर कोई दूसरा चालान जारी नहीं होगा।`,
  voucherBefore: (amount, tax) =>
    `प्राप्त अग्रिम: ${amount}, जिसमें कर ${tax}। यह दस्तावेज़ इस अग्रिम का रसीद वाउचर भी है (CGST अधिनियम, धारा 31(3)(d))। अग्रिम का उपयोग होने पर कोई दूसरा चालान जारी नहीं होगा।`,
  adjusted: (amount, number, day) =>
    `दिनांक ${day} के क्रमांक ${number} के अग्रिम से भुगतान: ${amount}। उस अग्रिम पर कर, यदि कोई हो, के स्थान पर इस दस्तावेज़ का कर लागू है।`,
  advanceUsed: (number, day, by) =>
    `कर चालान क्रमांक ${number} दिनांक ${day} की अग्रिम राशि के लिए, जो क्रमांक ${by} में उपयोग की गई।`,
  advanceBack: (number, day, by) =>
    `कर चालान क्रमांक ${number} दिनांक ${day} की अग्रिम राशि के लिए, जो क्रमांक ${by} से फिर अग्रिम है।`,
  beside: (amount, number) => `इसी भुगतान के ${amount} क्रमांक ${number} पर हैं।`,
  returnsAdvance: (amount, number, day) =>
    `${amount} फिर से दिनांक ${day} के क्रमांक ${number} का अग्रिम है।`,
  against: (number) => `(क्रमांक ${number} के लिए)`,
  page: (page) => `पृष्ठ ${page}`,
  unsigned: 'कंप्यूटर द्वारा निर्मित, हस्ताक्षर के बिना मान्य।',
}

export const receiptLabels: Record<DocumentLanguage, Labels> = { en: english, hi: hindi }

/** The purpose of a line, like 'Membership fee 2026-27'. */
export function nameOfLine(
  { item, year, label, is_arrears }: ReceiptLine,
  language: DocumentLanguage,
): string {
  const labels = receiptLabels[language]
  const names = {
    membership: labels.membership,
    dues: is_arrears ? labels.arrears(year) : labels.dues(year),
    'joining fee': labels.joiningFee,
    arrears: labels.broughtForward(year),
    'refund to return': labels.refundToReturn,
    other: label || labels.otherCharge,
    advance: labels.advance,
  }
  return names[item]
}

const englishModes: Record<string, string> = {
  Bank: 'Bank transfer',
  Cash: 'Cash',
  Cheque: 'Cheque',
  GPay: 'UPI',
}
const hindiModes: Record<string, string> = {
  Bank: 'बैंक ट्रांसफ़र',
  Cash: 'नकद',
  Cheque: 'चेक',
  GPay: 'यूपीआई',
}

/** The mode of a payment in the words of receipts. */
export const modeLabel = (mode: string, language: DocumentLanguage): string =>
  (language === 'hi' ? hindiModes : englishModes)[mode] ?? mode
