/** The examples of the rule of money, with an OEM rate of 5,000 that is due on 30 June and has grace to 30 July. */

import { expect, test } from 'vitest'
import { duesStatusOn, duesText } from '#features/members/dues-status.ts'
import { type Day, numericDate, startOfDay } from '#shared/dates.ts'
import { sum } from '#shared/sum.ts'
import {
  bothYears,
  halfYear,
  imported,
  type LedgerBook,
  ledgerBook,
  named,
  type Story,
} from '#test/support/money/ledger-entries.ts'
import { accountOf, duesDaysOf } from './account.ts'
import { validity } from './validity.ts'

const both: Story = ({ raise }) => raise(2025) + raise(2026)
const nextYear: readonly Day[] = ['2027-04-01', '2028-03-31']
const partPaid = ({ raise, pay }: LedgerBook): string => {
  raise(2026)
  return pay(2000, '2026-07-10')
}
const refunded = ({ raise, pay, refund }: LedgerBook): string => {
  raise(2026)
  const paid = pay(6000, '2026-05-10')
  refund(1000, '2026-06-10')
  return paid
}

/** What a member owes on a day, with what the payment fields show. */
function shownOn(book: LedgerBook, today: Day) {
  const account = accountOf(book.entries)
  const days = duesDaysOf(account)
  const now = new Date(startOfDay(today))
  const counting = account.charges.filter(({ counts_from }) => counts_from <= today)
  const rupees = (paise: number) => paise / 100
  const { current } = account
  const entry = book.entries.find(({ id }) => id === current?.id)
  const amount = entry?.kind === 'payment' ? ` ${rupees(entry.amount_paise)}` : ''
  return [
    duesText(days, now),
    rupees(sum(counting, ({ open_paise }) => open_paise)),
    rupees(account.credit_paise),
    account.paid_until && numericDate(account.paid_until),
    current ? `PAID${amount} ${validity(current.valid_to, now)}` : 'PENDING',
  ]
}

