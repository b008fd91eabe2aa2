import fc from 'fast-check'
import { expect, test } from 'vitest'
import { financialYearFrom } from '#shared/financial-year.ts'
import { sum } from '#shared/sum.ts'
import { anyEntry, anyRefund } from '#test/support/histories/random-ledgers.ts'
import { type LedgerBook, ledgerBook, type Story } from '#test/support/money/ledger-entries.ts'
import { accountOf } from '../account.ts'
import { dayInBooks } from '../account-entries.ts'
import { accountStatementOf, type StatementEntry } from './statement.ts'
import { balanceLabel, closingSentences, particularsOf } from './statement-labels.ts'

/** The entries with numbers like those of the portal. */
const numbered = ({ entries }: LedgerBook): StatementEntry[] =>
  entries.map((entry) => ({
    ...entry,
    mode: entry.kind === 'payment' ? 'Bank' : null,
    receipt_number:
      entry.kind === 'payment'
        ? `PMA/${entry.id}`
        : entry.kind === 'reversal'
          ? `PMA/C${entry.id}`
          : null,
    office_receipt_number: null,
  }))

function shown(story: Story, year?: number): string[] {
  const book = ledgerBook()
  story(book)
  const { lines } = accountStatementOf(numbered(book), year ? financialYearFrom(year) : undefined)
  return lines.map((line) =>
    [line.day, particularsOf(line, 'en').replaceAll('\n', ', '), line.paise / 100]
      .concat(balanceLabel(line.balance_paise, 'en'))
      .join(' | '),
  )
}

test('has charges, money, waivers, tax, refunds and voids by their days', () => {
  const story: Story = (book) => {
    book.raise(2026)
    book.raise(2026, { item: 'joining fee', rupees: 2500, on: '2026-04-11' })
    const paid = book.pay(8000, '2026-05-02')
    book.refund(500, '2026-05-20')
    book.raise(2026, { item: 'other', label: 'Stall', rupees: 1000, on: '2026-06-01' })
    book.deduct(100, '2026-06-05')
    book.waive(300, '2026-06-06')
    book.void(paid, '2026-06-10', 'bounced')
  }
  expect(shown(story)).toEqual([
    '2026-04-10 | Membership fee 2026-27 | -5000 | ₹5,000 Dr',
    '2026-04-11 | Joining fee | -2500 | ₹7,500 Dr',
    '2026-05-02 | Payment by Bank transfer, Receipt PMA/002 | 8000 | ₹500 Cr',
    '2026-05-20 | Credit paid back | -500 | ₹0',
    '2026-06-01 | Stall | -1000 | ₹1,000 Dr',
    '2026-06-05 | Tax deducted at source (TDS) | 100 | ₹900 Dr',
    '2026-06-06 | Waived | 300 | ₹600 Dr',
    '2026-06-10 | Cancelled: Payment by Bank transfer, Receipt PMA/002, No. PMA/C007 | -8000 | ₹8,600 Dr',
  ])
})

test('a payment for days without a charge is listed with its implied charge, also when it is void', () => {
  const story: Story = (book) => {
    const first = book.name(5000, '2026-05-10')
    book.void(first, '2026-05-11', 'typed twice')
    book.name(6000, '2026-05-12')
  }
  expect(shown(story)).toEqual([
    '2026-05-10 | Membership fee 2026-27 | -5000 | ₹5,000 Dr',
    '2026-05-10 | Payment by Bank transfer, Receipt PMA/000 | 5000 | ₹0',
    '2026-05-11 | Cancelled: Payment by Bank transfer, Receipt PMA/000, No. PMA/C001 | -5000 | ₹5,000 Dr',
    '2026-05-11 | Cancelled: Membership fee 2026-27 | 5000 | ₹0',
    '2026-05-12 | Membership fee 2026-27 | -6000 | ₹6,000 Dr',
    '2026-05-12 | Payment by Bank transfer, Receipt PMA/002 | 6000 | ₹0',
  ])
})

