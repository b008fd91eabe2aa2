import { expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { financialYearFrom } from '#shared/financial-year.ts'
import { engines } from '#test/support/engines.ts'
import {
  insertLedger,
  type LedgerBook,
  ledgerBook,
  type Story,
} from '#test/support/money/ledger-entries.ts'
import { openPayments } from '#test/support/money/payments.ts'
import { entryOf } from '#test/support/money/renewals.ts'
import { advancesUsed } from './advance-sums.ts'

const stall: Story = ({ raise }) =>
  raise(2026, {
    on: '2026-10-01',
    rupees: 2000,
    item: 'other',
    label: 'Stall',
    due_on: '2026-10-31',
  })

const nextStall = { rupees: 2000, item: 'other', label: 'Stall', due_on: '2027-06-30' } as const

/** Without a receipt of the portal it would be history of an earlier year. */
const payWithReceipt = (book: LedgerBook, rupees: number, on: Day) => {
  const paid = book.pay(rupees, on)
  const payment = book.entries.find(({ id }) => id === paid)
  if (payment) payment.receipt_number = 'R2027-28/0001'
}

const stories: [title: string, story: Story, of2026: number, of2027: number][] = [
  ['nothing was paid ahead', (book) => [book.raise(2026), book.pay(5000, '2026-05-10')], 0, 0],
  ['credit that is still there', (book) => [book.raise(2026), book.pay(6000, '2026-05-10')], 0, 0],
  [
    'credit that paid a stall',
    (book) => [book.raise(2026), book.pay(9000, '2026-05-10'), stall(book)],
    2000,
    0,
  ],
  [
    'credit that paid a stall and the next dues, which begin in April',
    (book) => [
      book.raise(2026),
      book.pay(11_000, '2026-05-10'),
      stall(book),
      book.raise(2027, { on: '2027-03-10' }),
    ],
    ...([2000, 4000] as const),
  ],
  [
    'the next dues paid in March',
    (book) => [book.raise(2027, { on: '2027-03-10' }), book.pay(5000, '2027-03-20')],
    ...([0, 5000] as const),
  ],
  [
    'a stall of the next year, paid at once, is no advance; the credit beside it is still there',
    (book) => {
      book.raise(2026)
      book.raise(2027, { ...nextStall, on: '2026-05-01' })
      book.pay(8000, '2026-05-10')
    },
    ...([0, 0] as const),
  ],
  [
    'credit that pays a stall of the next year is used when the stall is charged',
    (book) => {
      book.raise(2026)
      book.pay(8000, '2026-05-10')
      book.raise(2027, { ...nextStall, on: '2026-10-01' })
    },
    ...([2000, 0] as const),
  ],
  [
    'the next dues with a paper of their own, paid from credit and then with money, in April',
    (book) => {
      book.raise(2026)
      book.pay(6000, '2026-05-10')
      const dues = book.raise(2027, { on: '2027-03-10' })
      const charge = book.entries.find(({ id }) => id === dues)
      if (charge) charge.receipt_number = 'R2026-27/0002'
      book.pay(3000, '2027-03-20')
    },
    ...([0, 4000] as const),
  ],
  [
    'the next dues, cancelled after they have begun: the year before stays as it was',
    (book) => {
      const dues = book.raise(2027, { on: '2027-03-10' })
      book.pay(5000, '2027-03-20')
      book.void(dues, '2027-05-20')
    },
    ...([0, 0] as const),
  ],
  [
    'credit that paid a stall, which is cancelled in the next year: it is an advance again then',
    (book) => {
      book.raise(2026)
      book.pay(9000, '2026-05-10')
      book.void(stall(book) as string, '2027-05-20')
    },
    ...([2000, -2000] as const),
  ],
  [
    'money of March pays a stall that was charged in April: an advance, used when it is recorded',
    (book) => {
      book.raise(2026)
      book.pay(5000, '2026-05-10')
      book.raise(2027, { ...nextStall, on: '2027-04-02' })
      payWithReceipt(book, 2000, '2027-03-25')
    },
    ...([0, 2000] as const),
  ],
  [
    'money of March pays arrears of the year that an import brought in April: no advance',
    (book) => {
      book.raise(2026, { item: 'arrears', on: '2027-04-02' })
      payWithReceipt(book, 5000, '2027-03-25')
    },
    ...([0, 0] as const),
  ],
  [
    'credit of a charge that is cancelled is an advance from then on',
    (book) => {
      const first = book.raise(2026)
      book.pay(5000, '2026-05-10')
      book.void(first, '2026-05-11')
      book.raise(2026, { on: '2026-05-12' })
    },
    ...([5000, 0] as const),
  ],
]

test.each(engines.flatMap((engine) => stories.map((story) => [engine, ...story] as const)))(
  'advances used on %s: %s',
  async (engine, _title, story, of2026, of2027) => {
    const { portal, id } = await openPayments(engine, { startsAt: '2027-06-01T06:00:00Z' })
    const book = ledgerBook()
    story(book)
    await insertLedger(
      portal.db,
      book.entries.map((entry, index) =>
        entryOf(id, index, {
          ...entry,
          reverses_id: entry.reverses_id && `${id}-${entry.reverses_id}`,
        }),
      ),
    )
    const used = async (start: number) =>
      (await advancesUsed(portal.db, financialYearFrom(start))).reduce(
        (sum, { paise }) => sum + paise,
        0,
      )
    expect([await used(2026), await used(2027)]).toEqual([of2026 * 100, of2027 * 100])
  },
)
