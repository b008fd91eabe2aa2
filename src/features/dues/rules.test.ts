import { describe, expect, test } from 'vitest'
import {
  type ChargedMember,
  chargesFor,
  quartersFrom,
  type Rate,
} from '#features/ledger/year-charges.ts'
import type { Day } from '#shared/dates.ts'
import { financialYearFrom, yearNamed } from '#shared/financial-year.ts'
import { duesNotRaised } from './rules.ts'

const rate: Rate = {
  amount_paise: 500_001,
  joining_fee_paise: 100_000,
  proration: 'quarter',
  due_on: '2026-04-30',
  grace_days: 60,
}
const year = financialYearFrom(2026)
const joined = (day: Day): ChargedMember => ({
  created_at: `${day}T06:30:00.000Z`,
  paid_until: '',
  has_joining_fee: false,
})

test.each([
  ['2026-27', '2026-04-01'],
  ['2099-00', '2099-04-01'],
  ['2026-28', undefined],
  ['2026-2027', undefined],
  ['1999-00', undefined],
])('the financial year %s begins on %s', (name, from) => {
  expect(yearNamed(name)?.from).toBe(from)
})

test.each<[day: Day, quarters: number]>([
  ['2026-04-01', 4],
  ['2026-06-30', 4],
  ['2026-07-01', 3],
  ['2026-10-01', 2],
  ['2026-12-31', 2],
  ['2027-01-01', 1],
  ['2027-03-31', 1],
])('from %s a year has %i quarters', (day, quarters) => {
  expect(quartersFrom(day)).toBe(quarters)
})

test.each<[string, day: Day, paidUntil: Day | '', credit: number, owed: number]>([
  ['never paid', '2020-05-01', '', 0, 500_001],
  ['joined in the third quarter', '2026-11-10', '', 0, 350_000],
  ['paid for two quarters', '2020-05-01', '2026-09-30', 0, 250_000],
  ['paid for the year before', '2020-05-01', '2026-03-31', 0, 500_001],
  ['has credit', '2020-05-01', '2026-03-31', 100_000, 400_001],
  ['has more credit', '2020-05-01', '', 600_000, 0],
])('what is not raised yet of a member who %s', (_case, day, paid_until, credit, owed) => {
  const member = { ...joined(day), paid_until, credit_paise: credit }
  expect(duesNotRaised(member, year, rate, '2026-11-22')).toBe(owed)
})

describe('the charges of a member', () => {
  test('who joined before the year are the dues of the full year', () => {
    expect(chargesFor(joined('2026-03-31'), year, rate, '2026-02-20')).toEqual([
      {
        year: '2026-27',
        item: 'dues',
        amount_paise: 500_001,
        due_on: '2026-04-30',
        grace_until: '2026-06-29',
        valid_from: '2026-04-01',
        valid_to: '2027-03-31',
      },
    ])
  })

  test('who joined within the year are the joining fee and the quarters that are left', () => {
    const charges = chargesFor(joined('2026-11-10'), year, rate, '2026-11-22')
    const days = { due_on: '2026-12-22', valid_from: '2026-11-10', valid_to: '2027-03-31' }
    expect(charges).toMatchObject([
      { item: 'joining fee', amount_paise: 100_000, ...days },
      { item: 'dues', amount_paise: 250_000, ...days },
    ])
  })

  test('are due on the day of the year when the member joined before it', () => {
    const [fee] = chargesFor(joined('2026-04-02'), year, rate, '2026-04-03')
    expect(fee).toMatchObject({ due_on: '2026-04-30', valid_from: '2026-04-02' })
  })

  test('have the full amount without proration, and no joining fee of 0', () => {
    const full: Rate = { ...rate, proration: 'none', joining_fee_paise: 0 }
    const charges = chargesFor(joined('2026-11-10'), year, full, '2026-11-22')
    expect(charges.map(({ amount_paise }) => amount_paise)).toEqual([500_001])
  })

  test('are none of who has paid until the end of the year', () => {
    const paid = { ...joined('2026-11-10'), paid_until: '2027-03-31' as const }
    expect(chargesFor(paid, year, rate, '2026-11-22')).toEqual([])
  })
})
