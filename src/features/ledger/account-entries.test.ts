import { expect, test } from 'vitest'
import { ledgerBook } from '#test/support/money/ledger-entries.ts'
import { type EntryColumns, entryOfColumns } from './account-entries.ts'

/** The columns of a charge, of a payment, and of the entries that void them. */
function columns() {
  const book = ledgerBook()
  const charge = book.raise(2026)
  const payment = book.pay(5000, '2026-05-10')
  const reversal = book.void(payment, '2026-05-11')
  const cancellation = book.void(charge, '2026-05-12')
  const columnsOf = (id: string): EntryColumns => {
    const entry = book.entries.find((recorded) => recorded.id === id)
    if (!entry) throw new Error(`No entry ${id}`)
    return entry
  }
  return {
    charge: columnsOf(charge),
    payment: columnsOf(payment),
    reversal: columnsOf(reversal),
    cancellation: columnsOf(cancellation),
  }
}

test('columns are an entry when they are those of its kind', () => {
  for (const entry of Object.values(columns())) expect(entryOfColumns(entry)).toBe(entry)
})

test.each(['year', 'item', 'due_on', 'grace_until', 'valid_from', 'valid_to'] as const)(
  'a charge without %s is incomplete',
  (name) => {
    const { charge } = columns()
    expect(() => entryOfColumns({ ...charge, [name]: null })).toThrow(
      `The charge ${charge.id} is incomplete`,
    )
  },
)

test('only what voids another entry names one', () => {
  const { payment, reversal, cancellation } = columns()
  const refused = [
    { ...reversal, reverses_id: null },
    { ...cancellation, reverses_id: null },
    { ...payment, reverses_id: reversal.id },
  ]
  for (const entry of refused) expect(() => entryOfColumns(entry)).toThrow('is incomplete')
})

test('a paper names its charge and the payment whose credit pays it', () => {
  const { payment } = columns()
  const paper = { ...payment, kind: 'paper', paid_with: 'p', charge_id: 'c' } as const
  expect(entryOfColumns(paper)).toBe(paper)
  expect(() => entryOfColumns({ ...paper, paid_with: null })).toThrow('is incomplete')
  expect(() => entryOfColumns({ ...paper, charge_id: null })).toThrow('is incomplete')
})
