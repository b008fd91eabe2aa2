/** Imports of 10,000 and 100,000 rows, the waiting time of other users meanwhile, and the memory that imports take. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { median, quantile } from '#test/support/process/findings.ts'
import { memberSheet } from './member-sheet.ts'
import { watchGrowth } from './memory.ts'
import { type Bench, figureOf, importSheet, openPortals } from './portals.ts'
import type { Figure } from './report/figure.ts'

const maxWaitMs = 50
const maxGrowthMb = 256
/** Imports each sheet into an empty register. */
const roundsOf = new Map([
  [10_000, 3],
  [100_000, 1],
])

export async function importing(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines)
    for (const [rows, rounds] of roundsOf)
      figures.push(...(await importOf(bench, engine, rows, rounds)))
  return figures
}

async function importOf(
  bench: Bench,
  engine: Engine,
  rows: number,
  rounds: number,
): Promise<Figure[]> {
  const sheet = memberSheet(rows)
  const measured = bench.checkouts.map((): Measured[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, checkout] of bench.checkouts.entries())
      measured[index]?.push(await importInto({ ...bench, checkouts: [checkout] }, engine, sheet))
  }
  const valuesOf = (value: (one: Measured) => number) =>
    measured.map((ones) => median(ones.map(value)))
  const name = `${engine}, ${rows.toLocaleString('en-GB')} rows`
  const time = figureOf(
    valuesOf(({ ms }) => ms / 1000),
    { what: name, unit: 's' },
  )
  if (rows === 10_000) return [time]
  return [
    time,
    figureOf(
      valuesOf(({ wait }) => wait),
      { what: `${name}, wait of others, p99`, unit: 'ms', goal: { most: maxWaitMs } },
    ),
    figureOf(
      valuesOf(({ growth }) => growth),
      { what: `${name}, memory grows by`, unit: 'MB', goal: { most: maxGrowthMb } },
    ),
  ]
}

interface Measured {
  ms: number
  /** The p99 of reads during the import. */
  wait: number
  growth: number
}

async function importInto(bench: Bench, engine: Engine, sheet: Buffer): Promise<Measured> {
  const [opened] = await openPortals(bench, engine)
  if (!opened) throw new Error('There is no portal')
  const { portal, admin } = opened
  // The dialog asks for the plan first.
  await importSheet(opened, sheet, { dry_run: 'true' })
  const growth = watchGrowth(portal.pid)
  bench.env.onClose(growth)
  let isOver = false
  const waits: number[] = []
  const reading = readMeanwhile(admin, waits, () => isOver)
  const startedAt = performance.now()
  await importSheet(opened, sheet).finally(() => {
    isOver = true
  })
  const ms = performance.now() - startedAt
  await reading
  const measured = { ms, wait: quantile(waits, 0.99), growth: growth() }
  await portal.end('SIGTERM')
  return measured
}

/** Reads the register until the import has ended; collects the response times. */
async function readMeanwhile(
  admin: ApiClient,
  waits: number[],
  isOver: () => boolean,
): Promise<void> {
  const paths = ['/api/user', '/api/admin/members?limit=50']
  for (let i = 0; !isOver(); i++) {
    const path = paths[i % paths.length] ?? ''
    const startedAt = performance.now()
    const { status } = await admin.request('GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    waits.push(performance.now() - startedAt)
    await sleep(10)
  }
}
