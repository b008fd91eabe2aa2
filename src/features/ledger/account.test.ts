import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duesStatusOn } from '#features/members/dues-status.ts'
import {
  bothYears,
  halfYear,
  imported,
  type LedgerBook,
  ledgerBook,
  named,
  type Story,
} from '#test/support/ledger-entries.ts'
import { anyEntry } from '#test/support/random-ledgers.ts'
import { accountOf, chargeOfAmount, daysOf, wasOnAccount } from './account.ts'

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
        book.raise(2025, { late: null })
        book.raise(2026, { late: null })
        const bounced = book.pay(4000, '2026-11-20')
        book.pay(6000, '2026-11-28')
        Object.assign(book.entries.at(-1) ?? {}, {
          ...{ year: '2026-27', valid_from: '2027-04-01', valid_to: '2028-03-31' },
        })
        book.void(bounced, '2026-12-02')
        book.pay(4000, '2026-12-12')
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
  const days = daysOf(accountOf(book.entries))
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
  const { credit_paise, owed_paise, charges } = accountOf(book.entries)
  expect({ credit_paise, owed_paise }).toEqual({ credit_paise: 0, owed_paise: 0 })
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
    return accountOf(book.entries).charges.map(({ year, amount_paise, brought_by }) => [
      year,
      amount_paise / 100,
      brought_by !== null,
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
      ({ name }) => name(9001, '2026-05-10', bothYears, '{"2025-26":500000}'),
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

test('an entry is on account unless its money went to charges that it brought', () => {
  const book = ledgerBook()
  const own = named(book)
  book.raise(2027)
  book.pay(100, '2027-05-01')
  book.void(own, '2027-06-01')
  const newestFirst = book.entries.toReversed()
  expect(newestFirst.map((_entry, index) => wasOnAccount(newestFirst.slice(index)))).toEqual([
    ...[false, true, true, false],
  ])
})

test('whatever is charged, paid and voided, every rupee is credit, open or settled', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), fc.nat(12), (steps, seed) => {
      const book = ledgerBook()
      for (const one of steps) one(book)
      const account = accountOf(book.entries)
      const active = book.entries.filter(
        ({ id, reverses_id }) =>
          reverses_id === null && !book.entries.some((entry) => entry.reverses_id === id),
      )
      const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
      const money = sum(
        active.filter(({ kind }) => kind !== 'charge').map((one) => one.amount_paise),
      )
      const settled = sum(account.settlements.map(({ paise }) => paise))
      const returned = account.charges.filter(({ item }) => item === 'refund to return')
      const paidBack = sum(returned.map(({ amount_paise }) => amount_paise))
      expect(settled + account.credit_paise).toBe(money + paidBack)
      const charged = sum(account.charges.map(({ amount_paise }) => amount_paise))
      expect(settled + account.owed_paise).toBe(charged)
      // No credit while something is open, and the order of the entries says nothing.
      expect(Math.min(account.credit_paise, account.owed_paise)).toBe(0)
      const turned = [...book.entries.slice(seed), ...book.entries.slice(0, seed)]
      expect(accountOf(turned)).toEqual(account)
      expect(duesStatusOn(daysOf(account), '2026-11-25').status).toBeTypeOf('string')
    }),
    { numRuns: 300 },
  )
})

