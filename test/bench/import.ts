/** 100,000 members from a spreadsheet: against bare parsing and inserting, and what others feel. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { migrations } from '#app/server/migrations.ts'
import { derivedColumns } from '#features/members/derived-columns.ts'
import { emptyPerson } from '#features/members/server/record/new-person.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { newId } from '#platform/server/ids.ts'
import { type Finding, info, measured, quantile } from '#test/drills/support/findings.ts'
import { sendSpreadsheet, spreadsheet, withBadRows } from '#test/drills/support/member-sheets.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine, Site } from '#test/drills/support/site.ts'
import type { Visitor } from '#test/drills/support/visitor.ts'

const leastShare = 0.5
const mostWait = 300
const mostGrowth = 256

export async function importing(site: Site, engine: Engine, rows: number): Promise<Finding[]> {
  const file = Buffer.from(spreadsheet(rows))
  const bare = await bareImport(site, engine, file)
  const mail = await site.mailServer()
  const portal = await site.portal(await portalSettings(site, mail, engine), [
    '--import',
    join(import.meta.dirname, 'loop-stops.ts'),
  ])
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const whole = memory(portal.pid, 'VmRSS')
  const before = memory(portal.pid, 'RssAnon')
  const waits: number[] = []
  const heights: number[] = []
  const timer = setInterval(() => heights.push(memory(portal.pid, 'RssAnon')), 50)
  site.onClose(() => clearInterval(timer))
  let isOver = false
  const bad = await sendSpreadsheet(
    portal.url,
    admin,
    withBadRows(rows, Math.floor(rows / 20)),
  ).catch((error: unknown) => {
    throw new Error(`The portal said: ${portal.output()}`, { cause: error })
  })
  const watching = watch(admin, waits, () => isOver)
  const began = performance.now()
  const done = await sendSpreadsheet(portal.url, admin, file).catch((error: unknown) => {
    throw new Error(`The portal said: ${portal.output()}`, { cause: error })
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
  const left = JSON.parse(
    (await admin.request('GET', '/api/admin/members?limit=1&role=member')).text,
  )
  return [
    info(
      `${engine}: ${rows} rows (${(file.length / 1e6).toFixed(0)} MB), bare`,
      `${(bare / 1000).toFixed(1)} s`,
    ),
    info(
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
    info(`${engine}: the event loop stood still for`, stops(portal.output())),
    measured(
      `${engine}: memory grew by`,
      `${growth.toFixed(0)} MB`,
      `<= ${mostGrowth} MB`,
      growth <= mostGrowth,
    ),
    info(
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

/** Somebody who looks at the register while it goes on. */
async function watch(admin: Visitor, waits: number[], isOver: () => boolean): Promise<void> {
  const paths = [
    '/api/user',
    '/api/admin/members?limit=50',
    '/api/admin/members?limit=50&search=sharma',
  ]
  for (let i = 0; !isOver(); i++) {
    const began = performance.now()
    const { status } = await admin.request('GET', paths[i % paths.length] ?? '')
    if (status !== 200) throw new Error(`${paths[i % paths.length]} answered ${status}`)
    waits.push(performance.now() - began)
    await sleep(10)
  }
}

/** The same rows into the same tables and indexes, without a check, a plan or a neighbour. */
async function bareImport(site: Site, engine: Engine, file: Buffer): Promise<number> {
  const url = await site.database(engine)
  const { db, close } = url ? await openPostgres(url) : openSqlite(site.folder())
  site.onClose(close)
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
    return { ...person, ...derivedColumns(person) }
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
