/** The texts of the board book on screens, on paper and in workbooks. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { BookFigure, PlottedFigure } from './contract.ts'

interface Texts {
  title: (year: string) => string
  /** The day (dd/mm/yyyy) up to which the figures of the current year count. */
  asOf: (day: string) => string
  byType: string
  byMonth: Record<PlottedFigure, string>
  byState: Record<PlottedFigure, string>
  retention: string
  retentionNote: (day: string) => string
  /** Shown instead of a plot without values. */
  nothing: Record<PlottedFigure, string>
  noMembers: string
  figures: Record<BookFigure, string>
  /** What the figures of a year count, where another sum has the same name. */
  counted: (year: string) => { lapsed: string; raised: string; collected: string }
  otherCharges: string
  /** Below the table of dues. */
  amountsNote: string
  /** `amount` is like '₹5,000'. */
  unraisedNote: (amount: string) => string
  paid: (day: string) => string
  oem: string
  vendor: string
  type: string
  month: string
  state: string
  joiningYear: string
  total: string
  retained: string
  left: string
  share: string
  notRecorded: string
  before: string
  shortBefore: string
  later: string
  shortLater: string
  /** `year` is the first one that has its own row. */
  earlier: (year: string) => string
  months: readonly string[]
}

const english: Texts = {
  title: (year) => `Board book ${year}`,
  asOf: (day) => `As of ${day}`,
  byType: 'By type',
  byMonth: {
    joined: 'Members who joined, by month',
    lapsed: 'Members who lapsed, by month',
    raised: 'Dues raised, by month',
    collected: 'Dues collected, by month',
  },
  byState: {
    joined: 'Members who joined, by state',
    lapsed: 'Members who lapsed, by state',
    raised: 'Dues raised, by state',
    collected: 'Dues collected, by state',
  },
  retention: 'Retention by joining year',
  retentionNote: (day) =>
    `Members whose dues for ${day} or a later day are settled, by payment or waiver. Dues of other years may be open.`,
  nothing: {
    joined: 'No members joined in this year.',
    lapsed: 'No membership lapsed in this year.',
    raised: 'No dues were raised for this year.',
    collected: 'No dues of this year were collected.',
  },
  noMembers: 'No members had joined by the end of this year.',
  figures: {
    joined: 'Joined',
    lapsed: 'Lapsed',
    raised: 'Raised',
    collected: 'Collected',
    waived: 'Waived',
    unraised: 'Paid without being raised',
    other_raised: 'Raised',
    other_collected: 'Collected',
    other_waived: 'Waived',
  },
  counted: (year) => ({
    lapsed: `Since a day in ${year}`,
    raised: `Dues of ${year}`,
    collected: `Dues of ${year}, paid in any year`,
  }),
  otherCharges: 'Other charges',
  amountsNote: 'Amounts include GST where it is charged.',
  unraisedNote: (amount) =>
    `Collected includes ${amount} paid without being raised: fees paid before they were raised, and arrears brought forward.`,
  paid: (day) => `Paid until ${day} or later`,
  oem: 'OEM',
  vendor: 'Vendors',
  type: 'Type',
  month: 'Month',
  state: 'State',
  joiningYear: 'Joined in',
  total: 'Total',
  retained: 'Still paid',
  left: 'Not paid',
  share: 'Share',
  notRecorded: 'Not recorded',
  before: 'Before April',
  shortBefore: 'Earlier',
  later: 'After March',
  shortLater: 'Later',
  earlier: (year) => `Before ${year}`,
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}

const hindi: Texts = {
  title: (year) => `वार्षिक प्रतिवेदन ${year}`,
  asOf: (day) => `${day} तक`,
  byType: 'प्रकार के अनुसार',
  byMonth: {
    joined: 'नए सदस्य, माह के अनुसार',
    lapsed: 'समाप्त सदस्यताएँ, माह के अनुसार',
    raised: 'देय शुल्क, माह के अनुसार',
    collected: 'प्राप्त शुल्क, माह के अनुसार',
  },
  byState: {
    joined: 'नए सदस्य, राज्य के अनुसार',
    lapsed: 'समाप्त सदस्यताएँ, राज्य के अनुसार',
    raised: 'देय शुल्क, राज्य के अनुसार',
    collected: 'प्राप्त शुल्क, राज्य के अनुसार',
  },
  retention: 'प्रवेश वर्ष के अनुसार बने हुए सदस्य',
  retentionNote: (day) =>
    `सदस्य जिनका ${day} या उसके बाद तक का शुल्क चुकाया या माफ़ किया गया है। अन्य वर्षों का शुल्क बाकी हो सकता है।`,
  nothing: {
    joined: 'इस वर्ष कोई नया सदस्य नहीं जुड़ा।',
    lapsed: 'इस वर्ष कोई सदस्यता समाप्त नहीं हुई।',
    raised: 'इस वर्ष के लिए कोई शुल्क देय नहीं किया गया।',
    collected: 'इस वर्ष का कोई शुल्क प्राप्त नहीं हुआ।',
  },
  noMembers: 'इस वर्ष के अंत तक कोई सदस्य नहीं था।',
  figures: {
    joined: 'नए',
    lapsed: 'समाप्त',
    raised: 'देय',
    collected: 'प्राप्त',
    waived: 'माफ़',
    unraised: 'बिना देय किए प्राप्त',
    other_raised: 'देय',
    other_collected: 'प्राप्त',
    other_waived: 'माफ़',
  },
  counted: (year) => ({
    lapsed: `${year} के किसी दिन से`,
    raised: `${year} का शुल्क`,
    collected: `${year} का शुल्क, किसी भी वर्ष में प्राप्त`,
  }),
  otherCharges: 'अन्य शुल्क',
  amountsNote: 'जहाँ जीएसटी लगता है, राशियों में जीएसटी शामिल है।',
  unraisedNote: (amount) =>
    `प्राप्त राशि में ${amount} बिना देय किए प्राप्त हुए हैं: पहले से चुकाए गए शुल्क और पिछला बकाया।`,
  paid: (day) => `${day} या उसके बाद तक का शुल्क चुकाया हुआ`,
  oem: 'ओईएम',
  vendor: 'वेंडर',
  type: 'प्रकार',
  month: 'माह',
  state: 'राज्य',
  joiningYear: 'प्रवेश वर्ष',
  total: 'कुल',
  retained: 'बने हुए',
  left: 'शुल्क बाकी',
  share: 'प्रतिशत',
  notRecorded: 'दर्ज नहीं',
  before: 'अप्रैल से पहले',
  shortBefore: 'पहले',
  later: 'मार्च के बाद',
  shortLater: 'बाद',
  earlier: (year) => `${year} से पहले`,
  months: ['जन', 'फ़र', 'मार्च', 'अप्रै', 'मई', 'जून', 'जुल', 'अग', 'सितं', 'अक्तू', 'नवं', 'दिसं'],
}

export const bookTexts: Record<DocumentLanguage, Texts> = { en: english, hi: hindi }
