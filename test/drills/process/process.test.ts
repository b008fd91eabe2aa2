import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { crashDrill } from './crash.ts'
import { canMountDisks, diskFullDrill } from './disk-full.ts'
import { lockDrill } from './lock.ts'
import { mailFailuresDrill } from './mail-failures.ts'
import { newerDatabaseDrill, simultaneousStartDrill } from './newer-database.ts'
import { postgresRestartDrill } from './postgres-restart.ts'
import { stopDrill } from './stop.ts'

describe('a portal process', () => {
  test('keeps acknowledged data when it is killed', async () => {
    expect(await unmetGoalsOf((env) => crashDrill(env, 'SQLite', 1, 60))).toEqual([])
  })

  test('loses no mail when the mail server fails', async () => {
    const counts = { mails: 12, silences: 0, kills: 0, calls: 0 }
    expect(await unmetGoalsOf((env) => mailFailuresDrill(env, counts))).toEqual([])
  })

  test('goes on after PostgreSQL was restarted or has ended its connections', async () => {
    expect(await unmetGoalsOf((env) => postgresRestartDrill(env, 1, 4))).toEqual([])
  })

  test('saves nothing by halves on a full disk, where people can still sign in', async ({
    skip,
  }) => {
    skip(!(await canMountDisks()), 'Mounting a disk needs root and loop devices.')
    expect(await unmetGoalsOf((env) => diskFullDrill(env, 1))).toEqual([])
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

  test('can start at the same time as others on an empty PostgreSQL', async () => {
    expect(await unmetGoalsOf((env) => simultaneousStartDrill(env, 1, 3))).toEqual([])
  })
})
