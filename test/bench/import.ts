/** Imports a large spreadsheet: rate relative to parsing and inserting alone, and latency for other requests. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { migrations } from '#app/server/migrations.ts'
import { derivedColumns } from '#features/members/derived-columns.ts'
import { emptyPerson } from '#features/members/server/record/new-person.ts'
import { insertRows } from '#platform/server/database/bulk.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { recordChanges } from '#platform/server/history.ts'
import type { ApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, quantile } from '#test/drills/support/findings.ts'
import {
  sendSpreadsheet,
  spreadsheet,
  withInvalidRows,
} from '#test/drills/support/member-sheets.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine } from '#test/support/engines.ts'
import { memoryOf, watchGrowth } from './memory.ts'

const minShare = 0.5
const maxWaitMs = 300
const maxGrowthMb = 256

export async function importing(
  env: DrillEnvironment,
  engine: Engine,
  rows: number,
): Promise<Finding[]> {
  const file = Buffer.from(spreadsheet(rows))
  const baselineMs = await baselineImport(env, engine, file)
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail, engine), [
    '--import',
    join(import.meta.dirname, 'event-loop-delay.ts'),
  ])
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const residentBefore = memoryOf(portal.pid, 'VmRSS')
  const memoryGrowth = watchGrowth(portal.pid)
  env.onClose(memoryGrowth)
  const waits: number[] = []
  let isOver = false
  const invalid = await sendSpreadsheet(
    portal.url,
    admin,
    withInvalidRows(rows, Math.floor(rows / 20)),
  ).catch((error: unknown) => {
    throw new Error(`Output of the portal: ${portal.output()}`, { cause: error })
  })
  const reading = readMeanwhile(admin, waits, () => isOver)
  const startedAt = performance.now()
  const imported = await sendSpreadsheet(portal.url, admin, file).catch((error: unknown) => {
    throw new Error(`Output of the portal: ${portal.output()}`, { cause: error })
  })
  const importMs = performance.now() - startedAt
  isOver = true
  await reading
  if (imported.status !== 200)
    throw new Error(`import: ${imported.status} ${imported.text.slice(0, 500)}`)
  const growth = memoryGrowth()
  const residentGrowth = memoryOf(portal.pid, 'VmHWM') - residentBefore
  const share = baselineMs / importMs
  const wait = quantile(waits, 0.99)
  const { errors } = JSON.parse(invalid.text)
  const reportedLines = new Set(errors.map(({ line }: { line: number }) => line)).size
  const members = JSON.parse(
    (await admin.request('GET', '/api/admin/members?limit=1&role=member')).text,
  )
  return [
    info(
      `${engine}: ${rows} rows (${(file.length / 1e6).toFixed(0)} MB), baseline`,
      `${(baselineMs / 1000).toFixed(1)} s`,
    ),
    {
      ...info(
        `${engine}: imported`,
        `${(importMs / 1000).toFixed(1)} s, ${Math.round((rows / importMs) * 1000)} rows/s`,
      ),
      figure: {
        name: 'import',
        unit: 'rows/s',
        value: (rows / importMs) * 1000,
        limit: (rows / baselineMs) * 1000,
        ratio: share,
        scale: rows,
        engine,
      },
    },
    measured(
      `${engine}: share of the baseline rate`,
      share.toFixed(2),
      `>= ${minShare}`,
      share >= minShare,
    ),
    measured(
      `${engine}: p99 of reads during the import`,
      `${wait.toFixed(0)} ms, longest ${quantile(waits, 1).toFixed(0)}`,
      `< ${maxWaitMs} ms`,
      wait < maxWaitMs,
    ),
    info(`${engine}: longest blocks of the event loop`, longestBlocks(portal.output())),
    measured(
      `${engine}: memory growth`,
      `${growth.toFixed(0)} MB`,
      `<= ${maxGrowthMb} MB`,
      growth <= maxGrowthMb,
    ),
    info(
      `${engine}: growth with mapped pages of the database file, which the system can reclaim`,
      `${residentGrowth.toFixed(0)} MB`,
    ),
    measured(
      `${engine}: invalid rows reported`,
      `${reportedLines}`,
      `${Math.floor(rows / 20)}`,
      reportedLines === Math.floor(rows / 20) && invalid.status === 400 && members.length === 1,
    ),
  ]
}

/** Reads the register until the import has ended; collects the response times. */
async function readMeanwhile(
  admin: ApiClient,
  waits: number[],
  isOver: () => boolean,
): Promise<void> {
  const paths = [
    '/api/user',
    '/api/admin/members?limit=50',
    '/api/admin/members?limit=50&search=sharma',
  ]
  for (let i = 0; !isOver(); i++) {
    const startedAt = performance.now()
    const { status } = await admin.request('GET', paths[i % paths.length] ?? '')
    if (status !== 200) throw new Error(`${paths[i % paths.length]} answered ${status}`)
    waits.push(performance.now() - startedAt)
    await sleep(10)
  }
}

/** The baseline: inserts the same rows into the same tables without validation; returns milliseconds. */
async function baselineImport(
  env: DrillEnvironment,
  engine: Engine,
  file: Buffer,
): Promise<number> {
  const url = await env.database(engine)
  const { db, close } = url ? await openPostgres(url) : openSqlite(env.folder())
  env.onClose(close)
  await migrate(db, migrations)
  const startedAt = performance.now()
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    const parser = parse()
    for (let from = 0; from < file.length; from += 65_536)
      parser.write(file.subarray(from, from + 65_536))
    parser.end()
    let batch: string[][] = []
    let number = 0
    for await (const cells of parser) {
      batch.push(cells)
      if (batch.length < 200) continue
      await insertBatch(tx, batch, number, now)
      number += batch.length
      batch = []
    }
  })
  return performance.now() - startedAt
}

async function insertBatch(
  db: Parameters<typeof insertRows>[0],
  batch: readonly string[][],
  from: number,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const people = batch.map((cells, index) => {
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
  await recordChanges(
    db,
    people.map((person) => ({
      actor: null,
      subject: 'person',
      subjectId: person.id,
      action: 'imported',
      after: person,
    })),
    now,
  )
  await insertRows(
    db,
    'import_row',
    people.map(({ id }, index) => ({
      batch_id: 'baseline',
      line: from + index,
      person_id: id,
      version: at,
      before: null,
    })),
  )
}

/** The five longest blocks of the event loop in the output of a portal. */
function longestBlocks(output: string): string {
  const times = [...output.matchAll(/event loop blocked for (\d+) ms/g)].map(([, ms]) => Number(ms))
  const longest = times.toSorted((a, b) => b - a).slice(0, 5)
  return `${longest.join(', ')} ms`
}