test('a correction is of the day of the payment, as in the books, and says when and why', () => {
  const story: Story = (book) => {
    const twice = book.name(5000, '2026-03-28')
    const wrong = book.pay(700, '2026-03-30')
    book.void(twice, '2026-05-05', 'typed twice', '2026-03-28')
    book.void(wrong, '2026-05-06', 'wrong member', '2026-03-30')
  }
  const cancelled = 'Cancelled on 05/05/2026: it was recorded twice.'
  expect(shown(story, 2025)).toEqual([
    '2026-03-28 | Membership fee 2026-27 | -5000 | ₹5,000 Dr',
    '2026-03-28 | Payment by Bank transfer, Receipt PMA/000 | 5000 | ₹0',
    `2026-03-28 | Cancelled: Payment by Bank transfer, Receipt PMA/000, No. PMA/C002, ${cancelled} | -5000 | ₹5,000 Dr`,
    `2026-03-28 | Cancelled: Membership fee 2026-27, ${cancelled} | 5000 | ₹0`,
    '2026-03-30 | Payment by Bank transfer, Receipt PMA/001 | 700 | ₹700 Cr',
    '2026-03-30 | Cancelled: Payment by Bank transfer, Receipt PMA/001, No. PMA/C003, Cancelled on 06/05/2026: it was recorded for the wrong member. | -700 | ₹0',
  ])
  expect(shown(story, 2026)).toEqual([])
})

test('arrears brought forward are of the last day of their year, also after they are cancelled', () => {
  const arrears: Story = (book) => {
    const charge = book.raise(2023, {
      item: 'arrears',
      rupees: 1180,
      on: '2024-06-10',
      due_on: '2024-03-31',
    })
    book.raise(2024, { on: '2024-06-11' })
    book.void(charge, '2024-06-12')
  }
  expect(shown(arrears, 2023)).toEqual([
    '2024-03-31 | Arrears brought forward 2023-24 | -1180 | ₹1,180 Dr',
  ])
  expect(shown(arrears, 2024)).toEqual([
    '2024-06-11 | Membership fee 2024-25 | -5000 | ₹6,180 Dr',
    '2024-06-12 | Cancelled: Arrears brought forward 2023-24 | 1180 | ₹5,000 Dr',
  ])
  const book = ledgerBook()
  arrears(book)
  expect(accountStatementOf(numbered(book), financialYearFrom(2024)).opening_paise).toBe(-118_000)
})

test('with any entries, the last balance is that of the account, and years follow each other', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEntry, anyRefund), { maxLength: 14 }), (steps) => {
      const book = ledgerBook()
      for (const one of steps) one(book)
      const entries = numbered(book)
      const { credit_paise, open_paise } = accountOf(entries)
      const all = accountStatementOf(entries)
      expect(all.opening_paise).toBe(0)
      expect(all.closing_paise).toBe(credit_paise - open_paise)
      const years = Array.from({ length: 8 }, (_, index) =>
        accountStatementOf(entries, financialYearFrom(2023 + index)),
      )
      expect(years.flatMap(({ lines }) => lines)).toEqual(all.lines)
      for (const [index, year] of years.entries()) {
        expect(year.opening_paise).toBe(years[index - 1]?.closing_paise ?? 0)
        const moved = sum(year.lines, ({ paise }) => paise)
        expect(year.opening_paise + moved).toBe(year.closing_paise)
      }
      // Every entry is on it, by its day; a charge of nothing is not.
      const days = all.lines.map(({ day }) => day)
      for (const entry of entries)
        if (entry.amount_paise !== 0) expect(days).toContain(dayInBooks(entry))
    }),
    { numRuns: 500 },
  )
})

const later = { later_paise: 11_000, later_years: ['2027-28'] }
const none = { later_paise: 0, later_years: [] }

test.each([
  [{ closing_paise: 0, ...none }, 'Nothing to pay on 27/11/2026.', undefined],
  [{ closing_paise: 500, ...none }, 'Credit on 27/11/2026: ₹5', undefined],
  [{ closing_paise: -500, ...none }, 'Balance to pay on 27/11/2026: ₹5', undefined],
  [
    { closing_paise: -11_000, ...later },
    'Nothing to pay on 27/11/2026; ₹110 for 2027-28.',
    undefined,
  ],
  [
    { closing_paise: -11_500, ...later },
    'Balance to pay on 27/11/2026: ₹115',
    'Of this, ₹110 is for a year that has not begun.',
  ],
])('a closing balance of %o is said as %s', (closing, balance, note) => {
  expect(closingSentences(closing, '27/11/2026', 'en')).toEqual({ balance, note })
})
