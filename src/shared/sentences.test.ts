import { expect, test } from 'vitest'
import { countOf, joinWithAnd, joinWithOr, withFullStop } from './sentences.ts'

test.each([
  [[], '', ''],
  [['a'], 'a', 'a'],
  [['a', 'b'], 'a and b', 'a or b'],
  [['a', 'b', 'c'], 'a, b and c', 'a, b or c'],
])('joins %j as %j and %j', (items, withAnd, withOr) => {
  expect([joinWithAnd(items), joinWithOr(items)]).toEqual([withAnd, withOr])
})

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [999, '999 rows'],
  [1_000, '1,000 rows'],
  [12_345, '12,345 rows'],
  [125_000, '1,25,000 rows'],
  [1_234_567, '12,34,567 rows'],
  [123_456_789, '12,34,56,789 rows'],
])('counts %d as %j', (count, expected) => {
  expect(countOf(count, 'row', 'rows')).toBe(expected)
})

test.each([
  ['Member not found', 'Member not found.'],
  ['Please try again.', 'Please try again.'],
  ['Are you there?', 'Are you there?'],
])('ends %j with one full stop', (text, expected) => {
  expect(withFullStop(text)).toBe(expected)
})
