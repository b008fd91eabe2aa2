import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AccountEntry,
  accountOf,
  lastDayPaid,
  payingEntries,
  renewedDays,
  settledBy,
} from './account.ts'

const base: AccountEntry = {
  id: '',
  kind: 'payment',
  reverses_id: null,
  amount_paise: 0,
  on_account: true,
  year: null,
  item: null,
  due_on: null,
  grace_until: null,
  valid_from: null,
  valid_to: null,
  paid_at: '2026-05-01T06:00:00.000Z',
  recorded_at: '',
}

/** Entries in the order of the list. */
const ledger = (...entries: Partial<AccountEntry>[]): AccountEntry[] =>
  entries.map((entry, index) => {
    const key = String(index).padStart(3, '0')
    return { ...base, id: key, recorded_at: `2026-01-01T00:00:00.${key}Z`, ...entry }
  })

const charge = (start: number, amount: number, changes: Partial<AccountEntry> = {}) => ({
  kind: 'charge' as const,
  amount_paise: -amount,
  year: `${start}-${(start + 1) % 100}`,
  item: 'dues' as const,
  due_on: `${start}-04-30`,
  grace_until: `${start}-06-30`,
  valid_from: `${start}-04-01`,
  valid_to: `${start + 1}-03-31`,
  ...changes,
})
const part = (amount: number) => ({ amount_paise: amount, item: 'dues' as const })
const settling = (amount: number, start: number) => ({
  ...part(amount),
  year: `${start}-${(start + 1) % 100}`,
  valid_from: `${start}-04-01`,
  valid_to: `${start + 1}-03-31`,
})
const today = '2026-05-10'

describe('the account of a member', () => {
  test('is empty and not due without entries', () => {
    expect(accountOf([], today)).toEqual({
      balance_paise: 0,
      credit_paise: 0,
      owed_paise: 0,
      charges: [],
      status: 'not due',
    })
  })

  test.each([
    ['2026-04-30', 'due'],
    ['2026-05-01', 'grace'],
    ['2026-06-30', 'grace'],
    ['2026-07-01', 'lapsed'],
  ])('of open dues is on %s: %s', (day, status) => {
    expect(accountOf(ledger(charge(2026, 5000)), day).status).toBe(status)
  })

  test('settles the charge that is due first, of one day the joining fee', () => {
    const entries = ledger(
      charge(2026, 5000),
      charge(2026, 1000, { item: 'joining fee' }),
      charge(2025, 4000),
      part(4500),
    )
    const { charges, balance_paise, owed_paise } = accountOf(entries, today)
    expect(charges.map(({ year, item, open_paise }) => [year, item, open_paise])).toEqual([
      ['2025-26', 'dues', 0],
      ['2026-27', 'joining fee', 500],
      ['2026-27', 'dues', 5000],
    ])
    expect([balance_paise, owed_paise]).toEqual([-5500, 5500])
  })

  test('leaves out reversed payments, cancelled charges and payments that are not on account', () => {
    const entries = ledger(
      charge(2026, 5000),
      part(2000),
      { kind: 'reversal', reverses_id: '001', amount_paise: -2000 },
      charge(2026, 700),
      { kind: 'cancellation', reverses_id: '003', amount_paise: 700 },
      { amount_paise: 900, on_account: false },
    )
    const { balance_paise, charges } = accountOf(entries, today)
    expect(balance_paise).toBe(-5000)
    expect(charges).toMatchObject([{ id: '000', open_paise: 5000 }])
  })

  test('is paid while a payment of its own covers the day and nothing is owed', () => {
    const own = { on_account: false, amount_paise: 5000, valid_from: '2026-04-01' }
    const entries = ledger({ ...own, valid_to: '2027-03-31' })
    expect(accountOf(entries, '2027-03-31').status).toBe('paid')
    expect(accountOf(entries, '2027-04-01').status).toBe('not due')
    expect(accountOf([...entries, ...ledger(charge(2026, 10, { id: 'c' }))], today).status).toBe(
      'grace',
    )
  })

  test('a part payment pays for no day; the payment that settles everything does', () => {
    expect(lastDayPaid(ledger(charge(2026, 5000), part(2000)))).toBe('')
    const settled = ledger(charge(2026, 5000), part(2000), settling(3000, 2026))
    expect(lastDayPaid(settled)).toBe('2027-03-31')
    expect(accountOf(settled, today).status).toBe('paid')
  })

  test('a settled year is open again once an earlier part payment is reversed', () => {
    const reversed = ledger(charge(2026, 5000), part(2000), settling(3000, 2026), {
      kind: 'reversal',
      reverses_id: '001',
      amount_paise: -2000,
    })
    expect(payingEntries(reversed)).toEqual([])
    expect(accountOf(reversed, today)).toMatchObject({ owed_paise: 2000, status: 'grace' })
    // A new payment settles it.
    expect(settledBy(reversed, 2000, today, 'continues')).toEqual({
      year: '2026-27',
      valid_from: '2026-04-01',
      valid_to: '2027-03-31',
    })
    expect(settledBy(reversed, 1999, today, 'continues')).toBeUndefined()
  })

  test('later dues leave the year before paid', () => {
    const entries = ledger(charge(2025, 5000), settling(5000, 2025), charge(2026, 5000))
    expect(lastDayPaid(entries)).toBe('2026-03-31')
    expect(settledBy(entries, 5000, today, 'continues')?.year).toBe('2026-27')
  })

  test('a payment beyond what is owed settles nothing again', () => {
    const entries = ledger(charge(2026, 5000), settling(5000, 2026))
    expect(settledBy(entries, 100, today, 'continues')).toBeUndefined()
    expect(settledBy(ledger(), 100, today, 'continues')).toBeUndefined()
  })

  test('an imported payment without validity counts for the financial year of its day', () => {
    expect(lastDayPaid(ledger({ on_account: false, amount_paise: 1 }))).toBe('2027-03-31')
  })
})

