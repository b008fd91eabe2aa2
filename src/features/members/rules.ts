import type { MemberRole } from '#shared/roles.ts'

/** The series a membership number counts in: role and year of joining, like 'OEM2024'. */
export const numberSeries = (role: MemberRole, year: number): string =>
  `${role.toUpperCase()}${year}`

/** The number a member gets when the field is left empty, like OEM2024001 (specification section 9). */
export const membershipNumber = (series: string, serial: number): string =>
  series + String(serial).padStart(3, '0')

/** Numbers that people would take for the same one have the same key: 'oem 2024 001' is OEM2024001. */
export const numberKey = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toUpperCase()

/**
 * '919876543210' for wa.me links: the digits of the first number typed, with India's 91 before a
 * ten-digit mobile that names no country itself.
 */
export function whatsappDigits(typed: string): string {
  const first = typed.split(/[/,;]/)[0] ?? ''
  const namesCountry = /^\s*(\+|00)/.test(first)
  const digits = first
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/^910(?=\d{10}$)/, '91')
  return digits.length === 10 && !namesCountry ? `91${digits}` : digits
}

/** What the portal says when a membership number was ever given before. */
export const numberTaken = (number: string): string =>
  `Membership number ${number} has already been given`

/** The field of the form that a clash is about, by the portal's words for it. */
export const fieldOfClash = (words: string): 'membership_number' | 'email' =>
  words.startsWith('Membership number ') ? 'membership_number' : 'email'

/** The last ten digits of the first number typed: what two spellings of one phone share; '' for none. */
export function phoneKey(typed: string): string {
  const digits = (typed.split(/[/,;]/)[0] ?? '').replace(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-10)
}

const legalWords = /^(m|s|ms|messrs|the|and|co|company|pvt|private|ltd|limited|llp|opc|inc)$/u

/** What the spellings of one company name share: 'M/s. Teak & Co. Pvt Ltd' and 'TEAK' are the same. */
export function companyKey(typed: string): string {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const own = words.filter((word) => !legalWords.test(word))
  return (own.length > 0 ? own : words).join('')
}
