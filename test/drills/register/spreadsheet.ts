/** Cells through a spreadsheet and back: none changed, none a formula, LibreOffice agreeing. */
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvRow, unescapeFormula } from '#shared/csv.ts'
import { counted, type Finding, info, measured } from '../support/findings.ts'
import { sendSpreadsheet } from '../support/member-sheets.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'
import type { Site } from '../support/site.ts'

const cellsInRow = 100
const sign = fc.constantFrom(...`'=+-@\t\r\n",;＝＋－＠ aक`)
const cell = fc.oneof(fc.string({ unit: sign, maxLength: 8 }), fc.string({ unit: 'binary' }))
const row = fc.array(cell, { minLength: cellsInRow, maxLength: cellsInRow })

/**
 * As many random cells written and read, and members with random cells in a real portal: its export
 * goes back in without a change, and LibreOffice opens it where it is installed.
 */
export async function spreadsheetDrill(
  site: Site,
  cells: number,
  members: number,
): Promise<Finding[]> {
  let changed = 0
  let formulas = 0
  fc.assert(
    fc.property(row, (typed) => {
      const [read = []]: string[][] = parse(csvRow(typed), { record_delimiter: '\r\n' })
      for (const [index, one] of read.entries()) {
        if (unescapeFormula(one) !== typed[index]) changed += 1
        if (/^[=+\-@\t\r\n\0＝＋－＠]/.test(one)) formulas += 1
      }
    }),
    { numRuns: cells / cellsInRow },
  )
  return [
    measured(`${cells} random cells out and in: changed`, String(changed), '0', changed === 0),
    measured('cells that begin as a formula', String(formulas), '0', formulas === 0),
    ...(await inPortal(site, members)),
  ]
}

const columns = [
  'business_partner',
  'services_products',
  'company_description',
  'address',
  'factory_address',
  'certificate_postal_address',
  'remarks',
] as const

// What a form takes too: no control characters, nothing around it.
const words = fc
  .string({ unit: fc.constantFrom(...`'=+-@",;＝＋－＠ aक`), maxLength: 12 })
  .map((text) => text.trim())

async function inPortal(site: Site, members: number): Promise<Finding[]> {
  const mail = await site.mailServer()
  const portal = await site.portal(await portalSettings(site, mail))
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const typed = fc.sample(fc.tuple(...columns.map(() => words)), members)
  const rows = typed.map((cells, i) => [
    `Member ${i}`,
    `m${i}@ply.example`,
    'Ply & Co',
    '+91 98765 43210',
    ...cells,
  ])
  const head = ['name', 'email', 'company_name', 'whatsapp_number', ...columns]
  const sent = await sendSpreadsheet(
    portal.url,
    admin,
    Buffer.from(csvRow(head) + rows.map(csvRow).join('')),
  )
  const file = (await admin.request('GET', '/api/admin/export')).text
  const [names = [], ...lines]: string[][] = parse(file, { bom: true })
  const found = new Map(lines.map((line) => [line[names.indexOf('email')], line]))
  let changed = 0
  for (const [index, cells] of typed.entries())
    for (const [place, column] of columns.entries()) {
      const read = found.get(`m${index}@ply.example`)?.[names.indexOf(column)] ?? '?'
      if (unescapeFormula(read) !== cells[place]) changed += 1
    }
  const again = await sendSpreadsheet(portal.url, admin, Buffer.from(file), { dry_run: 'true' })
  const { counts } = JSON.parse(again.text)
  return [
    counted('members with random cells imported', JSON.parse(sent.text).counts?.new ?? 0, members),
    measured(
      `of ${members * columns.length} random cells in a portal, imported and exported: changed`,
      String(changed),
      '0',
      changed === 0,
    ),
    counted('rows of the export that are the same when imported', counts?.same ?? 0, members),
    await inLibreOffice(site, file),
  ]
}

/** LibreOffice reads the file, formulas and all, and writes what it made of it. */
async function inLibreOffice(site: Site, exported: string): Promise<Finding> {
  const what = 'formulas that LibreOffice finds in an export'
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
  } catch {
    return info(what, 'LibreOffice is not installed')
  }
  const folder = site.folder()
  const file = join(folder, 'export.csv')
  writeFileSync(file, exported)
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
