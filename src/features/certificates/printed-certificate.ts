/** What a certificate says, in the order of the paper: for the PDF and for the preview in the settings. */
import type { DocumentLanguage } from '#shared/association-details.ts'
import type { Day } from '#shared/dates.ts'
import { groupedCode, verifyAddress } from './code.ts'
import { longDay, texts } from './texts.ts'

export interface PrintedCertificate {
  number: string
  code: string
  name: string
  company_name: string
  membership_number: string
  issued_on: Day | ''
  valid_until: Day | ''
  language: DocumentLanguage
}

/** The member's company, and the person below it; the person alone where there is no company. */
export const namesOf = ({ company_name, name }: PrintedCertificate) =>
  company_name.trim() === '' ? { first: name, second: '' } : { first: company_name, second: name }

/** The address of the association in one line. */
export const addressLine = (address: string): string => address.split('\n').join(', ')

/** Label and value of membership number and validity; empty ones are left out. */
export function factsOf({ membership_number, valid_until, language }: PrintedCertificate) {
  const words = texts[language]
  return [
    { label: words.membershipNumber, value: membership_number },
    { label: words.validUntil, value: longDay(valid_until, language) },
  ].filter(({ value }) => value !== '')
}

interface Line {
  text: string
  isBold?: boolean
  isSoft?: boolean
}

/** The lines beside the QR code. */
export function checkLines(
  { number, code, issued_on, language }: PrintedCertificate,
  publicUrl: string,
): Line[] {
  const words = texts[language]
  return [
    { text: `${words.number} ${number}`, isBold: true },
    { text: `${words.issuedOn} ${longDay(issued_on, language)}` },
    { text: words.check, isSoft: true },
    { text: shortAddress(publicUrl, code), isSoft: true },
  ]
}

/** The address as people type it: without https, the code in groups. */
const shortAddress = (publicUrl: string, code: string): string =>
  verifyAddress(publicUrl.replace(/^https?:\/\//, ''), groupedCode(code))

/** The lines below the signature; empty ones are left out. */
export const signatureLines = (signatory: string, title: string, association: string): Line[] =>
  [
    { text: signatory, isBold: true },
    { text: title, isSoft: true },
    { text: association, isSoft: true },
  ].filter(({ text }) => text !== '')

const example = {
  number: 'C2026-27/0001',
  code: '0123456789ABCDEFGHJK',
  membership_number: 'OEM2026001',
  valid_until: '2027-03-31' as const,
}
const exampleNames: Record<DocumentLanguage, { name: string; company_name: string }> = {
  en: { name: 'Asha Patil', company_name: 'Teak & Co' },
  hi: { name: 'आशा पाटील', company_name: 'सागवान उद्योग' },
}

/** A certificate with example values. */
export const exampleCertificate = (language: DocumentLanguage, today: Day): PrintedCertificate => ({
  ...example,
  ...exampleNames[language],
  issued_on: today,
  language,
})
