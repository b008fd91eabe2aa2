/** Exports and imports random cells: none may change, and none may become a formula in LibreOffice. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvRow, unescapeFormula } from '#shared/csv.ts'
import { libreOffice, provide } from '#test/setup/programs.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, measured, none } from '#test/support/process/findings.ts'
import { sendSpreadsheet } from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

const cellsInRow = 100
const character = fc.constantFrom(...`'=+-@\t\r\n",;＝＋－＠ aक`)
const cell = fc.oneof(fc.string({ unit: character, maxLength: 8 }), fc.string({ unit: 'binary' }))
const row = fc.array(cell, { minLength: cellsInRow, maxLength: cellsInRow })

interface SpreadsheetCounts {
  cells: number
  members: number
  /** Starting LibreOffice takes some seconds. */
  opensLibreOffice: boolean
}

/**
 * Writes and reads random cells, then imports members with random cells into a portal, exports them and
 * imports the export again. LibreOffice may open the export too.
 */
export async function spreadsheetDrill(
  env: DrillEnvironment,
  { cells, members, opensLibreOffice }: SpreadsheetCounts,
): Promise<Finding[]> {
  let changed = 0
  let formulas = 0
  fc.assert(
    fc.property(row, (typed) => {
      const [read = []]: string[][] = parse(csvRow(typed), { record_delimiter: '\r\n' })
      for (const [index, exported] of read.entries()) {
        if (unescapeFormula(exported) !== typed[index]) changed += 1
        if (/^[=+\-@\t\r\n\0＝＋－＠]/.test(exported)) formulas += 1
      }
    }),
    { numRuns: cells / cellsInRow },
  )
  return [
    measured(`changed cells of ${cells} written and read`, String(changed), '0', changed === 0),
    measured('cells that start like a formula', String(formulas), '0', formulas === 0),
    ...(await checkPortal(env, members, opensLibreOffice)),
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

// Valid in forms too: no control characters, no surrounding spaces. The importer reads cells of only
// dashes as empty and addresses of only quotes as ditto marks.
const formText = fc
  .string({ unit: fc.constantFrom(...`'=+-@",;＝＋－＠ aक`), maxLength: 12 })
  .map((text) => text.trim())
  .filter((text) => text === '' || /[^-"' ]/.test(text))

async function checkPortal(
  env: DrillEnvironment,
  members: number,
  opensLibreOffice: boolean,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail))
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const typed = fc.sample(fc.tuple(...columns.map(() => formText)), members)
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
  const rowByEmail = new Map(lines.map((line) => [line[names.indexOf('email')], line]))
  let changed = 0
  for (const [index, cells] of typed.entries())
    for (const [columnIndex, column] of columns.entries()) {
      const read = rowByEmail.get(`m${index}@ply.example`)?.[names.indexOf(column)] ?? '?'
      if (unescapeFormula(read) !== cells[columnIndex]) changed += 1
    }
  const reimported = await sendSpreadsheet(portal.url, admin, Buffer.from(file), {
    dry_run: 'true',
  })
  const { counts } = JSON.parse(reimported.text)
  return [
    counted('members with random cells imported', JSON.parse(sent.text).counts?.new ?? 0, members),
    measured(
      `changed cells of ${members * columns.length} imported and exported`,
      String(changed),
      '0',
      changed === 0,
    ),
    counted('exported rows that are unchanged when imported', counts?.same ?? 0, members),
    ...(opensLibreOffice ? [await checkLibreOffice(env, file)] : []),
  ]
}

/** LibreOffice converts the file with formulas evaluated; the result must not contain any. */
async function checkLibreOffice(env: DrillEnvironment, exported: string): Promise<Finding> {
  const what = 'formulas that LibreOffice finds in an export'
  const program = await provide(libreOffice)
  const folder = env.folder()
  const file = join(folder, 'export.csv')
  writeFileSync(file, exported)
  await promisify(execFile)(program, [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    'fods',
    // Evaluates formulas in quoted cells, an option that a user may choose.
    '--infilter=CSV:44,34,76,1,,0,false,true,false,true',
    '--outdir',
    folder,
    file,
  ])
  const found = readFileSync(join(folder, 'export.fods'), 'utf8').match(/table:formula=/g) ?? []
  return none(what, found)
}
