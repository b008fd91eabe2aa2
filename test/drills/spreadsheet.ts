/** Cells through a spreadsheet and back: none changed, none a formula, LibreOffice agreeing. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { byteOrderMark, csvLine, unguardedCell } from '#shared/csv.ts'
import { type Finding, measured, told } from './findings.ts'
import type { Site } from './site.ts'

const cellsInRow = 100
const sign = fc.constantFrom(...`'=+-@\t\r\n",;＝＋－＠ aक`)
const cell = fc.oneof(fc.string({ unit: sign, maxLength: 8 }), fc.string({ unit: 'binary' }))
const row = fc.array(cell, { minLength: cellsInRow, maxLength: cellsInRow })

/** As many random cells, and an export that LibreOffice opens where it is installed. */
export async function spreadsheetDrill(site: Site, cells: number): Promise<Finding[]> {
  let changed = 0
  let formulas = 0
  fc.assert(
    fc.property(row, (typed) => {
      const [read = []]: string[][] = parse(csvLine(typed), { record_delimiter: '\r\n' })
      for (const [index, one] of read.entries()) {
        if (unguardedCell(one) !== typed[index]) changed += 1
        if (/^[=+\-@\t\r\n\0＝＋－＠]/.test(one)) formulas += 1
      }
    }),
    { numRuns: cells / cellsInRow },
  )
  return [
    measured(`${cells} random cells out and in: changed`, String(changed), '0', changed === 0),
    measured('cells that begin as a formula', String(formulas), '0', formulas === 0),
    await inLibreOffice(site),
  ]
}

/** LibreOffice reads the file, formulas and all, and writes what it made of it. */
async function inLibreOffice(site: Site): Promise<Finding> {
  const what = 'formulas that LibreOffice finds in an export'
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
  } catch {
    return told(what, 'LibreOffice is not installed')
  }
  const folder = site.folder()
  const file = join(folder, 'export.csv')
  const cells = ['=1+1', '+91 98765 43210', '-5', '@SUM(A1)', '\t=1+1', '＝1+1', "'=1+1"]
  writeFileSync(
    file,
    byteOrderMark + csvLine(cells.map((_, index) => `c${index}`)) + csvLine(cells),
  )
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    'fods',
    // Every cell quoted is text unless it looks like a formula: evaluate those, as a person may.
    '--infilter=CSV:44,34,76,1,,0,false,true,false,true',
    '--outdir',
    folder,
    file,
  ])
  const found = readFileSync(join(folder, 'export.fods'), 'utf8').match(/table:formula=/g) ?? []
  return measured(what, String(found.length), '0', found.length === 0)
}
