import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duesStatusOn } from '#features/members/dues-status.ts'
import { sum } from '#shared/sum.ts'
import { anyEntry } from '#test/support/histories/random-ledgers.ts'
import {
  bothYears,
  halfYear,
  imported,
  type LedgerBook,
  ledgerBook,
  named,
  type Story,
} from '#test/support/money/ledger-entries.ts'
import { accountOf, duesDaysOf, idsOnAccount } from './account.ts'

describe('the days that the payment fields show', () => {
  const daysAfter = (story: Story) => {
    const book = ledgerBook()
    story(book)
    const { current } = accountOf(book.entries)
    return current && [current.valid_from, current.valid_to]
  }

  test.each<[string, Story, (string | null)[]]>([
    [
      'of a late payment, from its day',
      ({ raise, pay }) => [raise(2026, { late: 'payment' }), pay(5000, '2026-11-20')],
      ['2026-11-20', '2027-03-31'],
    ],
    [
      'of a late payment, the next year',
      ({ raise, pay }) => [raise(2026, { late: 'next-year' }), pay(5000, '2026-11-20')],
      ['2027-04-01', '2028-03-31'],
    ],
    [
      'of a late payment, its own when the next year is charged',
      ({ raise, pay }) => [
        raise(2026, { late: 'next-year' }),
        raise(2027, { on: '2026-11-01' }),
        pay(5000, '2026-11-20'),
      ],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of a payment within grace, its own',
      ({ raise, pay }) => [raise(2026, { late: 'payment' }), pay(5000, '2026-07-30')],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of a payment from before the dues, their own',
      ({ raise, pay }) => [
        pay(5000, '2026-05-01'),
        raise(2026, { on: '2026-11-01', late: 'payment' }),
      ],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of dues without a policy, those of the payment',
      (book) => {
        book.raise(2026, { late: null })
        book.pay(5000, '2026-11-20')
        const days = { year: '2026-27', valid_from: '2026-11-20', valid_to: '2027-03-31' }
        Object.assign(book.entries.at(-1) ?? {}, days)
      },
      ['2026-11-20', '2027-03-31'],
    ],
    [
      'of late dues that a waiver completed, their own',
      ({ raise, pay, waive }) => [
        raise(2026, { late: 'payment' }),
        pay(4500, '2026-11-20'),
        waive(500, '2026-11-21'),
      ],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of credit from the day on which late dues were raised, their own',
      ({ raise, pay }) => [
        pay(5000, '2026-11-20'),
        raise(2026, { on: '2026-11-20', late: 'payment' }),
      ],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of a late payment, the next year although it is charged later',
      ({ raise, pay }) => [
        raise(2026, { late: 'next-year' }),
        pay(5000, '2026-11-20'),
        raise(2027),
      ],
      ['2027-04-01', '2028-03-31'],
    ],
    [
      'of a payment that does not settle any more what its stored days are for, those of what it settles',
      (book) => {
        const charge = book.raise(2025, { late: null })
        book.pay(5000, '2025-11-28')
        Object.assign(book.entries.at(-1) ?? {}, {
          year: '2025-26',
          valid_from: '2026-04-01',
          valid_to: '2027-03-31',
        })
        book.void(charge, '2025-12-02')
        book.raise(2026, { late: null })
      },
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of older days, the later ones',
      (book) => [named(book), imported(book)],
      ['2026-04-01', '2027-03-31'],
    ],
    [
      'of an undone import, those before it',
      (book) => [imported(book), book.void(named(book), '2026-06-01', 'import undone')],
      ['2025-04-01', '2026-03-31'],
    ],
    [
      'of a payment without days, none',
      ({ importWithoutDays }) => importWithoutDays(5000, '2026-05-10'),
      [null, null],
    ],
    [
      'of a payment without days that settled dues, none',
      ({ raise, importWithoutDays }) => [raise(2026), importWithoutDays(5000, '2026-05-10')],
      [null, null],
    ],
    [
      'of a payment without days that settled nothing, none',
      ({ raise, importWithoutDays }) => [raise(2026), importWithoutDays(1000, '2026-05-10')],
      [null, null],
    ],
    [
      'of a joiner, from the day of joining',
      ({ raise, pay }) => [raise(2026, { valid_from: '2026-10-10' }), pay(5000, '2026-05-10')],
      ['2026-10-10', '2027-03-31'],
    ],
  ])('%s', (_case, story, days) => {
    expect(daysAfter(story)).toEqual(days)
  })

  test('are none after Mark Unpaid, until something newer is recorded', () => {
    const unmarked: Story = (book) => [imported(book), book.void(named(book), '2026-06-01')]
    expect(daysAfter(unmarked)).toBeUndefined()
    expect(daysAfter((book) => [unmarked(book), book.name(2500, '2026-06-02', halfYear)])).toEqual(
      halfYear,
    )
  })
})

test.each<[string, Story, string]>([
  [
    'that a payment brought with nothing left for them are paid',
    ({ raise, name }) => [raise(2025), name(5000, '2026-05-10', bothYears)],
    'paid',
  ],
  [
    'that tax and a waiver settled are paid',
    ({ raise, deduct, waive }) => [
      raise(2026),
      deduct(500, '2026-05-10'),
      waive(4500, '2026-05-11'),
    ],
    'paid',
  ],
  ['of nothing are waived', ({ raise }) => raise(2026, { rupees: 0 }), 'waived'],
])('dues %s', (_case, story, status) => {
  const book = ledgerBook()
  story(book)
  const days = duesDaysOf(accountOf(book.entries))
  expect(duesStatusOn(days, '2026-11-25').status).toBe(status)
})

