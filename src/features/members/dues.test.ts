import { describe, expect, test } from 'vitest'
import { duesFilters, duesOf, duesRange, duesText, duesTitle, paidUntil } from './dues.ts'

describe('dues on 22 November 2026', () => {
  const now = new Date('2026-11-22T06:30:00.000Z')

  test.each([
    ['never paid', null, 'Due', ['due', 'owes']],
    ['paid for the year', '2027-03-31', 'Paid', ['paid']],
    ['paid ahead', '2028-03-31', 'Paid', ['paid']],
    ['paid until today', '2026-11-22', 'Paid', ['paid']],
    ['paid until yesterday', '2026-11-21', 'Due since 21/11/2026', ['due', 'owes']],
    ['paid until the first day of the year', '2026-04-01', 'Due since 01/04/2026', ['due', 'owes']],
    ['paid until the last year', '2026-03-31', 'Lapsed since 31/03/2026', ['lapsed', 'owes']],
    ['paid long ago', '2019-03-31', 'Lapsed since 31/03/2019', ['lapsed', 'owes']],
  ])('%s', (_case, paid_until, text, filters) => {
    expect(duesText(duesOf({ paid_until }, now))).toBe(text)
    const matches = duesFilters.filter((filter) => {
      const { from, before, neverPaid = false } = duesRange(filter, now)
      if (!paid_until) return neverPaid
      return paid_until >= (from ?? '') && paid_until < (before ?? '9999')
    })
    expect(matches.toSorted()).toEqual(filters)
  })

  test('are named after the financial year', () => {
    expect(duesTitle(now)).toBe('Dues 2026-27')
    expect(duesTitle(new Date('2026-03-31T18:29:59.999Z'))).toBe('Dues 2025-26')
  })
})

test('a membership that ends on 31 March lapses at midnight in India', () => {
  const member = { paid_until: '2026-03-31' }
  expect(duesOf(member, new Date('2026-03-31T18:29:59.999Z')).status).toBe('paid')
  expect(duesOf(member, new Date('2026-03-31T18:30:00.000Z')).status).toBe('lapsed')
})

test('a payment pays until the end of its validity, or else of its financial year', () => {
  const paid_at = '2025-03-31T18:30:00.000Z'
  expect(paidUntil({ valid_to: '2025-12-31', paid_at })).toBe('2025-12-31')
  expect(paidUntil({ valid_to: null, paid_at })).toBe('2026-03-31')
})
