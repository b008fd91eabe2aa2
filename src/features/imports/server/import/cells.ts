import type { PaymentMode } from '#features/ledger/payment-modes.ts'
import type { Payment } from '#features/ledger/server/entries.ts'
import { isImportedRenewal } from '#features/ledger/validity.ts'
import {
  type Column,
  importColumns,
  isStoredColumn,
  type StoredColumn,
} from '#features/members/columns/spreadsheet-columns.ts'
import { fieldOfColumn } from '#features/members/fields/fields.ts'
import { type PaymentField, paymentFields } from '#features/members/fields/payment-fields.ts'
import type { Kind } from '#features/members/fields/shown-fields.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { type Day, isInstant, isoDay, startOfDay } from '#shared/dates.ts'
import { decimalRupees } from '#shared/rupees.ts'
import { readPaise } from '#shared/values/amount.ts'

/**
 * The cell of a column in a spreadsheet; `validateCell` returns the same text
 * for it. '' for arrears, which no member has.
 */
export const cellOfPerson = (column: Column, person: PersonRow): string =>
  isStoredColumn(column) ? cellReaders[column](person) : ''

type CellReader<Name extends StoredColumn = StoredColumn> = (
  person: Pick<PersonRow, Name>,
) => string

function cellReader(column: StoredColumn): CellReader {
  switch (fieldOfColumn(column)?.kind) {
    case 'flag':
      return (person) => (person[column] ? 'Yes' : 'No')
    case 'materials':
      return (person) => (JSON.parse(String(person[column])) as string[]).join(', ')
    case 'instant':
      return (person) => (isInstant(person[column]) ? isoDay(person[column]) : '')
    case 'money':
      return (person) => (person[column] === null ? '' : decimalRupees(Number(person[column])))
    default:
      return (person) => String(person[column] ?? '')
  }
}

/** `cellOfPerson` by column. */
export const cellReaders = Object.fromEntries(
  importColumns.filter(isStoredColumn).map((column) => [column, cellReader(column)]),
) as { [Name in StoredColumn]: CellReader<Name> }

/** Cells of a row by column, as results of `validateCell` or as in the file. */
export type Cells = Partial<Record<Column, string>>

export const isPaymentColumn = (column: string): column is PaymentField =>
  Object.hasOwn(paymentFields, column)

/** The columns of the person that these cells set, without those of the payment and of arrears. */
export const personColumns = (cells: Cells): Partial<PersonRow> =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([column, text]) =>
      isPaymentColumn(column) || !isStoredColumn(column as Column)
        ? []
        : [[column, columnValue(fieldOfColumn(column)?.kind, text)]],
    ),
  )

/** A valid, non-empty cell as it is stored. */
function columnValue(kind: Kind | undefined, text: string): unknown {
  switch (kind) {
    case 'flag':
      return text === 'Yes'
    case 'materials':
      return JSON.stringify(text.split(', '))
    case 'instant':
      return startOfDay(text as Day)
    default:
      return text
  }
}

/** The cells of days, as `validateCell` returns them. */
const daysIn = (cells: Cells) =>
  cells as Partial<Record<'membership_valid_from' | 'membership_valid_to' | 'payment_date', Day>>

/**
 * The payment that the cells describe; undefined without an amount. A correction is completed from the current payment,
 * a renewal has only what its cells say.
 */
export function paymentFromCells(
  cells: Cells,
  person: PersonRow | null,
  now: Date,
): Payment | undefined {
  const current = person && !renewsMembership(cells, person) ? person : undefined
  const amount = cells.payment_amount ? readPaise(cells.payment_amount) : current?.payment_amount
  if (!amount) return undefined
  const {
    membership_valid_from: from,
    membership_valid_to: to,
    payment_date: paidOn,
  } = daysIn(cells)
  return {
    amount_paise: amount,
    mode: asMode(cells.payment_mode ?? current?.payment_mode),
    reference: cells.payment_reference ?? current?.payment_reference ?? '',
    valid_from: from ?? current?.membership_valid_from ?? null,
    valid_to: to ?? current?.membership_valid_to ?? null,
    paid_at: paidOn ? startOfDay(paidOn) : (current?.payment_date ?? now.toISOString()),
  }
}

/**
 * Whether the cells are of a further payment: they name later days, a day of payment in a later financial year, or an
 * amount and only a later end.
 */
export function renewsMembership(cells: Cells, person: PersonRow): boolean {
  const { membership_valid_from: from, payment_date: paidOn } = daysIn(cells)
  return (
    person.ledger_entry_id !== null &&
    (namesLaterEndOnly(cells, person) ||
      isImportedRenewal(person, {
        valid_from: from ?? null,
        paid_at: paidOn ? startOfDay(paidOn) : person.payment_date,
      }))
  )
}

/** An office that keeps 'Valid Upto' alone writes the new end there when a member renews. */
export function namesLaterEndOnly(cells: Cells, person: PersonRow): boolean {
  const {
    membership_valid_from: from,
    membership_valid_to: to,
    payment_date: paidOn,
  } = daysIn(cells)
  return (
    cells.payment_amount !== undefined &&
    from === undefined &&
    (to ?? '') > (person.membership_valid_to ?? '9999') &&
    // The same day names the current payment, whose end was wrong.
    (paidOn === undefined || paidOn !== cellOfPerson('payment_date', person))
  )
}

/** How the cells change the current payment; undefined without one or without payment cells. */
export function paymentChange(
  cells: Cells,
  person: PersonRow,
): 'renewal' | 'correction' | undefined {
  if (person.ledger_entry_id === null || !Object.keys(cells).some(isPaymentColumn)) return undefined
  return renewsMembership(cells, person) ? 'renewal' : 'correction'
}

/** Safe, because cells and ledger entries are validated. */
const asMode = (mode: string | null | undefined) => (mode || null) as PaymentMode | null
