import type { MemberRole } from '#shared/roles.ts'
import { foldCase, normaliseForSearch } from '#shared/search.ts'
import { cityIn } from './city.ts'
import { materials } from './materials.ts'

/** The series a membership number counts in: role and year of joining, like 'OEM2024'. */
export const numberSeries = (role: MemberRole, year: number): string =>
  `${role.toUpperCase()}${year}`

/** The number a member gets when the field is left empty, like OEM2024001 (contract 9). */
export const formatMembershipNumber = (series: string, serial: number): string =>
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
export const numberTakenMessage = (number: string): string =>
  `Membership number ${number} has already been given`

/** The field of the form that a clash is about, by the portal's words for it. */
export const conflictingField = (words: string): 'membership_number' | 'email' =>
  words.startsWith('Membership number ') ? 'membership_number' : 'email'

/** The last ten digits of the first number typed: what two spellings of one phone share; '' for none. */
export function phoneKey(typed: string): string {
  const digits = (typed.split(/[/,;]/)[0] ?? '').replace(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-10)
}

const ignoredWords = /^(m|s|ms|messrs|the|and|co|company|pvt|private|ltd|limited|llp|opc|inc)$/u

/** What the spellings of one company name share: 'M/s. Teak & Co. Pvt Ltd' and 'TEAK' are the same. */
export function companyKey(typed: string): string {
  const words = typed
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const own = words.filter((word) => !ignoredWords.test(word))
  return (own.length > 0 ? own : words).join('')
}

interface DerivationSource {
  name: string
  company_name: string
  email: string
  membership_number: string | null
  whatsapp_number: string
  services_products: string
  /** A JSON array of material ids. */
  materials: string
  materials_other: string
  address: string
  factory_address: string
  city: string
  show_address: boolean
}

/** What is written beside a person whenever one of these fields changes, so that they are found. */
export const derivedColumns = (person: DerivationSource) => ({
  phone_key: phoneKey(person.whatsapp_number),
  company_key: companyKey(person.company_name),
  search_text: [person.name, person.company_name, person.email, person.membership_number ?? '']
    .map(foldCase)
    .join('\n'),
  ...directoryColumns(person),
})

/** The city others see and what the directory searches: nothing of an address that is kept to oneself. */
function directoryColumns(person: DerivationSource): {
  shown_city: string
  directory_text: string
} {
  const { city, show_address: isShown, factory_address: factory, address } = person
  const shown_city = city || (isShown ? cityIn(factory) || cityIn(address) : '')
  const chosen = (JSON.parse(person.materials) as string[]).map((id) => Reflect.get(materials, id))
  const { name, company_name, services_products, materials_other } = person
  const texts = [name, company_name, services_products, ...chosen, materials_other, shown_city]
  return {
    shown_city,
    directory_text: texts.map((text) => normaliseForSearch(text ?? '')).join('\n'),
  }
}

/** What people call the fields of a member, for sentences about changes. */
export const fieldLabels: Record<string, string> = {
  name: 'the name',
  email: 'the e-mail address',
  company_name: 'the company name',
  whatsapp_number: 'the mobile number',
  website_url: 'the website',
  membership_number: 'the membership number',
  business_partner: 'the business partner',
  company_description: 'the company description',
  services_products: 'the services and products',
  address: 'the address',
  factory_address: 'the factory address',
  certificate_postal_address: 'the certificate postal address',
  materials: 'the materials',
  materials_other: 'the other materials',
  city: 'the city',
  show_phone: 'who sees the phone number',
  show_email: 'who sees the e-mail address',
  show_address: 'who sees the address',
  social_links: 'the social links',
  remarks: 'the remarks',
  photo_url: 'the photo',
  logo_url: 'the logo',
  role: 'the role',
  is_active: 'whether they are active',
  is_visible: 'the visibility',
  payment_amount: 'the payment',
}
