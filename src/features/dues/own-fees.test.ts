import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOfYear, feesWithout, raisedWithin } from './own-fees.ts'

const dues = (...years: string[]) =>
  years.map((year) => ({ item: 'dues', year, amount_paise: 5000_00 }))

test.each([
  ['none is raised', [], '2026-27', null, [], '2026-27'],
  ['the first is raised', dues('2026-27'), '2026-27', null, ['2026-27'], '2027-28'],
  [
    'two are raised',
    dues('2027-28', '2026-27'),
    '2026-27',
    null,
    ['2026-27', '2027-28'],
    '2028-29',
  ],
  ['only a later one is', dues('2027-28'), '2026-27', null, ['2027-28'], '2026-27'],
  ['all are raised', dues('2026-27'), '2026-27', '2026-27', ['2026-27'], undefined],
  ['one before it is', dues('2025-26'), '2026-27', null, [], '2026-27'],
])(
  "a member's own fee of years of which %s",
  (_name, charges, from_year, to_year, raised, first) => {
    const result = raisedWithin(charges, { from_year, to_year, amount_paise: 3000_00 })
    expect([result.raised.map(({ year }) => year), result.first]).toEqual([raised, first])
  },
)

const fee = { from_year: '2026-27', to_year: null }

test('dues that were raised with the fee do not differ', () => {
  expect(raisedWithin(dues('2026-27'), { ...fee, amount_paise: 5000_00 })).toEqual({
    raised: [],
    first: '2026-27',
  })
})

test('a charge that is not dues does not count as the dues of its year', () => {
  const stall = [{ item: 'other', year: '2026-27', amount_paise: 1180_00 }]
  expect(raisedWithin(stall, { ...fee, amount_paise: 3000_00 }).raised).toEqual([])
})

test('a fee of some years leaves those of the others as they are', () => {
  const year = fc.integer({ min: 20, max: 29 }).map((start) => `20${start}-${start + 1}`)
  const years = fc
    .record({ a: year, b: fc.option(year) })
    .map(({ a, b }) =>
      b !== null && b < a ? { from_year: b, to_year: a } : { from_year: a, to_year: b },
    )
  fc.assert(
    fc.property(fc.array(years, { maxLength: 6 }), year, (agreed, asked) => {
      const fees = agreed.reduce<{ from_year: string; to_year: string | null; at: number }[]>(
        (before, those, at) => [...feesWithout(before, those), { ...those, at }],
        [],
      )
      const last = agreed.findLastIndex(
        ({ from_year, to_year }) => from_year <= asked && (to_year === null || to_year >= asked),
      )
      expect(feeOfYear(fees, asked)?.at ?? -1).toBe(last)
      const those = fees.filter(
        ({ from_year, to_year }) => from_year <= asked && (to_year === null || to_year >= asked),
      )
      expect(those.length).toBeLessThan(2)
    }),
  )
})
