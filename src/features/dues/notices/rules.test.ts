import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import { isEndingSoon, nextReminderDay, reasonForNoNotice, reminderOn } from './rules.ts'

test.each<[paidUntil: Day | '', isSoon: boolean]>([
  ['', false],
  ['2026-01-31', false],
  ['2026-02-01', true],
  ['2026-02-02', true],
  ['2026-03-03', true],
  ['2026-03-04', false],
  ['2027-03-31', false],
])('a membership paid until %j ends within 30 days of 1 February: %j', (paidUntil, isSoon) => {
  expect(isEndingSoon(paidUntil, '2026-02-01')).toBe(isSoon)
})

describe('reminders', () => {
  const days = [-14, 0, 1, 15]
  const on = (today: Day) => reminderOn(today, '2026-06-30', days)

  test('are sent on their day, and up to two days later', () => {
    expect(on('2026-06-15')).toBeUndefined()
    expect((['2026-06-16', '2026-06-17', '2026-06-18', '2026-06-19'] as const).map(on)).toEqual([
      -14,
      -14,
      -14,
      undefined,
    ])
    expect(on('2026-06-30')).toBe(0)
    // The newest counts; the missed one before it is not sent either.
    expect(on('2026-07-01')).toBe(1)
    expect(on('2026-07-04')).toBeUndefined()
    expect(on('2026-07-17')).toBe(15)
  })

  test('have a next day', () => {
    const next = (from: Day) => nextReminderDay(from, '2026-06-30', days)
    expect(next('2026-01-01')).toBe('2026-06-16')
    expect(next('2026-06-16')).toBe('2026-06-16')
    expect(next('2026-06-18')).toBe('2026-06-18')
    expect(next('2026-06-19')).toBe('2026-06-30')
    expect(next('2026-07-17')).toBe('2026-07-17')
    expect(next('2026-07-18')).toBeUndefined()
  })

  test('run daily are each sent once, however many days the portal was off in between', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: -30, max: 30 }), { maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 70, maxLength: 70 }),
        (offsets, isOn) => {
          const rules = offsets.sort((a, b) => a - b)
          const sent: number[] = []
          for (const [index, running] of isOn.entries()) {
            const today = addDays('2026-05-26', index)
            const offset = running ? reminderOn(today, '2026-06-30', rules) : undefined
            if (offset === undefined || sent.includes(offset)) continue
            sent.push(offset)
          }
          expect(sent).toEqual(sent.toSorted((a, b) => a - b))
          if (isOn.every(Boolean)) expect(sent).toEqual(rules)
        },
      ),
    )
  })
})

test('a member is left out for the first reason that applies', () => {
  const debtor = {
    email: 'a@teak.example',
    role: 'oem' as const,
    is_active: true,
    owed_paise: 100,
    mailed_on: null as Day | null,
  }
  const reason = (
    changes: Partial<Parameters<typeof reasonForNoNotice>[0]>,
    includeRecent = false,
  ) => reasonForNoNotice({ ...debtor, ...changes }, { today: '2026-06-16', includeRecent })
  expect(reason({})).toBeUndefined()
  expect(reason({ role: 'admin' })).toBe('not_a_member')
  expect(reason({ role: null })).toBe('not_a_member')
  expect(reason({ is_active: false, email: '' })).toBe('inactive')
  expect(reason({ owed_paise: 0, email: '' })).toBe('nothing_owed')
  expect(reason({ email: '' })).toBe('no_email')
  expect(reason({ mailed_on: '2026-06-16' }, true)).toBe('sent_today')
  expect(reason({ mailed_on: '2026-06-10' })).toBe('sent_recently')
  expect(reason({ mailed_on: '2026-06-10' }, true)).toBeUndefined()
  expect(reason({ mailed_on: '2026-06-09' })).toBeUndefined()
})