const rows: [example: number, story: Story, today: Day, ...shown: (string | number)[]][] = [
  [1, () => undefined, '2026-11-25', 'Due', 0, 0, '', 'PENDING'],
  [2, named, '2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 5000 VALID'],
  [4, partPaid, '2026-11-25', 'Lapsed since 31/07/2026', 3000, 0, '', 'PENDING'],
  [
    5,
    (book) => [partPaid(book), book.pay(3000, '2026-11-20')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 3000 VALID'] as const),
  ],
  [
    6,
    (book) => {
      const bounced = partPaid(book)
      book.pay(3000, '2026-11-20')
      book.void(bounced, '2026-11-22')
      book.raise(2026, { rupees: 500, item: 'joining fee', on: '2026-11-22', due_on: '2026-11-22' })
    },
    ...(['2026-11-25', 'Lapsed since 31/07/2026', 2500, 0, '', 'PENDING'] as const),
  ],
  [
    7,
    (book) => [both(book), book.pay(5000, '2026-05-10')],
    ...([
      '2026-11-25',
      'Lapsed since 31/07/2026',
      5000,
      0,
      '31/03/2026',
      'PAID 5000 EXPIRED',
    ] as const),
  ],
  [
    8,
    (book) => [both(book), named(book)],
    ...([
      '2026-11-25',
      'Lapsed since 31/07/2025',
      5000,
      0,
      '31/03/2027',
      'PAID 5000 VALID',
    ] as const),
  ],
  [
    9,
    (book) => {
      named(book)
      book.pay(5000, '2026-12-01')
      book.raise(2027, { rupees: 5500, on: '2027-04-01' })
    },
    ...(['2027-04-02', 'Due', 500, 0, '31/03/2027', 'PAID 5000 EXPIRED'] as const),
  ],
  [
    10,
    (book) => [named(book), book.raise(2027, { rupees: 5500, on: '2027-03-15' })],
    ...(['2027-03-20', 'Paid', 0, 0, '31/03/2027', 'PAID 5000 VALID'] as const),
  ],
  [
    11,
    (book) => [named(book), book.raise(2027, { rupees: 5500, on: '2027-03-15' })],
    ...(['2027-04-02', 'Due', 5500, 0, '31/03/2027', 'PAID 5000 EXPIRED'] as const),
  ],
  [
    12,
    (book) => [book.raise(2026), book.waive(5000, '2026-05-10')],
    ...(['2026-11-25', 'Waived', 0, 0, '31/03/2027', 'PAID VALID'] as const),
  ],
  [
    13,
    (book) => [book.raise(2026), book.deduct(500, '2026-05-09'), book.pay(4500, '2026-05-10')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 4500 VALID'] as const),
  ],
  [
    14,
    (book) => [book.raise(2026), book.pay(6000, '2026-05-10')],
    ...(['2026-11-25', 'Paid', 0, 1000, '31/03/2027', 'PAID 6000 VALID'] as const),
  ],
  [15, refunded, '2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 6000 VALID'],
  [
    16,
    (book) => [book.raise(2026, { late: 'payment' }), book.pay(5000, '2026-11-20')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 5000 VALID'] as const),
  ],
  [
    17,
    (book) => [book.raise(2026, { late: 'next-year' }), book.pay(5000, '2026-11-20')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2028', 'PAID 5000 VALID'] as const),
  ],
  [18, imported, '2026-11-25', 'Lapsed since 01/04/2026', 0, 0, '31/03/2026', 'PAID 5000 EXPIRED'],
  [
    19,
    (book) => book.void(named(book), '2026-06-01'),
    ...(['2026-11-25', 'Due', 0, 0, '', 'PENDING'] as const),
  ],
  [
    20,
    (book) => [imported(book), book.void(named(book), '2026-06-01')],
    ...(['2026-11-25', 'Lapsed since 01/04/2026', 0, 0, '31/03/2026', 'PENDING'] as const),
  ],
  [
    21,
    (book) => [book.raise(2026), book.name(4000, '2026-05-10')],
    ...(['2026-11-25', 'Lapsed since 31/07/2026', 1000, 0, '', 'PAID 4000 VALID'] as const),
  ],
  [
    22,
    ({ raise, pay }) => {
      const joiner = { on: '2026-10-10', due_on: '2026-11-09', valid_from: '2026-10-10' } as const
      raise(2026, { ...joiner, rupees: 2500, item: 'joining fee' })
      raise(2026, { ...joiner, rupees: 2500 })
      pay(5000, '2026-10-20')
    },
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 5000 VALID'] as const),
  ],
  [
    25,
    (book) => [book.raise(2026), book.pay(4500, '2026-05-10'), book.deduct(500, '2026-05-20')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 4500 VALID'] as const),
  ],
  [
    26,
    (book) => [book.raise(2026), book.pay(4500, '2026-05-10'), book.waive(500, '2026-11-20')],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 4500 VALID'] as const),
  ],
  [
    27,
    (book) => book.name(2500, '2026-05-10', halfYear),
    ...([
      '2026-11-25',
      'Lapsed since 01/10/2026',
      0,
      0,
      '30/09/2026',
      'PAID 2500 EXPIRED',
    ] as const),
  ],
  [
    28,
    (book) => [book.raise(2025), book.name(10_000, '2026-05-10', bothYears)],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 10000 VALID'] as const),
  ],
  [
    29,
    (book) => {
      book.void(named(book), '2026-06-01', 'replaced')
      book.name(6000, '2026-06-01')
    },
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 6000 VALID'] as const),
  ],
  [
    30,
    (book) => book.importWithoutDays(7500, '2026-11-20'),
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 7500 Not set'] as const),
  ],
  [
    31,
    (book) => book.void(refunded(book), '2026-11-20'),
    ...(['2026-11-25', 'Lapsed since 31/07/2026', 6000, 0, '', 'PENDING'] as const),
  ],
  [
    32,
    (book) => book.name(3000, '2026-05-10'),
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 3000 VALID'] as const),
  ],
  [
    33,
    (book) => [book.raise(2026, { on: '2026-05-10' }), book.name(3000, '2026-05-10')],
    ...(['2026-11-25', 'Lapsed since 31/07/2026', 2000, 0, '', 'PAID 3000 VALID'] as const),
  ],
  [
    34,
    (book) => [
      book.pay(5000, '2026-05-01'),
      book.raise(2026, { on: '2026-11-01', late: 'payment' }),
    ],
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2027', 'PAID 5000 VALID'] as const),
  ],
  [
    35,
    (book) => book.name(5500, '2026-11-01', nextYear),
    ...(['2026-11-25', 'Paid', 0, 0, '31/03/2028', 'PAID 5500 VALID'] as const),
  ],
  [
    36,
    (book) => [both(book), book.void(book.pay(10_000, '2026-05-10'), '2026-06-01')],
    ...(['2026-11-25', 'Lapsed since 31/07/2025', 10_000, 0, '', 'PENDING'] as const),
  ],
]

/** What is open beside dues that are not raised: 'not raised' says that the rate of the year is also owed. */
const beside: [what: string, story: Story, ...shown: (string | number | boolean)[]][] = [
  ['nothing', () => undefined, 'Due', 0, true],
  ['a fee', (book) => fee(book), 'Lapsed since 23/11/2026', 500, true],
  [
    'a fee, paid for the year before',
    (book) => [imported(book), fee(book)],
    ...(['Lapsed since 01/04/2026', 500, true] as const),
  ],
  [
    'a fee, paid for the year',
    (book) => [named(book), fee(book)],
    ...(['Lapsed since 23/11/2026', 500, false] as const),
  ],
  [
    'a fee, and the year is raised',
    (book) => [book.raise(2026), fee(book)],
    ...(['Lapsed since 31/07/2026', 5500, false] as const),
  ],
  [
    'a fee that is paid, paid for the year before',
    (book) => [imported(book), fee(book), book.pay(500, '2026-11-23')],
    ...(['Lapsed since 01/04/2026', 0, true] as const),
  ],
  [
    'a stall that is not due yet',
    ({ raise }) =>
      raise(2026, { rupees: 2000, item: 'other', label: 'Stall', due_on: '2026-12-15' }),
    ...(['Due', 2000, true] as const),
  ],
  [
    'the joining fee',
    ({ raise }) => raise(2026, { rupees: 2500, item: 'joining fee', due_on: '2026-11-30' }),
    ...(['Due', 2500, true] as const),
  ],
  [
    'arrears brought forward',
    ({ raise }) => raise(2025, { rupees: 3000, item: 'arrears', due_on: '2026-03-31' }),
    ...(['Lapsed since 01/04/2026', 3000, true] as const),
  ],
  ['dues of the year before', ({ raise }) => raise(2025), 'Lapsed since 31/07/2025', 5000, true],
  ['dues that are raised ahead', ({ raise }) => raise(2027), 'Due', 0, true],
]

const fee = ({ raise }: LedgerBook) =>
  raise(2026, { rupees: 500, item: 'other', label: 'Bank fee', due_on: '2026-11-22' })

test.each(beside)('dues that are not raised yet beside %s', (_what, story, ...shown) => {
  const book = ledgerBook()
  story(book)
  const [word, owed] = shownOn(book, '2026-11-25')
  const { isNotRaised } = duesStatusOn(duesDaysOf(accountOf(book.entries)), '2026-11-25')
  expect([word, owed, isNotRaised]).toEqual(shown)
})

// 3, 23 and 24 are tests of raising (dues/rules.test.ts) and of references (references.test.ts).
test.each(rows)('example %i of the rule of money', (_example, story, today, ...shown) => {
  const book = ledgerBook()
  story(book)
  expect(shownOn(book, today)).toEqual(shown)
})
