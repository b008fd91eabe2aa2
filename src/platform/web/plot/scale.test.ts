import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [3, [0, 2, 4]],
  [5, [0, 5]],
  [9, [0, 5, 10]],
  [11, [0, 10, 20]],
  [57, [0, 30, 60]],
  [98_50_000, [0, 50_00_000, 1_00_00_000]],
])('the lines of a scale for %i', (value, lines) => {
  const scale = scaleOf(value)
  expect(scale.lines).toEqual(lines)
  expect(scale.max).toBe(lines.at(-1))
})
