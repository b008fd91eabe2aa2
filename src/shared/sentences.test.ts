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
  [125_000, '1,25,000 rows'],
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
