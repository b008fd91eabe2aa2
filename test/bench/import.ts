/** 100,000 members from a spreadsheet: against bare parsing and inserting, and what others feel. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { migrations } from '#app/server/migrations.ts'
import { keysOf } from '#features/members/rules.ts'
import { emptyPerson } from '#features/members/server/actions.ts'
import { insertRows } from '#platform/server/bulk.ts'
import { migrate, openPostgres, openSqlite } from '#platform/server/database.ts'
import { newId } from '#platform/server/ids.ts'
import { type Finding, measured, quantile, told } from '#test/drills/findings.ts'
import { adminEmail, signIn } from '#test/drills/people.ts'
import type { Engine, Site } from '#test/drills/site.ts'
import type { Visitor } from '#test/drills/visitor.ts'

const leastShare = 0.5
const mostWait = 300
const mostGrowth = 256

export async function importing(site: Site, engine: Engine, rows: number): Promise<Finding[]> {
  const file = Buffer.from(spreadsheet(rows))
  const bare = await bareImport(site, engine, file)
  const mail = await site.mailServer()
  const portal = await site.portal(
    {
      DATA_DIR: site.folder(),
      DATABASE_URL: await site.database(engine),
      SMTP_URL: mail.url,
      ADMIN_EMAIL: adminEmail,
      LOG_LEVEL: 'warn',
    },
    ['--import', join(import.meta.dirname, 'loop-stops.ts')],
  )
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const whole = memory(portal.pid, 'VmRSS')
  const before = memory(portal.pid, 'RssAnon')
  const waits: number[] = []
  const heights: number[] = []
  const timer = setInterval(() => heights.push(memory(portal.pid, 'RssAnon')), 50)
  site.atEnd(() => clearInterval(timer))
  let isOver = false
  const bad = await sendFile(portal.url, admin, withBadRows(rows, Math.floor(rows / 20))).catch(
    (error: unknown) => {
      throw new Error(`The portal said: ${portal.said()}`, { cause: error })
    },
  )
  const watching = watch(admin, waits, () => isOver)
  const began = performance.now()
  const done = await sendFile(portal.url, admin, file).catch((error: unknown) => {
    throw new Error(`The portal said: ${portal.said()}`, { cause: error })
  })
  const took = performance.now() - began
  isOver = true
  await watching
  if (done.status !== 200) throw new Error(`import: ${done.status} ${done.text.slice(0, 500)}`)
  clearInterval(timer)
  const growth = Math.max(...heights) - before
  const mapped = memory(portal.pid, 'VmHWM') - whole
  const share = bare / took
  const wait = quantile(waits, 0.99)
  const { errors } = JSON.parse(bad.text)
  const lines = new Set(errors.map(({ line }: { line: number }) => line)).size
  const left = JSON.parse((await admin.ask('GET', '/api/admin/members?limit=1&role=member')).text)
  return [
    told(
      `${engine}: ${rows} rows (${(file.length / 1e6).toFixed(0)} MB), bare`,
      `${(bare / 1000).toFixed(1)} s`,
    ),
    told(
      `${engine}: imported`,
      `${(took / 1000).toFixed(1)} s, ${Math.round((rows / took) * 1000)} rows/s`,
    ),
    measured(
      `${engine}: share of the bare rate`,
      share.toFixed(2),
      `>= ${leastShare}`,
      share >= leastShare,
    ),
    measured(
      `${engine}: p99 of ${waits.length} reads meanwhile`,
      `${wait.toFixed(0)} ms, longest ${quantile(waits, 1).toFixed(0)}`,
      `< ${mostWait} ms`,
      wait < mostWait,
    ),
    told(`${engine}: the event loop stood still for`, stops(portal.said())),
    measured(
      `${engine}: memory grew by`,
      `${growth.toFixed(0)} MB`,
      `<= ${mostGrowth} MB`,
      growth <= mostGrowth,
    ),
    told(
      `${engine}: with the pages of the database file, which the system takes back`,
      `${mapped.toFixed(0)} MB`,
    ),
    measured(
      `${engine}: bad rows of 20 kinds named`,
      `${lines}`,
      `${Math.floor(rows / 20)}`,
      lines === Math.floor(rows / 20) && bad.status === 400 && left.length === 1,
    ),
  ]
}

const head =
  'name,email,company_name,whatsapp_number,website_url,factory_address,certificate_postal_address,business_partner,services_products,company_description,address,payment_amount,payment_mode,payment_reference,remarks,Date of Joining,Paid Date,Visible'

const row = (i: number, changes: Record<number, string> = {}): string =>
  [
    `Member ${i} Sharma`,
    `member${i}@firm${i % 977}.example`,
    `Firm ${i} Boards & Ply Private Limited`,
    `+91 98${String(i).padStart(8, '0')}`,
    `https://www.firm${i}.example`,
    `"Plot ${i}, MIDC Bhosari, Pune 411026"`,
    `"Plot ${i}, MIDC Bhosari, Pune 411026"`,
    `Partner ${i}`,
    'Plywood and laminates',
    'Family business since 1998',
    `"${i} Market Road, Pune"`,
    i % 2 === 0 ? '5000' : '',
    i % 2 === 0 ? 'Bank' : '',
    i % 2 === 0 ? `UTR ${i}` : '',
    'Moved from the old register',
    '05/01/2024',
    i % 2 === 0 ? '10/04/2024' : '',
    'Yes',
  ]
    .map((cell, index) => changes[index] ?? cell)
    .join(',')

export const spreadsheet = (rows: number): string =>
  `${head}\r\n${Array.from({ length: rows }, (_, i) => row(i)).join('\r\n')}\r\n`

/** Twenty ways to be wrong, by column and cell. */
const wrong: [number, string][] = [
  [0, ''],
  [0, 'X'],
  [0, '"Two\nlines"'],
  [0, '\u202Egnorw'],
  [1, ''],
  [1, 'nobody'],
  [1, 'a@b@c.example'],
  [1, 'member0@firm0.example'],
  [2, ''],
  [2, 'x'.repeat(201)],
  [3, '123'],
  [3, 'x'.repeat(40)],
  [4, 'ftp://firm.example'],
  [4, 'firm'],
  [5, 'x'.repeat(5001)],
  [11, 'five'],
  [11, '-5'],
  [12, 'Barter'],
  [15, '31/02/2024'],
  [17, 'perhaps'],
]

