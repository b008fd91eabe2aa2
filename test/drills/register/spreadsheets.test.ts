import { describe, expect, inject, test } from 'vitest'
import { misses } from '../support/findings.ts'
import { engines, withSite } from '../support/site.ts'
import { badRowsDrill, encodingsDrill } from './import-files.ts'
import { importKillDrill } from './import-kill.ts'
import { spreadsheetDrill } from './spreadsheet.ts'

const postgresUrl = inject('postgresUrl')

describe.each(engines)('a spreadsheet sent to a portal process on %s', (engine) => {
  test('is told row by row what is wrong with it, and writes nothing', async () => {
    const findings = await withSite(postgresUrl, (site) => badRowsDrill(site, engine, 800))
    expect(misses(findings)).toEqual([])
  }, 60_000)

  test('is there whole or not at all when the portal is killed', async () => {
    const findings = await withSite(postgresUrl, (site) => importKillDrill(site, engine, 1, 500))
    expect(misses(findings)).toEqual([])
  }, 120_000)
})

test('files of six encodings, three delimiters and two line ends are read right, or refused by name', async () => {
  expect(misses(await withSite(postgresUrl, encodingsDrill))).toEqual([])
}, 60_000)

test('an export comes back without a changed cell, and no cell of it is a formula', async () => {
  const findings = await withSite(postgresUrl, (site) => spreadsheetDrill(site, 20_000, 50))
  expect(misses(findings)).toEqual([])
}, 120_000)
