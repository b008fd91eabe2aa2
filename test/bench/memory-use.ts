/** Start and memory of a portal: after the start, and after an administrator has used the register. */

import type { Engine } from '#test/support/engines.ts'
import { median } from '#test/support/process/findings.ts'
import { drain, exportOf } from './drain.ts'
import { memoryAtRest, memoryOf } from './memory.ts'
import { type Bench, figureOf, openFilledPortals, openPortals } from './portals.ts'
import type { Figure } from './report/figure.ts'

const members = 10_000
const starts = 5

export async function memoryUse(bench: Bench): Promise<Figure[]> {
  return [
    ...(await afterStart(bench)),
    ...(await afterUse(bench, 'SQLite')),
    ...(await afterUse(bench, 'PostgreSQL')),
  ]
}

async function afterStart(bench: Bench): Promise<Figure[]> {
  const measured = bench.checkouts.map((): { ms: number; idle: number }[] => [])
  for (let round = 0; round < starts; round++)
    for (const [index, checkout] of bench.checkouts.entries()) {
      const startedAt = performance.now()
      const [opened] = await openPortals({ ...bench, checkouts: [checkout] }, 'SQLite')
      if (!opened) continue
      const { portal } = opened
      const ms = performance.now() - startedAt
      const idle = memoryOf(portal.pid, 'VmRSS')
      measured[index]?.push({ ms, idle })
      await portal.end('SIGTERM')
    }
  const medians = (key: 'ms' | 'idle') =>
    measured.map((rounds) => median(rounds.map((round) => round[key])))
  return [
    figureOf(medians('ms'), { what: 'first start, until the first sign-in', unit: 'ms' }),
    figureOf(medians('idle'), { what: 'memory after it', unit: 'MB', goal: { most: 135 } }),
  ]
}

/** Full lists, exports and searches of 10,000 members, ten times. */
async function afterUse(bench: Bench, engine: Engine): Promise<Figure[]> {
  const portals = await openFilledPortals(bench, engine, members)
  const memory: number[] = []
  for (const opened of portals) {
    const xlsx = await exportOf(opened, 'xlsx')
    for (let round = 0; round < 10; round++) {
      await drain(opened, '/api/admin/members')
      await drain(opened, '/api/admin/export')
      await drain(opened, '/api/admin/export', xlsx)
      await drain(opened, '/api/admin/members?limit=50&search=a')
    }
    memory.push(await memoryAtRest(opened.portal.pid))
    await opened.portal.end('SIGTERM')
  }
  const what = `${engine}, 10,000 members: memory at rest after lists, exports and searches`
  return [figureOf(memory, { what, unit: 'MB', goal: { most: 300 } })]
}
