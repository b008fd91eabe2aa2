import { expect, test } from 'vitest'
import { gstin } from './gstin.ts'

test.each([
  ['27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
  [' 27 aapfu 0939 f1zv ', '27AAPFU0939F1ZV'],
  ['29AAGCB7383J1Z4', '29AAGCB7383J1Z4'],
  ['', ''],
  ['  ', ''],
])('the GSTIN %j is %j', (typed, expected) => {
  expect(gstin.parse(typed)).toBe(expected)
})

test.each([
  ['a wrong check digit', '27AAPFU0939F1ZW'],
  ['two exchanged digits', '27AAPFU9039F1ZV'],
  ['no Z before the check digit', '27AAPFU0939F1AV'],
  ['an entity of 0', '27AAPFU0939F0ZV'],
  ['14 characters', '27AAPFU0939F1Z'],
  ['16 characters', '27AAPFU0939F1ZV0'],
  ['a letter in place of the state', 'A7AAPFU0939F1ZV'],
  ['something else', 'applied for'],
  ['100 KB', 'A'.repeat(100_000)],
  ['a number', 27],
])('a GSTIN with %s is refused', (_what, typed) => {
  expect(gstin.safeParse(typed).error?.issues[0]?.message).toBe(
    'Please enter a valid GSTIN, for example 27AAPFU0939F1ZV',
  )
})
