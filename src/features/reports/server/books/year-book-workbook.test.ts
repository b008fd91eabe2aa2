import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#shared/sum.ts'
import { summaryRows } from './year-book-workbook.ts'

const entry = fc
  .record({
    paid_at: fc
      .date({
        min: new Date('2025-03-31T18:30:00Z'),
        max: new Date('2026-03-31T18:29:59Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
    mode: fc.constantFrom('Bank', 'Cash', 'Cheque', 'GPay', null),
    kinds: fc.constantFrom(
      { kind: 'payment', cancelled_kind: null } as const,
      { kind: 'reversal', cancelled_kind: 'payment' } as const,
      { kind: 'refund', cancelled_kind: null } as const,
      { kind: 'tds', cancelled_kind: null } as const,
      { kind: 'cancellation', cancelled_kind: 'tds' } as const,
    ),
    parts: fc.record({
      joining_fee: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      dues: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      arrears: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      advance: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      other: fc.integer({ min: -10_000_000, max: 10_000_000 }),
    }),
  })
  .map(({ kinds, ...values }) => ({
    ...values,
    ...kinds,
    amount_paise: sum(Object.values(values.parts)),
  }))

test('a charge that credit pays is in no sum of a mode', () => {
  const parts = { joining_fee: 0, dues: 5000_00, arrears: 0, advance: -5000_00, other: 0 }
  const fromCredit = { kind: 'charge', cancelled_kind: null, mode: null, amount_paise: 0 } as const
  const rows = summaryRows(
    [{ ...fromCredit, paid_at: '2025-05-01T00:00:00.000Z', parts }],
    '2025-04-01',
  )
  expect(rows.filter(([sum]) => sum === 'Mode')).toEqual([])
  expect(rows).toContainEqual(['Kind', 'Charges paid from credit', 1, 0])
})

test('the sums by month, mode, kind and purpose each equal the sum of all rows', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const rows = summaryRows(entries, '2025-04-01')
      const sumsOf = (group: string) => {
        const those = rows.filter(([sum]) => sum === group)
        const paise = those.reduce(
          (sum, [, , , rupees]) => sum + Math.round(Number(rupees) * 100),
          0,
        )
        return [sum(those, (row) => Number(row[2])), paise]
      }
      const total = [entries.length, sum(entries, (row) => row.amount_paise)]
      for (const group of ['Month', 'Mode', 'Kind', 'Total']) expect(sumsOf(group)).toEqual(total)
      expect(sumsOf('For')[1]).toBe(total[1])
    }),
  )
})
