import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { memberReader } from '#features/members/server/member-json-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { isInstant, numericDate } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import { type MemberData, memberDataFields } from '../../answers.ts'

const readRecord = memberReader(memberDataFields)

/** A row of Member Data; none for people who are not oem or vendor. */
export const toMemberData = (
  row: Pick<PersonRow, (typeof memberDataFields)[number]>,
): MemberData[] => (isMemberRole(row.role) ? [readRecord(row as PersonRow)] : [])

/** The columns of Download CSV with their headings, in order (contract 3.11). */
export const memberDataColumns: readonly [heading: string, column: keyof MemberData][] = [
  ['Membership No', 'membership_number'],
  ['Name', 'name'],
  ['Business Partner', 'business_partner'],
  ['Company Name', 'company_name'],
  ['Date of Joining', 'created_at'],
  ['Amount (Rs.)', 'payment_amount'],
  ['Paid Date', 'payment_date'],
  ['Mode (Bank/Cash/Cheque/GPay)', 'payment_mode'],
  ['Reference No.', 'payment_reference'],
  ['Mobile No.', 'whatsapp_number'],
  ['Email', 'email'],
  ['Website', 'website_url'],
  ['Factory Address', 'factory_address'],
  ['Certificate Postal Address', 'certificate_postal_address'],
  ['Remarks', 'remarks'],
  ['Visible (Yes/No)', 'is_visible'],
]

/** A cell of Download CSV: dates as dd/MM/yyyy, amounts in rupees (contract 9.4). */
export function memberDataCell(member: MemberData, column: keyof MemberData): string {
  const value = member[column]
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return fieldOfColumn(column)?.kind === 'instant' && isInstant(value)
    ? numericDate(value)
    : String(value)
}
