import { expect, test } from 'vitest'
import { areaUnderCurve } from './area-under-curve.ts'

test.each([
  [[1, 2, 3], [4, 5, 6], 1],
  [[4, 5, 6], [1, 2, 3], 0],
  [[1, 2, 3, 4], [1, 2, 3, 4], 0.5],
  [[1, 3], [2, 4], 0.75],
  [[1, 1], [1, 1], 0.5],
])('the area under the curve of %j and %j is %d', (first, second, area) => {
  expect(areaUnderCurve(first, second)).toBe(area)
})
