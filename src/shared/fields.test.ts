import { expect, test } from 'vitest'
import {
  amount,
  amountMessage,
  calendarDay,
  isoTime,
  multiLine,
  required,
  requiredAmount,
  singleLine,
  webAddress,
  website,
} from './fields.ts'

const ok = (schema: { safeParse: (typed: unknown) => { success: boolean } }, typed: unknown) =>
  schema.safeParse(typed).success

test.each([
  ['बढ़ई', true],
  ['ക്‍ഷ with a joiner', true],
  ['👨‍🔧', true],
  ['two\nlines', true],
  ['a\u0000b', false],
  ['a\u202Eb', false],
  ['a\u2066b', true],
  ['\uD800', false],
  ['x'.repeat(201), false],
])('a single line accepts %j: %s', (typed, expected) => {
  expect(ok(singleLine(), typed)).toBe(expected)
})

test('a text may have line breaks and tabs but no other control characters', () => {
  expect(ok(multiLine(), 'one\n\ttwo\r\nthree')).toBe(true)
  expect(ok(multiLine(), 'bell \u0007')).toBe(false)
})

test.each(['', '   ', '\u200D', '\u200B\u2060', '\u3164', '\u2800', undefined, 7])(
  'rejects %j for a required field with its message',
  (typed) => {
    const result = required(singleLine(), 'Title is required').safeParse(typed)
    expect(result.error?.issues[0]?.message).toBe('Title is required')
  },
)

test.each([
  ['', true],
  ['https://teak.example', true],
  ['http://teak.example/a?b=c#d', true],
  ['https://social.example/@teak', true],
  ['teak.example', true],
  ['teak', false],
  ['N.A.', false],
  ['https:teak.example', false],
  ['https:\\\\teak.example', false],
  ['https://user:word@teak.example', false],
  ['javascript:alert(1)', false],
  ['ftp://teak.example', false],
  ['https://localhost', false],
])('a website accepts %j: %s', (typed, expected) => {
  expect(ok(webAddress('Must be a valid URL'), typed)).toBe(expected)
})

test('completes a website, and keeps free text in a field without a check', () => {
  expect(webAddress('Must be a valid URL').parse(' www.teak.example ')).toBe(
    'https://www.teak.example',
  )
  expect(website().parse('www.teak.example')).toBe('https://www.teak.example')
  expect(website().parse(' being built ')).toBe('being built')
})

test.each([
  ['5000', 500_000],
  [' 1,25,000.50 ', 12_500_050],
  [5000.5, 500_050],
  ['0', 0],
  [0, 0],
  ['', null],
  ['  ', null],
])('reads the amount %j as %j paise', (typed, paise) => {
  expect(amount.parse(typed)).toBe(paise)
})

test.each(['five', '-5', '5000.123', 1e21, Number.NaN, null, undefined, {}])(
  'rejects the amount %j',
  (typed) => {
    expect(amount.safeParse(typed).error?.issues).toMatchObject([{ message: amountMessage }])
  },
)

test.each(['', ' ', '0', 0, 'five', null])('rejects %j where an amount is required', (typed) => {
  expect(requiredAmount.safeParse(typed).error?.issues).toMatchObject([{ message: amountMessage }])
})

test.each([
  [calendarDay, '1900-01-01', true],
  [calendarDay, '2099-12-31', true],
  [calendarDay, '2025-02-29', false],
  [calendarDay, '1899-12-31', false],
  [calendarDay, '9999-12-31', false],
  [isoTime, '2025-01-05T10:00:00.000Z', true],
  [isoTime, '9999-12-31T23:59:59.999Z', false],
])('%o accepts %j: %s', (field, typed, expected) => {
  expect(ok(field('Please choose the day'), typed)).toBe(expected)
})
