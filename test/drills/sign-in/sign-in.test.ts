import { describe, expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { engines } from '../support/site.ts'
import { raceDrill } from './race.ts'
import { areaUnderCurve } from './rank.ts'
import { scannerDrill } from './scanner.ts'
import { uniformDrill } from './uniform-answers.ts'

test('a scanner that reads the mail first gets in nowhere and uses nothing up', async () => {
  expect(await missesOf((site) => scannerDrill(site, 10))).toEqual([])
}, 60_000)

describe.each(engines)('a running portal on %s', (engine) => {
  test('gives one session to fifty calls at once', async () => {
    expect(await missesOf((site) => raceDrill(site, engine, 2))).toEqual([])
  }, 60_000)

  test('answers alike for known and unknown addresses', async () => {
    expect(await missesOf((site) => uniformDrill(site, engine, 5))).toEqual([])
  }, 60_000)
})

test.each([
  [[1, 2, 3], [4, 5, 6], 1],
  [[4, 5, 6], [1, 2, 3], 0],
  [[1, 2, 3, 4], [1, 2, 3, 4], 0.5],
  [[1, 3], [2, 4], 0.75],
  [[1, 1], [1, 1], 0.5],
])('the area between %j and %j is %d', (first, second, area) => {
  expect(areaUnderCurve(first, second)).toBe(area)
})
