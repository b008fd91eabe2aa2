import { describe, expect, test } from 'vitest'
import { missesOf } from '../support/misses-of.ts'
import { engines } from '../support/site.ts'
import { badRowsDrill, encodingsDrill } from './import-files.ts'
import { importKillDrill } from './import-kill.ts'
import { spreadsheetDrill } from './spreadsheet.ts'

describe.each(engines)('a spreadsheet sent to a portal process on %s', (engine) => {
  test('is told row by row what is wrong with it, and writes nothing', async () => {
    expect(await missesOf((site) => badRowsDrill(site, engine, 800))).toEqual([])
  }, 60_000)

  test('is there whole or not at all when the portal is killed', async () => {
    expect(await missesOf((site) => importKillDrill(site, engine, 1, 500))).toEqual([])
  }, 120_000)
})

test('files of six encodings, three delimiters and two line ends are read right, or refused by name', async () => {
  expect(await missesOf(encodingsDrill)).toEqual([])
}, 60_000)

test('an export comes back without a changed cell, and no cell of it is a formula', async () => {
  expect(await missesOf((site) => spreadsheetDrill(site, 20_000, 50))).toEqual([])
}, 120_000)
