import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { crashDrill } from './crash.ts'
import { lockDrill } from './lock.ts'
import { newerDatabaseDrill } from './newer-database.ts'
import { stopDrill } from './stop.ts'

describe('a portal process', () => {
  test('keeps acknowledged data when it is killed', async () => {
    expect(await unmetGoalsOf((env) => crashDrill(env, 'SQLite', 1))).toEqual([])
  })

  test('refuses a data folder that another portal uses, and changes nothing', async () => {
    expect(await unmetGoalsOf((env) => lockDrill(env, 1))).toEqual([])
  })

  test('answers pending requests after SIGTERM', async () => {
    expect(await unmetGoalsOf((env) => stopDrill(env, 1))).toEqual([])
  })

  test.each(engines)('refuses a newer database on %s', async (engine) => {
    expect(await unmetGoalsOf((env) => newerDatabaseDrill(env, engine, 1))).toEqual([])
  })
})
