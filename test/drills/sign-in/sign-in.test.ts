import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { areaUnderCurve } from './area-under-curve.ts'
import { clockJumpsDrill } from './clock-jumps.ts'
import { lockoutDrill } from './lockout.ts'
import { raceDrill } from './race.ts'
import { scannerDrill } from './scanner.ts'
import { uniformAnswersDrill } from './uniform-answers.ts'

test('a mail scanner cannot sign in or consume the link', async () => {
  expect(await unmetGoalsOf((env) => scannerDrill(env, 10))).toEqual([])
})

describe.each(engines)('a running portal on %s', (engine) => {
  test('gives one session to fifty simultaneous calls', async () => {
    expect(await unmetGoalsOf((env) => raceDrill(env, engine, 2))).toEqual([])
  })

  test('lets the owners in during an attack from a hundred networks', async () => {
    const attack = { minutes: 8, requests: 4, networks: [100] }
    expect(await unmetGoalsOf((env) => lockoutDrill(env, engine, attack))).toEqual([])
  })

  test('lets the owners in after every jump of the clock, and no old link', async () => {
    expect(await unmetGoalsOf((env) => clockJumpsDrill(env, engine, 8))).toEqual([])
  })

  test('responds identically for registered and unregistered addresses', async () => {
    expect(await unmetGoalsOf((env) => uniformAnswersDrill(env, engine, 5))).toEqual([])
  })
})

test.each([
  [[1, 2, 3], [4, 5, 6], 1],
  [[4, 5, 6], [1, 2, 3], 0],
  [[1, 2, 3, 4], [1, 2, 3, 4], 0.5],
  [[1, 3], [2, 4], 0.75],
  [[1, 1], [1, 1], 0.5],
])('the area under the curve of %j and %j is %d', (first, second, area) => {
  expect(areaUnderCurve(first, second)).toBe(area)
})
