import { expect, test } from 'vitest'
import {
  addDays,
  addYears,
  type Day,
  dateTime,
  type Instant,
  isDay,
  isInstant,
  isoDay,
  longDate,
  monthName,
  numericDate,
  shortDate,
  startOfDay,
  yearInIndia,
} from './dates.ts'

test.each<[moment: Instant, ...expected: string[]]>([
  ['2025-01-05T09:00:00.000Z', 'Jan 5, 2025', '05/01/2025', '2025-01-05'],
  ['2024-12-31T18:29:59.999Z', 'Dec 31, 2024', '31/12/2024', '2024-12-31'],
  ['2024-12-31T18:30:00.000Z', 'Jan 1, 2025', '01/01/2025', '2025-01-01'],
  ['2024-02-29T00:00:00.000Z', 'Feb 29, 2024', '29/02/2024', '2024-02-29'],
])('formats the day of %s in India as %s', (moment, short, register, iso) => {
  expect([shortDate(moment), numericDate(moment), isoDay(moment)]).toEqual([short, register, iso])
})

test.each<[moment: Instant, expected: string]>([
  ['2025-01-05T09:00:00.000Z', '05/01/2025, 14:30'],
  ['2024-12-31T18:30:59.999Z', '01/01/2025, 00:00'],
])('formats %s as %s, the time in India', (moment, expected) => {
  expect(dateTime(moment)).toBe(expected)
})

test('the year changes at midnight in India', () => {
  expect(yearInIndia('2024-12-31T18:29:59.999Z')).toBe(2024)
  expect(yearInIndia('2024-12-31T18:30:00.000Z')).toBe(2025)
})

test('a day in India begins five and a half hours before UTC', () => {
  expect(startOfDay('2025-04-01')).toBe('2025-03-31T18:30:00.000Z')
  expect(isoDay(startOfDay('2025-04-01'))).toBe('2025-04-01')
})

test.each<[moment: Day | Instant, ...expected: string[]]>([
  // A day, and moments of it.
  ['2025-01-01', 'Jan 1, 2025', '1 January 2025', '01/01/2025', '2025-01-01', 'Jan 2025'],
  [
    '2024-12-31T18:30:00.000Z',
    'Jan 1, 2025',
    '1 January 2025',
    '01/01/2025',
    '2025-01-01',
    'Jan 2025',
  ],
  [
    '2025-01-01T18:29:59.999Z',
    'Jan 1, 2025',
    '1 January 2025',
    '01/01/2025',
    '2025-01-01',
    'Jan 2025',
  ],
])('writes the day of %s in India in every form', (moment, ...expected) => {
  const forms = [shortDate, longDate, numericDate, isoDay, monthName]
  expect(forms.map((form) => form(moment))).toEqual(expected)
})

test.each<[day: Day, expected: string]>([
  ['2026-04-01', '1 April 2026'],
  ['2024-02-29', '29 February 2024'],
  // While the year is typed.
  ['0002-12-31', '31 December 2'],
])('writes %s as %s', (day, expected) => {
  expect(longDate(day)).toBe(expected)
})

test('adds days across months and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2025-01-01', -1)).toBe('2024-12-31')
  expect(monthName('2025-12')).toBe('Dec 2025')
})

test('the same day of another year is its 28 February where it has no 29 February', () => {
  expect(addYears('2026-06-30', 1)).toBe('2027-06-30')
  expect(addYears('2024-02-29', 1)).toBe('2025-02-28')
})

test('texts from outside are days or instants by their form', () => {
  expect([isDay('2026-04-01'), isInstant('2026-04-01')]).toEqual([true, false])
  expect([isDay(startOfDay('2026-04-01')), isInstant(startOfDay('2026-04-01'))]).toEqual([
    false,
    true,
  ])
  for (const text of ['', '2026-04', '01/04/2026', '2026-04-01T', null])
    expect([isDay(text), isInstant(text)]).toEqual([false, false])
})

test('a free text and an instant are no days for the compiler', () => {
  const now: Instant = '2026-04-01T09:00:00.000Z'
  const text: string = '2026-04-01'
  // @ts-expect-error: an instant is no day.
  const notDay: Day = now
  // @ts-expect-error: a text may be anything.
  const notSure: Day = text
  // @ts-expect-error: a day is no instant.
  const notInstant: Instant = addDays('2026-04-01', 0)
  expect([notDay, notSure, notInstant]).toEqual([now, text, '2026-04-01'])
})
