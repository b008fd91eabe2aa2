/** The columns of a members' spreadsheet: what they are called, what may stand in them. */
import type { z } from 'zod'
import { memberNumber, newMember } from '#features/members/contract.ts'
import { materialIds, materials } from '#features/members/materials.ts'
import { numberKey } from '#features/members/membership-number.ts'
import {
  type Column,
  normaliseHeading,
  type templateColumns,
} from '#features/members/spreadsheet-columns.ts'
import { paymentModeMessage } from '#features/payments/contract.ts'
import { isoDay, numericDate } from '#shared/dates.ts'
import { email, multiLine, singleLine, typedAmount, webAddress } from '#shared/fields.ts'
import type { MemberRole } from '#shared/roles.ts'
import { decimalRupees } from '#shared/rupees.ts'
import type { MemberData } from './contract.ts'

/** A row of the template that imports as it stands; its address belongs to nobody. */
export const sampleRow = (role: MemberRole): Record<(typeof templateColumns)[number], string> => ({
  name: 'Asha Patil',
  email: `sample.${role}@example.com`,
  company_name: 'Sample Boards Pvt Ltd',
  whatsapp_number: '+91 98765 43210',
  website_url: 'https://www.example.com',
  factory_address: 'Plot 12, MIDC Bhosari, Pune 411026',
  certificate_postal_address: 'Plot 12, MIDC Bhosari, Pune 411026',
  business_partner: 'Ravi Kumar',
  services_products: role === 'oem' ? 'Modular kitchens' : 'Plywood and laminates',
  company_description: 'Family business since 1998',
  address: '4 Market Road, Pune 411001',
  payment_amount: '5000',
  payment_mode: 'Bank',
  payment_reference: 'UTR 123456',
  remarks: 'Replace this row with your members',
})

/** Download CSV of Member Data: headings in order (contract 3) and what stands there. */
export const memberDataColumns: [string, (member: MemberData) => string][] = [
  ['Membership No', (member) => member.membership_number ?? ''],
  ['Name', (member) => member.name],
  ['Business Partner', (member) => member.business_partner],
  ['Company Name', (member) => member.company_name],
  ['Date of Joining', (member) => numericDate(member.created_at)],
  ['Amount (Rs.)', ({ payment_amount: rupees }) => (rupees === null ? '' : String(rupees))],
  ['Paid Date', ({ payment_date: at }) => (at ? numericDate(at) : '')],
  ['Mode (Bank/Cash/Cheque/GPay)', (member) => member.payment_mode ?? ''],
  ['Reference No.', (member) => member.payment_reference ?? ''],
  ['Mobile No.', (member) => member.whatsapp_number],
  ['Email', (member) => member.email],
  ['Website', (member) => member.website_url],
  ['Factory Address', (member) => member.factory_address],
  ['Certificate Postal Address', (member) => member.certificate_postal_address],
  ['Remarks', (member) => member.remarks],
  ['Visible (Yes/No)', (member) => (member.is_visible ? 'Yes' : 'No')],
]

/** The file of an export (contract 9). */
export const exportName = (shortName: string, role: MemberRole | undefined, now: Date): string =>
  `${shortName.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}-${role ?? 'all'}-members-${isoDay(now)}.csv`

export const memberDataName = (now: Date): string =>
  `member_data_${isoDay(now).replaceAll('-', '_')}.csv`

/** A cell in the portal's own spelling, or why it cannot be taken. */
export type CellResult = { text: string } | { reason: string }

/** The rules of Add Member (contract 5); dates, amounts and modes as people write them. */
export const validateCell = (column: Column, cell: string): CellResult => validators[column](cell)

const by =
  (schema: z.ZodType<string, string>) =>
  (cell: string): CellResult => {
    const result = schema.safeParse(cell)
    if (result.success) return { text: result.data }
    return { reason: result.error.issues[0]?.message ?? 'Please use plain text' }
  }

