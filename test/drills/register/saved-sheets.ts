/** An export that LibreOffice opened and saved changes nothing when it is imported again. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { firstTable } from '#platform/web/workbook/sheets.ts'
import { readSheets } from '#platform/web/workbook/workbook-rows.ts'
import { csvRow } from '#shared/csv.ts'
import { libreOffice, provide } from '#test/setup/programs.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, measured } from '#test/support/process/findings.ts'
import { sendSpreadsheet } from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

/** Texts that programs interpret as numbers, days, booleans and formulas, and letters of several alphabets. */
const companies = [
  ...['=1+1', '-5', '1-2', 'true', 'FALSE', '+91', '@home', '3/4', '1E5', '00123', '1,000', '10%'],
  ...['₹500', '5-Apr', 'Apr 2026', "'quoted", '"quoted"', 'a;b,c', '1.10', '007', '1 1/2', '(5)'],
  ...['2026-04-05', 'Mar-1', 'OCT 10', '12" Boards', 'D’Souza & Sons', 'Café Décor', 'श्री गणेश'],
  ...['શ્રી ગણેશ', 'ಕನ್ನಡ ಮರ', 'தமிழ் மரம்', 'اردو لکڑی', 'Emoji 🪑 Works'],
]
const numbers = ['00101', 'OEM-007', '04/26', 'T12', '1E7', '5001']
const phones = ['09825012345', '+91 98250 12345', '0091 9825012345', '079-26580000', '919825012345']
const references = ['0000619012345999', '000789', '412356789012345678901234', '12-5', '=5', '1E10']
const remarks = ['-5', '=HYPERLINK("x")', '1/2', '000123', 'first line\nsecond, "line"', '1E100']
const headings = [
  ...['membership_number', 'name', 'company_name', 'email', 'whatsapp_number', 'factory_address'],
  ...['remarks', 'Date of Joining', 'payment_amount', 'Paid Date', 'payment_mode'],
  'payment_reference',
]

const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''
const day = (index: number): string => `${String(1 + (index % 28)).padStart(2, '0')}/04/2024`

const memberRow = (index: number): string[] => [
  index < numbers.length ? at(numbers, index) : `0${index}`,
  at(['Asha Patil', '=cmd', '1-2', 'முருகன்', '-Ravi'], index),
  `${at(companies, index)}${index < companies.length ? '' : ` ${index}`}`,
  `member${index}@ply.example`,
  at(phones, index),
  `Plot 0${index}\nPhase 2; "A" block`,
  at(remarks, index),
  day(index),
  index % 2 === 0 ? '7500.50' : '',
  index % 2 === 0 ? day(index + 7) : '',
  index % 2 === 0 ? 'Cheque' : '',
  index % 2 === 0 ? at(references, index / 2) : '',
]

/** The language codes of the import filter. */
const languages = { 'American English': '1033', 'Indian English': '16393' }

/** Imports members, saves their export by LibreOffice in every way, and plans its import. */
export async function savedSheetsDrill(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail))
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const rows = Array.from({ length: count }, (_, index) => memberRow(index))
  const sent = await sendSpreadsheet(
    portal.url,
    admin,
    Buffer.from([headings, ...rows].map(csvRow).join('')),
  )
  const file = (await admin.request('GET', '/api/admin/export')).text
  const findings = [
    counted('members imported', JSON.parse(sent.text).counts?.new ?? 0, count),
    await unchanged(portal.url, admin, 'the export itself', Buffer.from(file), count),
  ]
  for (const [language, code] of Object.entries(languages))
    for (const kind of ['csv', 'xlsx']) {
      const saved = await saveByLibreOffice(env, file, code, kind)
      const name = `rows of the export saved as ${kind} in ${language}`
      findings.push(await unchanged(portal.url, admin, name, saved, count))
    }
  return findings
}

async function unchanged(
  url: string,
  admin: Parameters<typeof sendSpreadsheet>[1],
  what: string,
  file: Buffer,
  count: number,
): Promise<Finding> {
  const { text } = await sendSpreadsheet(url, admin, file, { dry_run: 'true' })
  const { counts, receipt_corrections: corrections } = JSON.parse(text)
  const isSame = counts?.same === count && counts.changed + counts.new + corrections === 0
  return measured(`${what} that change nothing`, String(counts?.same), String(count), isSame)
}

/** The file as the import dialog sends it. */
async function saveByLibreOffice(
  env: DrillEnvironment,
  text: string,
  language: string,
  kind: string,
): Promise<Buffer> {
  const program = await provide(libreOffice)
  const folder = env.folder()
  const [file, out] = [join(folder, 'export.csv'), join(folder, 'saved')]
  writeFileSync(file, text)
  await promisify(execFile)(program, [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    kind === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false' : kind,
    // Special numbers are detected, which a user who sees the dialog of the file may choose.
    `--infilter=CSV:44,34,76,1,,${language},false,true`,
    '--outdir',
    out,
    file,
  ])
  const saved = readFileSync(join(out, `export.${kind}`))
  if (kind === 'csv') return saved
  const { rows } = firstTable(await readSheets(new Blob([new Uint8Array(saved)])))
  return Buffer.from(rows.map(csvRow).join(''))
}