test.each<[string, Story]>([
  ['before a payment for another year', (book) => [paidTooMuch(book), nextYear(book)]],
  [
    'after a later payment that has nothing left',
    (book) => [book.pay(3000, '2026-05-01'), named(book), book.refund(3000, '2026-06-10')],
  ],
])('a refund %s takes the credit that there was', (_case, story) => {
  const book = ledgerBook()
  story(book)
  const { credit_paise, open_paise, charges } = accountOf(book.entries)
  expect({ credit_paise, open_paise }).toEqual({ credit_paise: 0, open_paise: 0 })
  expect(charges.map(({ amount_paise }) => amount_paise)).toEqual(charges.map(() => 500_000))
})

const paidTooMuch = ({ raise, pay, refund }: LedgerBook) => [
  raise(2026),
  pay(8000, '2026-05-10'),
  refund(3000, '2026-06-10'),
]
const nextYear = ({ name }: LedgerBook) => name(5000, '2026-11-01', ['2027-04-01', '2028-03-31'])

describe('a payment for several years', () => {
  const charges = (story: Story) => {
    const book = ledgerBook()
    story(book)
    return accountOf(book.entries).charges.map(({ year, amount_paise, implied_by }) => [
      year,
      amount_paise / 100,
      implied_by !== null,
    ])
  }

  test.each<[string, Story, unknown[]]>([
    [
      'brings a charge for each, evenly',
      ({ name }) => name(9001, '2026-05-10', bothYears),
      [
        ['2025-26', 4500.5, true],
        ['2026-27', 4500.5, true],
      ],
    ],
    [
      'brings them at the rates; the last year gets the rest',
      ({ name }) => name(9001, '2026-05-10', bothYears, { '2025-26': 500_000 }),
      [
        ['2025-26', 5000, true],
        ['2026-27', 4001, true],
      ],
    ],
    [
      'brings one for the years nobody charged',
      ({ raise, name }) => [raise(2025), name(10_000, '2026-05-10', bothYears)],
      [
        ['2025-26', 5000, false],
        ['2026-27', 5000, true],
      ],
    ],
    [
      'does not pay what is charged for them later',
      ({ name, raise }) => [name(2500, '2026-05-10', halfYear), raise(2026, { on: '2026-06-01' })],
      [
        ['2026-27', 2500, true],
        ['2026-27', 5000, false],
      ],
    ],
    [
      'brings none for days that another payment brought: it is credit',
      (book) => [book.importWithoutDays(5000, '2026-05-10'), named(book)],
      [['2026-27', 5000, true]],
    ],
    [
      'brings one where another payment brought only some of the days',
      ({ name }) => [
        name(5000, '2025-12-01', ['2025-10-01', '2026-09-30']),
        name(4800, '2026-10-05', ['2026-04-01', '2027-03-31']),
      ],
      [
        ['2025-26', 2500, true],
        ['2026-27', 2500, true],
        ['2026-27', 4800, true],
      ],
    ],
    [
      'brings none for what was charged and is cancelled: it is credit',
      (book) => {
        const charge = book.raise(2026)
        named(book)
        book.void(charge, '2026-06-01')
      },
      [],
    ],
    [
      'brings one of nothing for a year for which nothing is left: its days are covered',
      ({ raise, name }) => [raise(2025, { rupees: 9000 }), name(9000, '2026-05-10', bothYears)],
      [
        ['2025-26', 9000, false],
        ['2026-27', 0, true],
      ],
    ],
  ])('%s', (_case, story, expected) => {
    expect(charges(story)).toEqual(expected)
  })
})

test('an entry is on account unless its money went to charges that it implied', () => {
  const book = ledgerBook()
  const own = named(book)
  book.raise(2027)
  book.pay(100, '2027-05-01')
  book.void(own, '2027-06-01')
  const onAccount = idsOnAccount(book.entries.toReversed())
  expect(book.entries.map(({ id }) => onAccount.has(id))).toEqual([false, true, true, false])
})

test('with any charges, payments and voided entries, every rupee is credit, open or settled', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), fc.nat(12), (steps, seed) => {
      const book = ledgerBook()
      for (const one of steps) one(book)
      const account = accountOf(book.entries)
      const active = book.entries.filter(
        ({ id, reverses_id }) =>
          reverses_id === null && !book.entries.some((entry) => entry.reverses_id === id),
      )
      const money = sum(
        active.filter(({ kind }) => kind !== 'charge').map((one) => one.amount_paise),
      )
      const settled = sum(account.settlements.map(({ paise }) => paise))
      const returned = account.charges.filter(({ item }) => item === 'refund to return')
      const paidBack = sum(returned.map(({ amount_paise }) => amount_paise))
      expect(settled + account.credit_paise).toBe(money + paidBack)
      const charged = sum(account.charges.map(({ amount_paise }) => amount_paise))
      expect(settled + account.open_paise).toBe(charged)
      // No credit while something is open, and the order of the entries says nothing.
      expect(Math.min(account.credit_paise, account.open_paise)).toBe(0)
      const turned = [...book.entries.slice(seed), ...book.entries.slice(0, seed)]
      expect(accountOf(turned)).toEqual(account)
      expect(duesStatusOn(duesDaysOf(account), '2026-11-25').status).toBeTypeOf('string')
    }),
    { numRuns: 300 },
  )
})