describe('a late renewal', () => {
  const dues = { valid_from: '2026-04-01', valid_to: '2027-03-31', grace_until: '2026-06-30' }
  test.each([
    ['continues', '2026-11-22', '2026-04-01', '2027-03-31'],
    ['payment', '2026-06-30', '2026-04-01', '2027-03-31'],
    ['payment', '2026-07-01', '2026-07-01', '2027-03-31'],
    ['payment', '2027-04-01', '2026-04-01', '2027-03-31'],
    ['next-year', '2026-06-30', '2026-04-01', '2027-03-31'],
    ['next-year', '2026-07-01', '2027-04-01', '2028-03-31'],
    ['next-year', '2027-04-01', '2028-04-01', '2029-03-31'],
  ] as const)('%s, paid on %s: from %s to %s', (policy, paidOn, valid_from, valid_to) => {
    expect(renewedDays(dues, paidOn, policy)).toEqual({ valid_from, valid_to })
  })
})

test('what is open adds up to what is owed, whatever is charged and paid in whatever order', () => {
  const entry = fc.oneof(
    fc
      .record({
        start: fc.integer({ min: 2020, max: 2030 }),
        amount: fc.integer({ min: 1, max: 900 }),
      })
      .map(({ start, amount }) => charge(start, amount)),
    fc.integer({ min: 1, max: 900 }).map(part),
  )
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 20 }),
      fc.integer({ min: 0, max: 999 }),
      (some, seed) => {
        const entries = ledger(...some)
        const account = accountOf(entries, today)
        const open = account.charges.reduce((sum, { open_paise }) => sum + open_paise, 0)
        expect(open).toBe(account.owed_paise)
        expect(account.balance_paise).toBe(account.credit_paise - account.owed_paise)
        expect(account.balance_paise).toBe(entries.reduce((sum, e) => sum + e.amount_paise, 0))
        // Once a charge is open, no later one is settled.
        const opens = account.charges.map(({ open_paise }) => open_paise)
        const first = opens.findIndex((paise) => paise > 0)
        for (const { amount_paise, open_paise } of first < 0
          ? []
          : account.charges.slice(first + 1))
          expect(open_paise).toBe(amount_paise)
        const turned = [...entries.slice(seed % 20), ...entries.slice(0, seed % 20)]
        expect(accountOf(turned, today)).toEqual(account)
      },
    ),
    { numRuns: 200 },
  )
})
