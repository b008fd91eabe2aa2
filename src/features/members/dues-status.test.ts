import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/dates.ts'
import { type DuesDays, duesStatusOn, duesText, duesTitle, seasonStatusOn } from './dues-status.ts'

const nothing: DuesDays = {
  paid_until: '',
  waived_until: '',
  counts_from: '',
  due_on: '',
  grace_until: '',
  dues_open_from: '',
  dues_open_to: '',
}
const charge = {
  counts_from: '2026-04-01',
  due_on: '2026-06-30',
  grace_until: '2026-07-30',
} as const
const open = { ...charge, dues_open_from: '2026-04-01', dues_open_to: '2027-03-31' } as const
const openBefore = {
  counts_from: '2025-04-01',
  due_on: '2025-06-30',
  grace_until: '2025-07-30',
  dues_open_from: '2025-04-01',
  dues_open_to: '2026-03-31',
} as const

describe('the dues of a member', () => {
  test.each<[string, Partial<DuesDays>, day: Day, text: string, status: string]>([
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
    [
      'a fee, never paid',
      { ...charge, due_on: '2026-11-22', grace_until: '2026-11-22' },
      ...(['2026-11-22', 'Due', 'due'] as const),
    ],
    [
      'a fee that is not due, paid for the year before',
      { ...charge, due_on: '2026-11-30', grace_until: '2026-12-30', paid_until: '2026-03-31' },
      ...(['2026-11-22', 'Lapsed since 01/04/2026', 'due'] as const),
    ],
    [
      'a fee, paid for the year',
      { ...charge, due_on: '2026-11-22', grace_until: '2026-11-22', paid_until: '2027-03-31' },
      ...(['2026-11-23', 'Lapsed since 23/11/2026', 'lapsed'] as const),
    ],
    [
      'raised before, and the year before that was paid',
      { ...openBefore, paid_until: '2025-03-31' },
      ...(['2026-11-22', 'Lapsed since 31/07/2025', 'lapsed'] as const),
    ],
  ])('%s', (_case, days, day, text, status) => {
    const member = { ...nothing, ...days }
    // A day in India ends at 18:30 UTC.
    expect(duesText(member, new Date(`${day}T18:29:59.999Z`))).toBe(text)
    expect(seasonStatusOn(member, day)).toBe(status)
  })

  test.each<[string, Partial<DuesDays>, isNotRaised: boolean]>([
    ['never paid', {}, true],
    ['paid', { paid_until: '2027-03-31' }, false],
    ['raised', open, false],
    ['raised ahead', { ...open, dues_open_from: '2027-04-01', dues_open_to: '2028-03-31' }, true],
    ['those of the year before are open', openBefore, true],
    ['those of two years are open', { ...openBefore, dues_open_to: '2027-03-31' }, false],
    ['only a fee is open', charge, true],
    ['a fee is open, paid', { ...charge, paid_until: '2027-03-31' }, false],
  ])('are not raised yet: %s', (_case, days, isNotRaised) => {
    expect(duesStatusOn({ ...nothing, ...days }, '2026-11-22').isNotRaised).toBe(isNotRaised)
  })

  test('are named after the financial year', () => {
    expect(duesTitle(new Date('2026-11-22T06:30:00.000Z'))).toBe('Dues 2026-27')
    expect(duesTitle(new Date('2026-03-31T18:29:59.999Z'))).toBe('Dues 2025-26')
  })
})
