/** The columns of an exported list of members; the keys are those of the columns of the tables. */
import { isoDay } from '#shared/dates.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from './answers.ts'
import { duesText, duesTitle } from './dues-status.ts'
import { materials } from './materials.ts'
import { shortRoleLabels } from './role-labels.ts'

/** Text, a day (yyyy-MM-dd) or an amount in rupees; null for an empty cell. */
export interface SheetColumn {
  heading: string
  kind: 'text' | 'day' | 'money'
  /** In characters. */
  width: number
  value: (member: Member) => string | number | null
}

const text = (heading: string, width: number, value: SheetColumn['value']): SheetColumn => ({
  heading,
  kind: 'text',
  width,
  value,
})
const day = (heading: string, value: (member: Member) => string | null): SheetColumn => ({
  heading,
  kind: 'day',
  width: 13,
  value,
})

/** One column of a table may be several of the sheet. */
const columnsByKey = {
  membership_number: () => [
    text('Membership No.', 16, ({ membership_number }) => membership_number),
  ],
  name: () => [text('Name', 24, ({ name }) => name)],
  company_name: () => [text('Company Name', 32, ({ company_name }) => company_name)],
  type: () => [text('Type', 9, ({ role }) => shortRoleLabels[role])],
  dues: (now) => [
    text(duesTitle(now), 22, (member) =>
      isMemberRole(member.role) ? duesText(member, now) : null,
    ),
  ],
  paid: () => [
    {
      heading: 'Last Paid (Rs.)',
      kind: 'money',
      width: 14,
      value: ({ payment_amount }) => payment_amount,
    },
    text('Payment', 10, ({ payment_status }) => (payment_status ? 'PAID' : 'PENDING')),
  ],
  payment_date: () => [
    day('Paid Date', ({ payment_date }) => payment_date && isoDay(payment_date)),
  ],
  mode: () => [text('Mode', 9, ({ payment_mode }) => payment_mode)],
  reference: () => [text('Payment Ref', 20, ({ payment_reference }) => payment_reference)],
  membership_valid_to: () => [
    day('Valid from', ({ membership_valid_from }) => membership_valid_from),
    day('Valid to', ({ membership_valid_to }) => membership_valid_to),
  ],
  created_at: () => [day('Date of Joining', ({ created_at }) => isoDay(created_at))],
  status: () => [text('Status', 11, ({ is_active }) => (is_active ? 'APPROVED' : 'INACTIVE'))],
  mobile: () => [text('Mobile No.', 18, ({ whatsapp_number }) => whatsapp_number)],
  email: () => [text('Email', 30, ({ email }) => email)],
  website: () => [text('Website', 28, ({ website_url }) => website_url)],
  gstin: () => [text('GSTIN', 18, ({ gstin }) => gstin)],
  materials: () => [
    text('Materials', 30, ({ additional_info_materials_products: ids }) =>
      ids.map((id) => Reflect.get(materials, id) ?? id).join(', '),
    ),
  ],
  factory: () => [text('Factory Address', 40, ({ factory_address }) => factory_address)],
  certificate: () => [
    text('Certificate Postal', 40, (member) => member.certificate_postal_address),
  ],
  remarks: () => [text('Remarks', 30, ({ remarks }) => remarks)],
} satisfies Record<string, (now: Date) => SheetColumn[]>

export type ListColumn = keyof typeof columnsByKey

/** In the order of the sheet. */
export const listColumns = Object.keys(columnsByKey) as ListColumn[]

const identity: readonly ListColumn[] = ['membership_number', 'name', 'company_name']

/** The columns of the sheet for these columns of a table, in a fixed order; it always says who it is. */
export const sheetColumns = (keys: readonly ListColumn[], now: Date): SheetColumn[] =>
  listColumns
    .filter((key) => identity.includes(key) || keys.includes(key))
    .flatMap((key) => columnsByKey[key](now))

/** Those of the keys of a table's columns that a sheet can have. */
export const exportableColumns = (keys: readonly string[]): ListColumn[] =>
  listColumns.filter((key) => keys.includes(key))
