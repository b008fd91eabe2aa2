import { expect, test } from 'vitest'
import { phoneDigits, phoneDigitsInSearch } from './phone-digits.ts'

const spellings = [
  '9829012345',
  '98290 12345',
  '+91-9829012345',
  '+91 98290-12345',
  '(+91) 98290.12345',
  '0091 98290 12345',
  '919829012345',
  '09829012345',
  '९८२९० १२३४५',
]

test.each(spellings)('%s is stored and searched as the same digits', (typed) => {
  expect(phoneDigits(typed)).toBe('9829012345')
  expect(phoneDigitsInSearch(typed)).toBe('9829012345')
})

test.each([
  ['98290 12345 / 0291-2712345', '9829012345 2912712345'],
  ['Office 2712345 or 98290 12345', '2712345 9829012345'],
  ['+971 50 123 4567', '971501234567'],
  ['9140123456', '9140123456'],
  ['ext. 12', ''],
  ['', ''],
])('the numbers of %s are %s', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test.each([
  ['098290', '98290'],
  ['+91 98290', '98290'],
  ['2712345', '2712345'],
  ['9829', undefined],
  ['0 9829', undefined],
  ['OEM2024001', undefined],
  ['9829012345 Teak', undefined],
])('the search %s is for the digits %s', (search, digits) => {
  expect(phoneDigitsInSearch(search)).toBe(digits)
})
