/** Files that cannot be taken are told cell by cell; files of any encoding are read right, or refused by name. */
import { counted, type Finding, measured } from '../support/findings.ts'
import { head, sendSpreadsheet, withBadRows, wrong } from '../support/member-sheets.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminEmail, signIn } from '../support/sign-in.ts'
import type { Engine, Site } from '../support/site.ts'

async function openAdmin(site: Site, engine: Engine) {
  const mail = await site.mailServer()
  const portal = await site.portal(await portalSettings(site, mail, engine))
  return { portal, admin: await signIn(site.visitor(portal), mail, adminEmail, 'admin') }
}

interface Told {
  line: number
  column: string
  reason: string
  value?: string
}

/** So many rows, every twentieth of them wrong in one of twenty ways. */
export async function badRowsDrill(site: Site, engine: Engine, rows: number): Promise<Finding[]> {
  const { portal, admin } = await openAdmin(site, engine)
  const bad = Math.floor(rows / 20)
  const { status, text } = await sendSpreadsheet(portal.url, admin, withBadRows(rows, bad))
  const { errors }: { errors: Told[] } = JSON.parse(text)
  const byLine = Map.groupBy(errors, ({ line }) => line)
  const headings = head.split(',')
  let named = 0
  // A cell of two lines moves all that follow by one.
  let line = 1
  for (let i = 0; i < rows; i++) {
    line += 1
    const kind = i > 0 && i % 20 === 19 ? Math.floor(i / 20) % wrong.length : undefined
    const [column = -1, cell = ''] = kind === undefined ? [] : (wrong[kind] ?? [])
    const told = byLine.get(line)
    if (kind === undefined ? told === undefined : isNamed(told, headings[column], cell)) named += 1
    if (cell.includes('\n')) line += 1
  }
  const left = JSON.parse((await admin.request('GET', '/api/admin/members?role=member')).text)
  return [
    counted(`rows told as they are, ${bad} of them wrong in 20 ways, ${engine}`, named, rows),
    measured(`errors, ${engine}`, String(errors.length), String(bad), errors.length === bad),
    measured(
      `answer and members written, ${engine}`,
      `${status}, ${left.length}`,
      '400, 0',
      status === 400 && left.length === 0,
    ),
  ]
}

/** With its column, what stands there, and a sentence. */
const isNamed = (told: Told[] | undefined, heading: string | undefined, cell: string): boolean => {
  const [one, ...more] = told ?? []
  const typed = cell.replace(/^"|"$/g, '').slice(0, 80)
  return (
    one !== undefined &&
    more.length === 0 &&
    one.column === heading &&
    one.reason.length > 10 &&
    (one.value ?? '') === typed
  )
}

const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16, little end first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big end first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
  'UTF-16 without its mark': (text) => Buffer.from(text, 'utf16le'),
}
const delimiters = { comma: ',', semicolon: ';', tab: '\t' }
const lineEnds = ['\r\n', '\n']

/** Six encodings, three delimiters, two line ends: 36 files. */
export async function encodingsDrill(site: Site): Promise<Finding[]> {
  const { portal, admin } = await openAdmin(site, 'SQLite')
  let right = 0
  let refused = 0
  for (const [encoding, encoded] of Object.entries(encodings))
    for (const [delimiter, sign] of Object.entries(delimiters))
      for (const end of lineEnds) {
        const name = encoding === 'Windows-1252' ? 'Zoé Müller' : 'आशा Zoé'
        const rows = [
          ['name', 'email', 'company_name', 'whatsapp_number'],
          [name, 'z@ply.example', 'Ply & Co', '9876543210'],
        ]
        const file = encoded(rows.map((cells) => cells.join(sign)).join(end) + end)
        const sent = await sendSpreadsheet(portal.url, admin, file, { dry_run: 'true' })
        if (sent.status === 400 && sent.text.includes('UTF-16 without its mark')) refused += 1
        if (sent.status !== 200) continue
        const plan = JSON.parse(sent.text)
        const isRight =
          plan.new[0]?.name === name &&
          plan.delimiter === delimiter &&
          encoding.startsWith(plan.encoding)
        if (isRight) right += 1
      }
  return [
    counted('files of five encodings read right', right, 30),
    counted('files of UTF-16 without its mark refused by name', refused, 6),
  ]
}
