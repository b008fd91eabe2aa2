import type { PersonRow } from '#features/members/server/queries.ts'
import type { Column } from '#features/members/spreadsheet-columns.ts'
import type { PaymentMode } from '#features/payments/contract.ts'
import { isImportedRenewal, isRenewal } from '#features/payments/rules.ts'
import type { Payment } from '#features/payments/server/ledger.ts'
import { isoDay } from '#shared/dates.ts'
import { decimalRupees, parseRupees } from '#shared/rupees.ts'

/** What stands in a column of the export, in the spelling that `judge` gives. */
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

/** The columns of the person's row that these cells change; those of payments are the ledger's. */
export function personColumns(cells: Cells): Partial<PersonRow> {
  const { materials, created_at: joined, is_active: active, is_visible: visible } = cells
  const texts = Object.entries(cells).filter(
    ([column]) => !isPaymentColumn(column) && column in plainColumns,
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

const plainColumns = {
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

/** The payment the cells tell of, on top of what is paid already; undefined without an amount. */
export function paymentFromCells(
  cells: Cells,
  person: PersonRow | null,
  now: Date,
): Payment | undefined {
  const amount = cells.payment_amount ? parseRupees(cells.payment_amount) : person?.payment_amount
  if (!amount) return undefined
  const renews = person !== null && isRenewal(person, cells.membership_valid_from ?? '')
  const paidBefore = renews ? null : person?.payment_date
  return {
    amount_paise: amount,
    mode: asMode(cells.payment_mode ?? person?.payment_mode),
    reference: cells.payment_reference ?? person?.payment_reference ?? '',
    valid_from: cells.membership_valid_from ?? person?.membership_valid_from ?? null,
    valid_to: cells.membership_valid_to ?? person?.membership_valid_to ?? null,
    paid_at: cells.payment_date
      ? startOfDay(cells.payment_date)
      : (paidBefore ?? now.toISOString()),
  }
}

/** What becomes of the payment that stands; undefined when none does, or none is told of. */
export function paymentChange(
  cells: Cells,
  person: PersonRow,
  now: Date,
): 'renewal' | 'correction' | undefined {
  if (person.ledger_entry_id === null || !Object.keys(cells).some(isPaymentColumn)) return undefined
  const payment = paymentFromCells(cells, person, now)
  return payment && isImportedRenewal(person, payment) ? 'renewal' : 'correction'
}

/** Cells are judged before they come here, and so is what the ledger holds. */
const asMode = (mode: string | null | undefined) => (mode || null) as PaymentMode | null

/** The first moment of a day in India. */
const startOfDay = (day: string): string => new Date(`${day}T00:00:00+05:30`).toISOString()
