/** The columns of an exported list of members; the keys are those of the tables' columns. */

import { type Day, isoDay, numericDate } from '#shared/dates.ts'
import { keysOf } from '#shared/records.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { Member } from '../answers.ts'
import { duesText, duesTitle } from '../dues-status.ts'
import { materialLabel } from '../materials.ts'
import { shortRoleLabels } from '../role-labels.ts'

/** What a member owes; amounts in rupees, days yyyy-MM-dd. */
export interface Debt {
  /** null for nothing, as for a member with credit. */
  owed: number | null
  /** Set for an earlier day only. */
  credit: number | null
  /** Set for an earlier day only: the member's part of the advances in the year book. */
  advance: number | null
  /** What is owed by financial year, like '2026-27'. */
  by_year: ReadonlyMap<string, number>
  /** The part of it that is not raised yet; null for nothing. */
  not_raised: number | null
  /**
   * The due day of the oldest dues that are owed; for dues that are not raised, the day after the last paid day.
   */
  due_on: Day | null
  /** The day since which the member is lapsed; null for other members. */
  days_overdue: number | null
  last_notice: { day: Day; channel: string } | null
}

/** The years of the debts in a list, and the earlier day on which they are computed, yyyy-MM-dd. */
interface ListedDebts {
  years: readonly string[]
  as_of?: Day | undefined
}

/** A member of a list; `debt` is set only if the columns of 'debt' are requested and the member owes something. */
interface ListedMember extends Member {
  debt?: Debt | undefined
}

/** Text, a day (yyyy-MM-dd), an amount in rupees or a number; null for an empty cell. */
export interface SheetColumn {
  heading: string
  kind: 'text' | 'day' | 'money' | 'count'
  /** In characters. */
  width: number
  value: (member: ListedMember) => string | number | null
}

const text = (heading: string, width: number, value: SheetColumn['value']): SheetColumn => ({
  heading,
  kind: 'text',
  width,
  value,
})
const day = (heading: string, value: (member: ListedMember) => string | null): SheetColumn => ({
  heading,
  kind: 'day',
  width: 13,
  value,
})

const money = (heading: string, value: SheetColumn['value']): SheetColumn => ({
  heading,
  kind: 'money',
  width: 14,
  value,
})

/** One column of a table may become several columns of the spreadsheet. */
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
    money('Last Paid (Rs.)', ({ payment_amount }) => payment_amount),
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
      ids.map((id) => materialLabel(id) ?? id).join(', '),
    ),
  ],
  factory: () => [text('Factory Address', 40, ({ factory_address }) => factory_address)],
  certificate: () => [
    text('Certificate Postal', 40, (member) => member.certificate_postal_address),
  ],
  remarks: () => [text('Remarks', 30, ({ remarks }) => remarks)],
  debt: (_now, { years, as_of }) => {
    const amount = (what: string, value: SheetColumn['value']) =>
      money(as_of ? `${what} on ${numericDate(as_of)} (Rs.)` : `${what} (Rs.)`, value)
    return [
      amount('Owed', ({ debt }) => debt?.owed ?? null),
      ...(as_of
        ? [
            amount('Credit', ({ debt }) => debt?.credit ?? null),
            amount('Advance in the books', ({ debt }) => debt?.advance ?? null),
          ]
        : []),
      ...years.map((year) =>
        money(`Owed ${year} (Rs.)`, ({ debt }) => debt?.by_year.get(year) ?? null),
      ),
      ...(as_of ? [] : [money('Not Raised Yet (Rs.)', ({ debt }) => debt?.not_raised ?? null)]),
      day('Due Date', ({ debt }) => debt?.due_on ?? null),
      {
        heading: 'Days Overdue',
        kind: 'count',
        width: 13,
        value: ({ debt }) => debt?.days_overdue ?? null,
      },
      ...(as_of
        ? []
        : [
            day('Last Notice', ({ debt }) => debt?.last_notice?.day ?? null),
            text('Notice By', 11, ({ debt }) => debt?.last_notice?.channel ?? null),
          ]),
    ]
  },
} satisfies Record<string, (now: Date, debts: ListedDebts) => SheetColumn[]>

export type ListColumn = keyof typeof columnsByKey

/** In the order of the sheet. */
export const listColumns = keysOf(columnsByKey)

/** The columns of the lists of members; `debt` is a column of Renewals only. */
export const memberListColumns = listColumns.filter((key) => key !== 'debt')

const identity: readonly ListColumn[] = ['membership_number', 'name', 'company_name']

/** The sheet's columns for these columns of a table, in a fixed order, always with those that identify the member. */
export const sheetColumns = (
  keys: readonly ListColumn[],
  now: Date,
  debts: ListedDebts = { years: [] },
): SheetColumn[] =>
  listColumns
    .filter((key) => identity.includes(key) || keys.includes(key))
    .flatMap((key) => columnsByKey[key](now, debts))

/** Returns the columns of a table that a spreadsheet can have. */
export const exportableColumns = (keys: readonly string[]): ListColumn[] =>
  listColumns.filter((key) => keys.includes(key))