const asLine = by(singleLine())
const asText = by(multiLine())
const asUrl = by(webAddress('Must be a valid URL'))
const added = newMember.def.in.shape

const validators: Record<Column, (cell: string) => CellResult> = {
  name: by(added.name),
  email: by(email('Invalid email address')),
  company_name: by(added.company_name),
  whatsapp_number: by(added.whatsapp_number),
  membership_number: by(memberNumber),
  role: (cell) => oneOf(cell, roleSynonyms, 'Please select a member type'),
  website_url: (cell) => asUrl(cell === '' || /^[a-z]+:/i.test(cell) ? cell : `https://${cell}`),
  business_partner: asLine,
  materials_other: asLine,
  payment_reference: asLine,
  factory_address: asText,
  certificate_postal_address: asText,
  services_products: asText,
  company_description: asText,
  address: asText,
  remarks: asText,
  social_links: asText,
  payment_amount: by(typedAmount.transform((paise) => (paise ? decimalRupees(paise) : ''))),
  payment_mode: (cell) => oneOf(cell, modeSynonyms, paymentModeMessage),
  created_at: asDate,
  payment_date: asDate,
  membership_valid_from: asDate,
  membership_valid_to: asDate,
  materials: (cell) => {
    const chosen = cell.split(/[,;|]/).map((one) => materialBySpelling.get(normaliseHeading(one)))
    if (cell === '') return { text: '' }
    if (chosen.includes(undefined)) return { reason: 'Please choose materials from the list' }
    return { text: [...new Set(chosen)].join(', ') }
  },
  is_visible: (cell) => oneOf(cell, yesNoSynonyms, 'Please write Yes or No'),
  is_active: (cell) => oneOf(cell, yesNoSynonyms, 'Please write Yes or No'),
}

const materialBySpelling = new Map(
  materialIds.flatMap((id) => [
    [normaliseHeading(id), id],
    [normaliseHeading(materials[id]), id],
  ]),
)

/** Every word that may stand for one of the values. */
const synonyms = (names: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(names).flatMap(([value, list]) =>
      list.split(', ').map((word): [string, string] => [word, value]),
    ),
  )

const roleSynonyms = synonyms({
  oem: 'oem, oem member, oems, manufacturer',
  vendor: 'vendor, vendors, supplier',
})
const yesNoSynonyms = synonyms({
  Yes: 'yes, y, true, 1, हाँ, हां',
  No: 'no, n, false, 0, नहीं',
})
const modeSynonyms = synonyms({
  Bank: 'bank, bank transfer, neft, rtgs, imps, online',
  Cash: 'cash, नकद',
  Cheque: 'cheque, check, चेक',
  GPay: 'gpay, google pay, upi, gpay/upi',
})

function oneOf(cell: string, known: ReadonlyMap<string, string>, reason: string): CellResult {
  const typed = cell.normalize('NFKC').toLowerCase().trim()
  if (typed === '') return { text: '' }
  const found = known.get(typed)
  return found === undefined ? { reason } : { text: found }
}

const isoDate = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ].*)?$/
const indianDate = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4}|\d\d)$/

/** 2025-01-31, 31/01/2025, 31-1-25 (1950 to 2049) and 31.1.2025: the day before the month, as India writes. */
function asDate(cell: string): CellResult {
  if (cell === '') return { text: '' }
  const [written = 0, month = 0, day = 0] = (
    isoDate.exec(cell)?.slice(1) ??
    indianDate.exec(cell)?.slice(1).toReversed() ??
    []
  ).map(Number)
  const year = written >= 100 ? written : written + (written < 50 ? 2000 : 1900)
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (isDay && year >= 1900 && year < 2100) return { text: date.toISOString().slice(0, 10) }
  return { reason: 'Please write the date as 31/01/2025 or 2025-01-31' }
}

/** What two spellings of one key share: addresses and numbers are matched by it. */
export const matchKey = (column: 'email' | 'membership_number', cell: string): string =>
  column === 'email' ? cell.toLowerCase() : numberKey(cell)