function withBadRows(rows: number, count: number): Buffer {
  const every = Math.floor(rows / count)
  const lines = Array.from({ length: rows }, (_, i) => {
    if (i === 0 || i % every !== every - 1) return row(i)
    const [column = 0, cell = ''] = wrong[Math.floor(i / every) % wrong.length] ?? []
    return row(i, { [column]: cell })
  })
  return Buffer.from(`${head}\r\n${lines.join('\r\n')}\r\n`)
}

async function sendFile(url: string, admin: Visitor, file: Buffer) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(file)], 'members.csv'))
  const answer = await fetch(`${url}/api/members/import`, {
    method: 'POST',
    headers: { Cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    body: form,
  })
  return { status: answer.status, text: await answer.text() }
}

/** Somebody who looks at the register while it goes on. */
async function watch(admin: Visitor, waits: number[], isOver: () => boolean): Promise<void> {
  const paths = [
    '/api/user',
    '/api/admin/members?limit=50',
    '/api/admin/members?limit=50&search=sharma',
  ]
  for (let i = 0; !isOver(); i++) {
    const began = performance.now()
    const { status } = await admin.ask('GET', paths[i % paths.length] ?? '')
    if (status !== 200) throw new Error(`${paths[i % paths.length]} answered ${status}`)
    waits.push(performance.now() - began)
    await sleep(10)
  }
}

/** The same rows into the same tables and indexes, without a check, a plan or a neighbour. */
async function bareImport(site: Site, engine: Engine, file: Buffer): Promise<number> {
  const url = await site.database(engine)
  const { db, close } = url ? await openPostgres(url) : openSqlite(site.folder())
  site.atEnd(close)
  await migrate(db, migrations)
  const began = performance.now()
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    const parser = parse()
    for (let from = 0; from < file.length; from += 65_536)
      parser.write(file.subarray(from, from + 65_536))
    parser.end()
    let part: string[][] = []
    let number = 0
    for await (const cells of parser) {
      part.push(cells)
      if (part.length < 200) continue
      await insertPart(tx, part, number, now)
      number += part.length
      part = []
    }
  })
  return performance.now() - began
}

async function insertPart(
  db: Parameters<typeof insertRows>[0],
  part: readonly string[][],
  from: number,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const people = part.map((cells, index) => {
    const [name = '', email = '', company_name = '', whatsapp_number = ''] = cells
    const person = {
      ...emptyPerson(email, now),
      name,
      company_name,
      whatsapp_number,
      factory_address: cells[5] ?? '',
      certificate_postal_address: cells[6] ?? '',
      membership_number: `OEM2025${from + index}`,
      role: 'oem' as const,
    }
    return { ...person, ...keysOf(person) }
  })
  await insertRows(db, 'person', people)
  await insertRows(
    db,
    'issued_number',
    people.map(({ id, membership_number: number }) => ({ number, person_id: id, issued_at: at })),
  )
  const history = people.map((person) => ({
    id: newId(now),
    at,
    actor_id: null,
    subject: 'person',
    subject_id: person.id,
    act: 'imported',
    before: null,
    after: JSON.stringify(person),
  }))
  await insertRows(db, 'history', history)
  await insertRows(
    db,
    'import_row',
    people.map(({ id }, index) => ({
      batch_id: 'bare',
      line: from + index,
      person_id: id,
      version: at,
      before: null,
    })),
  )
}

/** The longest times, in words. */
function stops(said: string): string {
  const times = [...said.matchAll(/event loop stopped for (\d+) ms/g)].map(([, ms]) => Number(ms))
  const longest = times.toSorted((one, other) => other - one).slice(0, 5)
  return `${longest.join(', ')} ms at most`
}

/** Resident memory in MB, now (VmRSS) or at its highest (VmHWM). */
function memory(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(status.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1]) * 1024) / 1e6
}
