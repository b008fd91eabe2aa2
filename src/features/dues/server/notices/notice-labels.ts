/** The labels of a printed notice in both languages. */
import type { ChargeItem } from '#features/ledger/contract.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { type OwedWords, owedWords } from '../../owed-name.ts'

interface NoticeLabels {
  title: string
  owed: OwedWords
  proforma: string
  noInvoice: string
  taxableValue: string
  sac: string
  placeOfSupply: string
  pan: string
  gstin: string
  number: string
  date: string
  to: string
  membershipNumber: string
  description: string
  period: string
  due: string
  /** The cell of a charge since the day after its due date. */
  wasDue: (day: string) => string
  amount: string
  toPay: string
  total: string
  items: Record<ChargeItem, string>
  nothing: string
  upi: string
  scan: string
  upiId: string
  bank: string
  holder: string
  bankName: string
  account: string
  ifsc: string
  quote: (reference: string) => string
  unsigned: string
}

const hindiItems: Record<ChargeItem, string> = {
  dues: 'सदस्यता शुल्क',
  'joining fee': 'प्रवेश शुल्क',
  arrears: 'पिछला बकाया',
  'refund to return': 'लौटाने योग्य राशि',
  other: 'अन्य शुल्क',
}

const hindiDues = (years: readonly string[]): string => `${hindiItems.dues} ${years.join(', ')}`

const hindiOwed: OwedWords = {
  charge: ({ item, label, year }) => label || `${hindiItems[item]} ${year}`,
  dues: hindiDues,
  duesAndOther: (years, name) => `${hindiDues(years)} और ${name}`,
  duesAndOthers: (years, count) => `${hindiDues(years)} और ${count} अन्य शुल्क`,
  twoCharges: (first, second) => `${first} और ${second}`,
  charges: (count) => `${count} शुल्क`,
}

export const noticeLabels: Record<DocumentLanguage, NoticeLabels> = {
  en: {
    title: 'Notice',
    owed: owedWords,
    proforma: 'Proforma invoice (not a tax invoice)',
    noInvoice: 'The tax invoice is issued when the payment is received.',
    taxableValue: 'Taxable value',
    sac: 'SAC',
    placeOfSupply: 'Place of supply',
    pan: 'PAN',
    gstin: 'GSTIN',
    number: 'Notice no.',
    date: 'Date',
    to: 'To',
    membershipNumber: 'Membership no.',
    description: 'Description',
    period: 'Period',
    due: 'Due date',
    wasDue: (day) => `Was due ${day}`,
    amount: 'Amount',
    toPay: 'To pay',
    total: 'Total to pay',
    items: {
      dues: 'Membership dues',
      'joining fee': 'Joining fee',
      arrears: 'Arrears brought forward',
      'refund to return': 'Refund to return',
      other: 'Other charge',
    },
    nothing: 'Nothing to pay. Thank you.',
    upi: 'Pay by UPI',
    scan: 'Scan with any UPI app. Amount and reference are filled in.',
    upiId: 'UPI ID',
    bank: 'Bank transfer',
    holder: 'Account holder',
    bankName: 'Bank',
    account: 'Account number',
    ifsc: 'IFSC',
    quote: (reference) => `Please quote ${reference} with your payment.`,
    unsigned: 'Made by computer and valid without a signature.',
  },
  hi: {
    title: 'सूचना',
    owed: hindiOwed,
    proforma: 'प्रोफ़ॉर्मा चालान (Proforma Invoice), यह कर चालान नहीं है',
    noInvoice: 'भुगतान मिलने पर कर चालान जारी किया जाएगा।',
    taxableValue: 'कर योग्य मूल्य',
    sac: 'SAC',
    placeOfSupply: 'आपूर्ति का स्थान',
    pan: 'पैन',
    gstin: 'GSTIN',
    number: 'सूचना संख्या',
    date: 'दिनांक',
    to: 'सेवा में',
    membershipNumber: 'सदस्यता क्रमांक',
    description: 'विवरण',
    period: 'अवधि',
    due: 'देय तिथि',
    wasDue: (day) => `${day} को देय था`,
    amount: 'राशि',
    toPay: 'बकाया',
    total: 'कुल देय राशि',
    items: hindiItems,
    nothing: 'कोई राशि देय नहीं है। धन्यवाद।',
    upi: 'UPI से भुगतान',
    scan: 'किसी भी UPI ऐप से स्कैन करें। राशि और संदर्भ पहले से भरे हैं।',
    upiId: 'UPI आईडी',
    bank: 'बैंक ट्रांसफर',
    holder: 'खाताधारक',
    bankName: 'बैंक',
    account: 'खाता संख्या',
    ifsc: 'IFSC',
    quote: (reference) => `कृपया भुगतान के साथ संदर्भ ${reference} लिखें।`,
    unsigned: 'यह सूचना कंप्यूटर से बनी है और बिना हस्ताक्षर के मान्य है।',
  },
}
