import { describe, expect, test } from 'vitest'
import { accountStatusOn, type DuesDays, duesText, duesTitle } from './dues-status.ts'

const nothing: DuesDays = {
  paid_until: '',
  waived_until: '',
  counts_from: '',
  due_on: '',
  grace_until: '',
}
const open = { counts_from: '2026-04-01', due_on: '2026-06-30', grace_until: '2026-07-30' }

describe('the dues of a member', () => {
  test.each<[string, Partial<DuesDays>, day: string, text: string, status: string]>([
    ['never paid', {}, '2026-11-22', 'Due', 'not due'],
    ['paid for the year', { paid_until: '2027-03-31' }, '2026-11-22', 'Paid', 'paid'],
    ['paid until today', { paid_until: '2026-11-22' }, '2026-11-22', 'Paid', 'paid'],
    [
      'paid until yesterday',
      { paid_until: '2026-11-21' },
      ...(['2026-11-22', 'Lapsed since 22/11/2026', 'not due'] as const),
    ],
    [
      'waived',
      { paid_until: '2027-03-31', waived_until: '2027-03-31' },
      ...(['2026-11-22', 'Waived', 'paid'] as const),
    ],
    [
      'waived in an earlier year',
      { paid_until: '2027-03-31', waived_until: '2026-03-31' },
      ...(['2026-11-22', 'Paid', 'paid'] as const),
    ],
    ['raised ahead', open, '2026-03-31', 'Due', 'not due'],
    ['raised', open, '2026-04-01', 'Due', 'due'],
    ['raised, on the due day', open, '2026-06-30', 'Due', 'due'],
    ['raised, in grace', open, '2026-07-30', 'Due', 'grace'],
    ['raised, after grace', open, '2026-07-31', 'Lapsed since 31/07/2026', 'lapsed'],
    [
      'raised, and paid for another year',
      { ...open, paid_until: '2027-03-31' },
      ...(['2026-07-31', 'Lapsed since 31/07/2026', 'lapsed'] as const),
    ],
  ])('%s', (_case, days, day, text, status) => {
    const member = { ...nothing, ...days }
    // A day in India ends at 18:30 UTC.
    expect(duesText(member, new Date(`${day}T18:29:59.999Z`))).toBe(text)
    expect(accountStatusOn(member, day)).toBe(status)
  })

  test('are named after the financial year', () => {
    expect(duesTitle(new Date('2026-11-22T06:30:00.000Z'))).toBe('Dues 2026-27')
    expect(duesTitle(new Date('2026-03-31T18:29:59.999Z'))).toBe('Dues 2025-26')
  })
})
