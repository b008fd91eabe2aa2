import type { PersonRow } from '#features/members/server/queries.ts'
import type { Column } from '#features/members/spreadsheet-columns.ts'
import type { PaymentMode } from '#features/payments/contract.ts'
import { isImportedRenewal, isRenewal } from '#features/payments/rules.ts'
import type { Payment } from '#features/payments/server/ledger.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { decimalRupees, parseRupees } from '#shared/rupees.ts'

/** The cell of a column in the export; `validateCell` returns the same text for it. */
export function cellText(column: Column, person: PersonRow): string {
  switch (column) {
    case 'created_at':
      return isoDay(person.created_at)
    case 'payment_date':
      return person.payment_date ? isoDay(person.payment_date) : ''
    case 'payment_amount':
      return person.payment_amount === null ? '' : decimalRupees(person.payment_amount)
    case 'materials':
      return (JSON.parse(person.materials) as string[]).join(', ')
    case 'is_visible':
    case 'is_active':
      return person[column] ? 'Yes' : 'No'
    default:
      return person[column] ?? ''
  }
}

/** Cells of a row by column, as results of `validateCell` or as in the file. */
export type Cells = Partial<Record<Column, string>>

const paymentColumns: readonly string[] = [
  'payment_amount',
  'payment_mode',
  'payment_reference',
  'payment_date',
  'membership_valid_from',
  'membership_valid_to',
] satisfies Column[]

export const isPaymentColumn = (column: string): boolean => paymentColumns.includes(column)

/** The columns of the person that these cells set, without the payment columns. */
export function personColumns(cells: Cells): Partial<PersonRow> {
  const { materials, created_at: joined, is_active: active, is_visible: visible } = cells
  const texts = Object.entries(cells).filter(
    ([column]) => !isPaymentColumn(column) && column in textColumns,
  )
  return {
    ...Object.fromEntries(texts),
    ...(materials !== undefined && {
      materials: JSON.stringify(materials === '' ? [] : materials.split(', ')),
    }),
    ...(joined && { created_at: startOfDay(joined) }),
    ...(active && { is_active: active === 'Yes' }),
    ...(visible && { is_visible: visible === 'Yes' }),
  }
}

const textColumns = {
  membership_number: true,
  role: true,
  name: true,
  email: true,
  company_name: true,
  whatsapp_number: true,
  website_url: true,
  factory_address: true,
  certificate_postal_address: true,
  business_partner: true,
  services_products: true,
  company_description: true,
  address: true,
  remarks: true,
  materials_other: true,
  social_links: true,
} satisfies Partial<Record<Column, true>>

/** The payment that the cells describe, completed from the current one; undefined without an amount. */
export function paymentFromCells(
  cells: Cells,
  person: PersonRow | null,
  now: Date,
): Payment | undefined {
  const amount = cells.payment_amount ? parseRupees(cells.payment_amount) : person?.payment_amount
  if (!amount) return undefined
  const renews = person !== null && isRenewal(person, cells.membership_valid_from ?? '')
  const currentPaidAt = renews ? null : person?.payment_date
  return {
    amount_paise: amount,
    mode: asMode(cells.payment_mode ?? person?.payment_mode),
    reference: cells.payment_reference ?? person?.payment_reference ?? '',
    valid_from: cells.membership_valid_from ?? person?.membership_valid_from ?? null,
    valid_to: cells.membership_valid_to ?? person?.membership_valid_to ?? null,
    paid_at: cells.payment_date
      ? startOfDay(cells.payment_date)
      : (currentPaidAt ?? now.toISOString()),
  }
}

/** How the cells change the current payment; undefined without one or without payment cells. */
export function paymentChange(
  cells: Cells,
  person: PersonRow,
  now: Date,
): 'renewal' | 'correction' | undefined {
  if (person.ledger_entry_id === null || !Object.keys(cells).some(isPaymentColumn)) return undefined
  const payment = paymentFromCells(cells, person, now)
  return payment && isImportedRenewal(person, payment) ? 'renewal' : 'correction'
}

/** Safe, because cells and ledger entries are validated. */
const asMode = (mode: string | null | undefined) => (mode || null) as PaymentMode | null
