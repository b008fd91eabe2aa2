import { describe, expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { engines, withSite } from '../support/site.ts'
import { crashDrill } from './crash.ts'
import { lockDrill } from './lock.ts'
import { mailDrill } from './mail-failures.ts'
import { newerDrill, togetherDrill } from './newer-database.ts'
import { stopDrill } from './stop.ts'

const postgresUrl = inject('postgresUrl')

describe('a portal process', () => {
  test('keeps what it has acknowledged when it is killed', async () => {
    const findings = await withSite(postgresUrl, (site) => crashDrill(site, 'SQLite', 1, 60))
    expect(misses(findings)).toEqual([])
  }, 120_000)

  test('loses no mail to a mail server in trouble', async () => {
    const counts = { mails: 12, silences: 0, kills: 0, calls: 0 }
    expect(misses(await withSite(postgresUrl, (site) => mailDrill(site, counts)))).toEqual([])
  }, 120_000)

  test('refuses a data folder that another one works on, and touches nothing', async () => {
    expect(misses(await withSite(postgresUrl, (site) => lockDrill(site, 1)))).toEqual([])
  }, 60_000)

  test('answers what is under way when it is told to stop', async () => {
    expect(misses(await withSite(postgresUrl, (site) => stopDrill(site, 1)))).toEqual([])
  }, 60_000)

  test.each(engines)(
    'refuses a newer database on %s',
    async (engine) => {
      expect(misses(await withSite(postgresUrl, (site) => newerDrill(site, engine, 1)))).toEqual([])
    },
    60_000,
  )

  test('shares an empty PostgreSQL with others that start at once', async () => {
    expect(misses(await withSite(postgresUrl, (site) => togetherDrill(site, 1, 3)))).toEqual([])
  }, 60_000)
})
