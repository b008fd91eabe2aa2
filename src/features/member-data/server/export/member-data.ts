import type { PersonRow } from '#features/members/server/queries.ts'
import { numericDate } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { MemberData } from '../../answers.ts'

/** A row of Member Data; none for people who are not oem or vendor. */
export function toMemberData(row: PersonRow): MemberData[] {
  if (!isMemberRole(row.role)) return []
  return [
    {
      id: row.id,
      membership_number: row.membership_number,
      role: row.role,
      name: row.name,
      business_partner: row.business_partner,
      company_name: row.company_name,
      created_at: row.created_at,
      payment_amount: row.payment_amount === null ? null : row.payment_amount / 100,
      payment_date: row.payment_date,
      payment_mode: row.payment_mode,
      payment_reference: row.payment_reference,
      whatsapp_number: row.whatsapp_number,
      email: row.email,
      website_url: row.website_url,
      factory_address: row.factory_address,
      certificate_postal_address: row.certificate_postal_address,
      remarks: row.remarks,
      is_visible: row.is_visible,
      updated_at: row.updated_at,
    },
  ]
}

/** The columns of a person that `toMemberData` reads. */
export const memberDataFields = [
  'id',
  'membership_number',
  'role',
  'name',
  'business_partner',
  'company_name',
  'created_at',
  'payment_amount',
  'payment_date',
  'payment_mode',
  'payment_reference',
  'whatsapp_number',
  'email',
  'website_url',
  'factory_address',
  'certificate_postal_address',
  'remarks',
  'is_visible',
  'updated_at',
] as const satisfies readonly (keyof MemberData)[]

/** Download CSV of Member Data: the headings in order (contract 3.11) with their cells. */
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
