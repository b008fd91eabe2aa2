/** Imports invalid files, whose cells must be reported, and files in several encodings. */

import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, measured } from '#test/support/process/findings.ts'
import {
  headings,
  invalidCells,
  sendSpreadsheet,
  withInvalidRows,
} from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'

async function openAdmin(env: DrillEnvironment, engine: Engine) {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail, engine))
  return { portal, admin: await signIn(env.client(portal), mail, adminEmail, 'admin') }
}

interface RowError {
  line: number
  column: string
  reason: string
  value?: string
}

/** Imports a file in which every twentieth row is invalid in one of 20 ways. */
export async function invalidRowsDrill(
  env: DrillEnvironment,
  engine: Engine,
  rows: number,
): Promise<Finding[]> {
  const { portal, admin } = await openAdmin(env, engine)
  const invalidRows = Math.floor(rows / 20)
  const { status, text } = await sendSpreadsheet(
    portal.url,
    admin,
    withInvalidRows(rows, invalidRows),
  )
  const { errors }: { errors: RowError[] } = JSON.parse(text)
  const byLine = Map.groupBy(errors, ({ line }) => line)
  const headingNames = headings.split(',')
  let correct = 0
  // After a cell of two lines, line numbers are one higher than row numbers.
  let line = 1
  for (let i = 0; i < rows; i++) {
    line += 1
    const kind = i > 0 && i % 20 === 19 ? Math.floor(i / 20) % invalidCells.length : undefined
    const [column = -1, cell = ''] = kind === undefined ? [] : (invalidCells[kind] ?? [])
    const reported = byLine.get(line)
    if (
      kind === undefined ? reported === undefined : isReported(reported, headingNames[column], cell)
    )
      correct += 1
    if (cell.includes('\n')) line += 1
  }
  const members = JSON.parse((await admin.request('GET', '/api/admin/members?role=member')).text)
  return [
    counted(`rows reported correctly, ${invalidRows} of them invalid, ${engine}`, correct, rows),
    measured(
      `errors, ${engine}`,
      String(errors.length),
      String(invalidRows),
      errors.length === invalidRows,
    ),
    measured(
      `status and members written, ${engine}`,
      `${status}, ${members.length}`,
      '400, 0',
      status === 400 && members.length === 0,
    ),
  ]
}

/** There is one error, with the column, the value and a reason. */
const isReported = (
  errors: RowError[] | undefined,
  heading: string | undefined,
  cell: string,
): boolean => {
  const [error, ...more] = errors ?? []
  const value = cell.replace(/^"|"$/g, '').slice(0, 80)
  return (
    error !== undefined &&
    more.length === 0 &&
    error.column === heading &&
    error.reason.length > 10 &&
    (error.value ?? '') === value
  )
}

const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16, little-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big-endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
  'UTF-16 without its mark': (text) => Buffer.from(text, 'utf16le'),
}
const delimiters = { comma: ',', semicolon: ';', tab: '\t' }
const lineEnds = ['\r\n', '\n']

/** Six encodings, three delimiters, two line ends: 36 files. */
export async function encodingsDrill(env: DrillEnvironment): Promise<Finding[]> {
  const { portal, admin } = await openAdmin(env, 'SQLite')
  let correct = 0
  let refused = 0
  for (const [encoding, encoded] of Object.entries(encodings))
    for (const [delimiter, separator] of Object.entries(delimiters))
      for (const end of lineEnds) {
        const name = encoding === 'Windows-1252' ? 'Zoé Müller' : 'आशा Zoé'
        const rows = [
          ['name', 'email', 'company_name', 'whatsapp_number'],
          [name, 'z@ply.example', 'Ply & Co', '9876543210'],
        ]
        const file = encoded(rows.map((cells) => cells.join(separator)).join(end) + end)
        const sent = await sendSpreadsheet(portal.url, admin, file, { dry_run: 'true' })
        if (sent.status === 400 && sent.text.includes('UTF-16 without its mark')) refused += 1
        if (sent.status !== 200) continue
        const plan = JSON.parse(sent.text)
        const isCorrect =
          plan.new[0]?.name === name &&
          plan.delimiter === delimiter &&
          encoding.startsWith(plan.encoding)
        if (isCorrect) correct += 1
      }
  return [
    counted('files of five encodings read correctly', correct, 30),
    counted('files of UTF-16 without BOM refused with a message about it', refused, 6),
  ]
}
