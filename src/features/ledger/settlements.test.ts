/** What the money of a member pays. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare } from '#shared/compare.ts'
import { isoDay, startOfDay } from '#shared/dates.ts'
import { anyEntry, anyRefund } from '#test/support/histories/random-ledgers.ts'
import {
  type LedgerBook,
  ledgerBook,
  named,
  type Story,
} from '#test/support/money/ledger-entries.ts'
import { accountOf, onlyChargeOfAmount } from './account.ts'
import { isVoid } from './account-entries.ts'
import { applyEach, applyEntries } from './settlements.ts'

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
    const charge = onlyChargeOfAmount(account.charges, paid * 100)
    expect(charge).toBe(told === undefined ? undefined : account.charges[told])
  })
})

describe('what money has paid', () => {
  const stall = { rupees: 3000, item: 'other', label: 'Stall', due_on: '2026-06-15' } as const
  /** What is open of each charge, as it was raised, then the credit. */
  const openAfter = (story: Story) => {
    const book = ledgerBook()
    story(book)
    const { charges, credit_paise } = accountOf(book.entries)
    const raised = charges.toSorted((a, b) => compare(a.id, b.id))
    return [...raised.map(({ open_paise }) => open_paise / 100), credit_paise / 100]
  }
  /** Dues of 2025-26 and of 2026-27, each paid by a payment of its own. */
  const paidBoth = ({ raise, pay }: LedgerBook) => {
    const charges = [raise(2025), raise(2026)]
    return { charges, payments: [pay(5000, '2026-05-01'), pay(5000, '2026-05-02')] }
  }

  test.each<[string, Story, open: number[]]>([
    [
      'stays paid when a charge that is due before it is raised later',
      ({ raise, pay }) => [
        raise(2026),
        pay(5000, '2026-05-10'),
        raise(2026, { ...stall, on: '2026-05-20' }),
      ],
      [0, 3000, 0],
    ],
    [
      'stays paid when a charge that is due on the same day is raised later',
      ({ raise, pay }) => [
        raise(2026),
        pay(5000, '2026-05-10'),
        raise(2026, { ...stall, on: '2026-05-20', due_on: '2026-06-30' }),
      ],
      [0, 3000, 0],
    ],
    [
      'stays paid when an older payment is void',
      (book) => book.void(paidBoth(book).payments[0] ?? '', '2026-06-01'),
      [5000, 0, 0],
    ],
    [
      'stays paid when an older payment is void, and what is paid again pays what was open',
      (book) => [
        book.void(paidBoth(book).payments[0] ?? '', '2026-06-01'),
        book.pay(5500, '2026-06-02'),
      ],
      [0, 0, 500],
    ],
    [
      'stays paid when an earlier payment is recorded later: that is credit',
      ({ raise, pay }) => [raise(2026), pay(5000, '2026-11-20'), pay(5000, '2026-06-10')],
      [0, 5000],
    ],
    [
      'is credit when its charge is cancelled, and pays what is open',
      (book) => {
        const { charges, payments } = paidBoth(book)
        book.void(payments[1] ?? '', '2026-06-01')
        book.void(charges[0] ?? '', '2026-06-02')
      },
      [0, 0],
    ],
    [
      'credit pays the charge that is raised next, also one that is due later',
      ({ raise, pay }) => [
        pay(3000, '2026-04-05'),
        raise(2026, { on: '2026-04-20' }),
        raise(2026, stall),
      ],
      [2000, 3000, 0],
    ],
    [
      'credit of several payments pays a charge in the order of their days',
      ({ raise, pay, void: end }) => {
        const later = pay(2000, '2026-04-08')
        pay(2000, '2026-04-05')
        raise(2026, { rupees: 2500, on: '2026-04-20' })
        end(later, '2026-04-21')
      },
      [500, 0],
    ],
    [
      'is what was brought together with credit that is void: it is credit again',
      (book) => {
        const first = book.pay(2000, '2026-04-05')
        book.pay(3000, '2026-04-08')
        const dues = { year: '2026-27', item: 'dues', amount_paise: 500_000 }
        const days = { valid_from: '2026-04-01', valid_to: '2027-03-31' }
        const brings = { year_amounts: [{ ...dues, ...days }] }
        Object.assign(book.entries.at(-1) ?? {}, brings)
        book.void(first, '2026-04-09')
      },
      [3000],
    ],
    [
      'was brought by a payment that is void: the next one for these days brings it',
      (book) => [book.void(named(book), '2026-06-01', 'replaced'), named(book)],
      [0, 0],
    ],
    [
      'was paid back is owed when its payment is void, and credit when the refund is',
      (book) => {
        const payment = book.pay(5000, '2026-05-01')
        const refund = book.refund(2000, '2026-05-02')
        book.void(payment, '2026-05-03')
        book.pay(2500, '2026-05-04')
        book.void(refund, '2026-05-05')
      },
      [2500],
    ],
  ])('%s', (_case, story, open) => {
    expect(openAfter(story)).toEqual(open)
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
      'recorded before waivers named a charge stays with what was due first',
      ({ raise, pay, waive, void: end }) => {
        raise(first)
        raise(next)
        const paid = pay(7000, '2026-05-10')
        waive(3000, '2026-05-11')
        end(paid, '2026-06-01')
      },
      [5000, 2000, 0],
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

test('the account before and after each entry is that of the entries until then', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyEntry, anyRefund), { maxLength: 12 }), (steps) => {
      const book = ledgerBook()
      for (const one of steps) one(book)
      // Entries of one day are recorded together, so that credit waits for charges that follow.
      const together = book.entries.map((entry) => ({
        ...entry,
        recorded_at: startOfDay(isoDay(entry.recorded_at)),
      }))
      for (const entries of [book.entries, together]) {
        const expected = entries.map((entry, index) => ({
          entry,
          index,
          before: applyEntries(entries.slice(0, index)),
          after: applyEntries(entries.slice(0, index + 1)),
        }))
        expect([...applyEach(entries, () => true)]).toEqual(expected)
        const ofVoids = expected.filter(({ entry }) => isVoid(entry))
        expect([...applyEach(entries, isVoid)]).toEqual(ofVoids)
      }
    }),
    { numRuns: 200 },
  )
})
