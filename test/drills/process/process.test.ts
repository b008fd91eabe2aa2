import { describe, expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { engines } from '../support/site.ts'
import { crashDrill } from './crash.ts'
import { lockDrill } from './lock.ts'
import { mailDrill } from './mail-failures.ts'
import { newerDrill, togetherDrill } from './newer-database.ts'
import { stopDrill } from './stop.ts'

describe('a portal process', () => {
  test('keeps what it has acknowledged when it is killed', async () => {
    expect(await missesOf((site) => crashDrill(site, 'SQLite', 1, 60))).toEqual([])
  }, 120_000)

  test('loses no mail to a mail server in trouble', async () => {
    const counts = { mails: 12, silences: 0, kills: 0, calls: 0 }
    expect(await missesOf((site) => mailDrill(site, counts))).toEqual([])
  }, 120_000)

  test('refuses a data folder that another one works on, and touches nothing', async () => {
    expect(await missesOf((site) => lockDrill(site, 1))).toEqual([])
  }, 60_000)

  test('answers what is under way when it is told to stop', async () => {
    expect(await missesOf((site) => stopDrill(site, 1))).toEqual([])
  }, 60_000)

  test.each(engines)(
    'refuses a newer database on %s',
    async (engine) => {
      expect(await missesOf((site) => newerDrill(site, engine, 1))).toEqual([])
    },
    60_000,
  )

  test('shares an empty PostgreSQL with others that start at once', async () => {
    expect(await missesOf((site) => togetherDrill(site, 1, 3))).toEqual([])
  }, 60_000)
})
