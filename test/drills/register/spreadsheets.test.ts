import { describe, expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { unmetGoalsOf } from '../support/unmet-goals-of.ts'
import { encodingsDrill, invalidRowsDrill } from './import-files.ts'
import { importKillDrill } from './import-kill.ts'
import { spreadsheetDrill } from './spreadsheet.ts'

describe.each(engines)('a spreadsheet sent to a portal process on %s', (engine) => {
  test('reports every invalid row and writes nothing', async () => {
    expect(await unmetGoalsOf((env) => invalidRowsDrill(env, engine, 800))).toEqual([])
  })

  test('is imported completely or not at all when the portal is killed', async () => {
    expect(await unmetGoalsOf((env) => importKillDrill(env, engine, 1, 500))).toEqual([])
  })
})

test('files of six encodings, three delimiters and two line ends are read correctly, or refused with a message', async () => {
  expect(await unmetGoalsOf(encodingsDrill)).toEqual([])
})

test('an export has no formulas and is unchanged when imported', async () => {
  const counts = { cells: 4000, members: 20, opensLibreOffice: false }
  expect(await unmetGoalsOf((env) => spreadsheetDrill(env, counts))).toEqual([])
})
