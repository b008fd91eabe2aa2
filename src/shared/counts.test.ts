import { expect, test } from 'vitest'
import { countOf } from './counts.ts'

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [125_000, '1,25,000 rows'],
])('counts %d as %j', (count, expected) => {
  expect(countOf(count, 'row', 'rows')).toBe(expected)
})
