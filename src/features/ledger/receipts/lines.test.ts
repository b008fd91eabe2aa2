import { expect, test } from 'vitest'
import { type LedgerBook, ledgerBook } from '#test/support/money/ledger-entries.ts'
import type { ReceiptLine } from './content.ts'
import { chargeLine, receiptLines } from './lines.ts'

const short = ({ item, year, label, is_arrears, is_part, valid_to, paise }: ReceiptLine) =>
  [item, year, label, is_arrears && 'arrears', is_part && 'part', valid_to, paise / 100]
    .filter(Boolean)
    .join(' ')

/** The lines of an entry's receipt, and the rupees that remain owed. */
function said({ entries }: LedgerBook, id: string) {
  const payment = entries.find((entry) => entry.id === id)
  if (!payment) throw new Error(`No entry ${id}`)
  const { lines, owed_paise } = receiptLines(entries, payment)
  return [...lines.map(short), owed_paise / 100]
}

test('joining fee, arrears, dues, another charge and an advance are lines of one receipt', () => {
  const book = ledgerBook()
  book.raise(2025)
  book.raise(2026, { item: 'joining fee', rupees: 2500 })
  book.raise(2026)
  book.raise(2026, {
    item: 'other',
    label: 'Stall at the expo',
    rupees: 1000,
    on: '2026-10-01',
    due_on: '2026-11-01',
  })
  expect(said(book, book.pay(15_500, '2026-11-20'))).toEqual([
    'dues 2025-26 arrears 2026-03-31 5000',
    'joining fee 2500',
    'dues 2026-27 2027-03-31 5000',
    'other Stall at the expo 1000',
    'advance 2000',
    0,
  ])
})

test('a part payment names no days, and what remains owed; the second part names them', () => {
  const book = ledgerBook()
  book.raise(2026)
  const first = book.pay(2000, '2026-07-10')
  const second = book.pay(3000, '2026-11-20')
  expect(said(book, first)).toEqual(['dues 2026-27 part 2000', 3000])
  expect(said(book, second)).toEqual(['dues 2026-27 2027-03-31 3000', 0])
})

test('late dues name the days that they cover by the policy of the association', () => {
  const book = ledgerBook()
  book.raise(2026, { late: 'next-year' })
  expect(said(book, book.pay(5000, '2026-11-20'))).toEqual(['dues 2026-27 2028-03-31 5000', 0])
})

test('a payment for days that were not charged has a line for each year', () => {
  const book = ledgerBook()
  const paid = book.name(10_000, '2026-05-10', ['2025-04-01', '2027-03-31'])
  expect(said(book, paid)).toEqual([
    'dues 2025-26 arrears 2026-03-31 5000',
    'dues 2026-27 2027-03-31 5000',
    0,
  ])
})

test('dues of a year that has not begun are not owed', () => {
  const book = ledgerBook()
  book.raise(2026)
  book.raise(2027, { on: '2026-11-01' })
  expect(said(book, book.pay(5000, '2026-11-20'))).toEqual(['dues 2026-27 2027-03-31 5000', 0])
})

test('the paper of a charge of a year that has not begun says what is still to be paid of it', () => {
  const book = ledgerBook()
  book.raise(2026)
  book.pay(7000, '2026-07-10')
  const raised = book.raise(2027, { on: '2026-11-01' })
  const charge = book.entries.find(({ id }) => id === raised)
  expect(charge && chargeLine(book.entries, charge).owed_paise).toBe(300_000)
})