describe('the charge that a payment is for', () => {
  /** Dues of 5,000 and of 5,500, then a stall of 29,500; the last is due last. */
  const charged = ({ raise }: LedgerBook) => [
    raise(2025),
    raise(2026, { rupees: 5500 }),
    raise(2026, { rupees: 29_500, item: 'other', label: 'Stall', due_on: '2027-01-15' }),
  ]
  const openAfter = (story: (book: LedgerBook, charges: string[]) => unknown) => {
    const book = ledgerBook()
    story(book, charged(book))
    const { charges, credit_paise } = accountOf(book.entries)
    return [...charges.map(({ open_paise }) => open_paise / 100), credit_paise / 100]
  }

  test.each<[string, (book: LedgerBook, charges: string[]) => unknown, number[]]>([
    ['none: what is due first', ({ pay }) => pay(29_500, '2026-12-01'), [0, 0, 10_500, 0]],
    ['one', ({ pay }, [, , stall]) => pay(29_500, '2026-12-01', stall), [5000, 5500, 0, 0]],
    [
      'one, in part',
      ({ pay }, [, , stall]) => pay(500, '2026-12-01', stall),
      [5000, 5500, 29_000, 0],
    ],
    [
      'one, then the rest',
      ({ pay }, [, next]) => pay(7000, '2026-12-01', next),
      [3500, 0, 29_500, 0],
    ],
    ['all', ({ pay }, [, , stall]) => pay(41_000, '2026-12-01', stall), [0, 0, 0, 1000]],
    [
      'one that earlier money paid: what is due first',
      ({ pay }, [first]) => [pay(5000, '2026-11-01'), pay(600, '2026-12-01', first)],
      [0, 4900, 29_500, 0],
    ],
    [
      'one that is cancelled: what is due first',
      (book, [, , stall = '']) => [
        book.pay(5000, '2026-12-01', stall),
        book.void(stall, '2026-12-02'),
      ],
      [0, 5500, 0],
    ],
    [
      'one, also when an earlier payment is void',
      (book, [, , stall]) => {
        const before = book.pay(5000, '2026-11-01')
        book.pay(29_500, '2026-12-01', stall)
        book.void(before, '2026-12-02')
      },
      [5000, 5500, 0, 0],
    ],
  ])('%s', (_what, story, open) => {
    expect(openAfter(story)).toEqual(open)
  })

  test.each<[charges: number[], paid: number, told: number | undefined]>([
    [[5000, 29_500], 29_500, 1],
    [[5000, 29_500], 5000, undefined],
    [[5000, 29_500], 34_500, undefined],
    [[5000, 29_500], 29_499, undefined],
    [[5000, 5500], 5500, 1],
    [[3000, 2000, 5000], 5000, undefined],
    [[3000, 5000, 5000], 5000, undefined],
    [[5000], 5000, undefined],
    [[], 5000, undefined],
  ])('of the open charges %j a payment of %d tells the one at %s', (amounts, paid, told) => {
    const book = ledgerBook()
    for (const [index, rupees] of amounts.entries()) book.raise(2024 + index, { rupees })
    const account = accountOf(book.entries)
    const charge = chargeOfAmount(account, paid * 100)
    expect(charge).toBe(told === undefined ? undefined : account.charges[told])
  })
})

describe('a waiver of one charge', () => {
  const [first, next] = [2025, 2026]
  const after = (story: Story) => {
    const book = ledgerBook()
    story(book)
    const { charges, credit_paise } = accountOf(book.entries)
    return [...charges.map(({ open_paise }) => open_paise / 100), credit_paise / 100]
  }
  /** Dues of two years of 5,000, of which 7,000 are paid and 3,000 of the second are waived. */
  const waivedRest = ({ raise, pay, waive }: LedgerBook) => {
    raise(first)
    const charge = raise(next)
    const paid = pay(7000, '2026-05-10')
    return { charge, paid, waiver: waive(3000, '2026-05-11', charge) }
  }

  test.each<[string, Story, open: number[]]>([
    ['settles it', (book) => waivedRest(book), [0, 0, 0]],
    [
      'stays with it when a payment is void',
      (book) => book.void(waivedRest(book).paid, '2026-06-01'),
      [5000, 2000, 0],
    ],
    [
      'stays with it when an earlier payment is recorded later',
      ({ raise, waive, pay }) => {
        waive(5000, '2026-05-11', raise(next))
        pay(5000, '2026-05-01')
      },
      [0, 5000],
    ],
    [
      'stays with it when what is due first is raised later',
      ({ raise, waive }) => [waive(2000, '2026-05-11', raise(next)), raise(first)],
      [5000, 3000, 0],
    ],
    [
      'ends with it, and is no credit',
      (book) => book.void(waivedRest(book).charge, '2026-06-01'),
      [0, 2000],
    ],
    [
      'that is void leaves it open',
      (book) => book.void(waivedRest(book).waiver, '2026-06-01'),
      [0, 3000, 0],
    ],
    [
      'recorded before waivers named a charge pays what is due first',
      ({ raise, pay, waive, void: end }) => {
        raise(first)
        raise(next)
        const paid = pay(7000, '2026-05-10')
        waive(3000, '2026-05-11')
        end(paid, '2026-06-01')
      },
      [2000, 5000, 0],
    ],
  ])('%s', (_case, story, open) => {
    expect(after(story)).toEqual(open)
  })

  test.each<[string, Story, string]>([
    [
      'before a late payment leaves it late',
      ({ waive, raise, pay }) => [
        waive(500, '2026-05-05', raise(next, { late: 'payment' })),
        pay(4500, '2026-11-20'),
      ],
      '2026-11-20',
    ],
    [
      'after a late payment completes it, and is never late',
      ({ waive, raise, pay }) => {
        const charge = raise(next, { late: 'payment' })
        pay(4500, '2026-11-20')
        waive(500, '2026-11-21', charge)
      },
      '2026-04-01',
    ],
  ])('%s', (_case, story, from) => {
    const book = ledgerBook()
    story(book)
    expect(accountOf(book.entries).settledDues[0]?.valid_from).toBe(from)
  })
})
