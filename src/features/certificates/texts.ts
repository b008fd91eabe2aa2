/** The texts of certificates and cards, in both languages. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import { monthNames } from '#shared/dates.ts'

interface Texts {
  title: string
  certifies: string
  /** The person below the company. */
  representedBy: (name: string) => string
  isMember: (association: string) => string
  membershipNumber: string
  validUntil: string
  number: string
  issuedOn: string
  check: string
  card: string
  months: readonly string[]
}

export const texts: Record<DocumentLanguage, Texts> = {
  en: {
    title: 'Certificate of Membership',
    certifies: 'This is to certify that',
    representedBy: (name) => `represented by ${name}`,
    isMember: (association) => `is a member of ${association}`,
    membershipNumber: 'Membership No.',
    validUntil: 'Valid until',
    number: 'Certificate No.',
    issuedOn: 'Issued on',
    check: 'Scan to check that this certificate is valid today',
    card: 'Membership card',
    months: monthNames,
  },
  hi: {
    title: 'सदस्यता प्रमाण-पत्र',
    certifies: 'प्रमाणित किया जाता है कि',
    representedBy: (name) => `प्रतिनिधि: ${name}`,
    isMember: (association) => `${association} के सदस्य हैं`,
    membershipNumber: 'सदस्यता क्रमांक',
    validUntil: 'वैधता तिथि',
    number: 'प्रमाण-पत्र क्रमांक',
    issuedOn: 'जारी करने की तिथि',
    check: 'आज की वैधता जाँचने के लिए स्कैन करें',
    card: 'सदस्यता कार्ड',
    months: [
      'जनवरी',
      'फ़रवरी',
      'मार्च',
      'अप्रैल',
      'मई',
      'जून',
      'जुलाई',
      'अगस्त',
      'सितंबर',
      'अक्तूबर',
      'नवंबर',
      'दिसंबर',
    ],
  },
}

/** '31 March 2027' of '2027-03-31'; empty for an empty day. */
export function longDay(day: string, language: DocumentLanguage): string {
  const [year = '', month = '', date = ''] = day.split('-')
  if (year === '') return ''
  return `${Number(date)} ${texts[language].months[Number(month) - 1]} ${year}`
}
