import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { anyEntry, anyRefund } from '#test/support/histories/random-ledgers.ts'
import { ledgerBook, type Story } from '#test/support/money/ledger-entries.ts'
import { accountOf } from '../account.ts'
import { debtOnDay } from './debt-on-day.ts'
import { accountStatementOf } from './statement.ts'

function entriesOf(steps: readonly Story[]) {
  const book = ledgerBook()
  for (const one of steps) one(book)
  return book.entries.map((entry) => ({ ...entry, mode: null, office_receipt_number: null }))
}

test('with any entries, it is the balance of the statement of the day, and the open charges sum to it', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEntry, anyRefund), { maxLength: 14 }), (steps) => {
      const entries = entriesOf(steps)
      for (const day of ['2024-12-31', '2026-03-31', '2027-03-31', '2031-03-31'] as const) {
        const { balance_paise, open } = debtOnDay(entries, day)
        expect(balance_paise).toBe(accountStatementOf(entries, { to: day }).closing_paise)
        const owed = sum(open, ({ open_paise }) => open_paise)
        expect(owed).toBe(Math.max(0, -balance_paise))
      }
      const { charges, credit_paise } = accountOf(entries)
      const open = charges.filter(({ open_paise }) => open_paise > 0)
      if (credit_paise > 0) return
      expect(
        debtOnDay(entries, '2031-03-31')
          .open.map((one) => one.open_paise)
          .sort(),
      ).toEqual(open.map(({ open_paise }) => open_paise).sort())
    }),
  )
})

test('money that names a charge pays that charge, and later corrections are of their own day', () => {
  const entries = entriesOf([
    (book) => {
      const dues = book.raise(2025)
      book.raise(2025, { item: 'other', label: 'Stall', rupees: 500, due_on: '2026-03-10' })
      book.pay(5000, '2026-03-20', dues)
      const twice = book.pay(500, '2026-03-25')
      book.raise(2026)
      book.void(twice, '2026-05-05', 'typed twice', '2026-03-25')
    },
  ])
  expect(debtOnDay(entries, '2026-03-31')).toEqual({
    balance_paise: -50_000,
    advance_paise: 0,
    open: [{ year: '2025-26', due_on: '2026-03-10', open_paise: 50_000 }],
  })
})

test('money of March for a charge of April is an advance, also where older dues take it from the balance', () => {
  const entries = entriesOf([
    (book) => {
      book.raise(2025)
      const stall = { on: '2026-04-02', item: 'other', label: 'Stall', rupees: 2000 } as const
      book.pay(2000, '2026-03-25', book.raise(2026, stall))
      // Money without a number is history of an import.
      Object.assign(book.entries.at(-1) ?? {}, { receipt_number: 'R2026-27/0001' })
    },
  ])
  const { balance_paise, advance_paise } = debtOnDay(entries, '2026-03-31')
  expect([balance_paise, advance_paise]).toEqual([-300_000, 200_000])
  expect(debtOnDay(entries, '2026-04-02').advance_paise).toBe(0)
})
