import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summaryRows } from './year-book.ts'

const entry = fc.record({
  recorded_at: fc
    .date({
      min: new Date('2025-03-31T18:30:00Z'),
      max: new Date('2026-03-31T18:29:59Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  mode: fc.constantFrom('Bank', 'Cash', 'Cheque', 'GPay', null),
  kind: fc.constantFrom('payment' as const, 'reversal' as const),
  amount_paise: fc.integer({ min: -10_000_000, max: 10_000_000 }),
})

test('the sums by month, by mode and by kind each equal the sum of all rows', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (entries) => {
      const rows = summaryRows(entries, '2025-04-01')
      const sumsOf = (group: string) => {
        const those = rows.filter(([sum]) => sum === group)
        const paise = those.reduce(
          (sum, [, , , rupees]) => sum + Math.round(Number(rupees) * 100),
          0,
        )
        return [those.reduce((count, row) => count + Number(row[2]), 0), paise]
      }
      const total = [entries.length, entries.reduce((sum, row) => sum + row.amount_paise, 0)]
      for (const group of ['Month', 'Mode', 'Kind', 'Total']) expect(sumsOf(group)).toEqual(total)
    }),
  )
})
