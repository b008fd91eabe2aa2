/**
 * How long others wait for GET /api/user during expensive requests of an administrator, which block the event loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { quantile } from '#test/support/process/findings.ts'
import { signIn } from '#test/support/process/sign-in.ts'
import { drain, exportOf } from './drain.ts'
import { memberSheet } from './member-sheet.ts'
import { type Bench, figureOf, importSheet, type OpenPortal, openFilledPortals } from './portals.ts'
import { memberAt } from './register.ts'
import type { Figure } from './report/figure.ts'

const members = 100_000
const importedRows = 20_000
const maxWaitMs = 50
/** Each request is sent again until this much time has passed. */
const minDurationMs = 3000

export async function eventLoop(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) figures.push(...(await waitsOn(bench, engine)))
  return figures
}

async function waitsOn(bench: Bench, engine: Engine): Promise<Figure[]> {
  const portals = await openFilledPortals(bench, engine, members)
  const xlsx = await exportOf(portals[0] as OpenPortal, 'xlsx')
  // Created before the measurement, because the measuring process must not be busy.
  const sheet = memberSheet(importedRows, 'another.')
  const cases: Record<string, (opened: OpenPortal) => Promise<unknown>> = {
    'the full list': (opened) => drain(opened, '/api/admin/members'),
    'the export': (opened) => drain(opened, '/api/admin/export'),
    'a list as xlsx': (opened) => drain(opened, '/api/admin/export', xlsx),
    'a search for a': (opened) => drain(opened, '/api/admin/members?limit=50&search=a'),
    Renewals: (opened) => drain(opened, '/api/admin/renewals?limit=50'),
    'an import of 20,000 rows': (opened) => importSheet(opened, sheet),
  }
  const others: ApiClient[] = []
  for (const { portal, mail } of portals)
    others.push(await signIn(bench.env.client(portal), mail, memberAt(0).email ?? '', 'member'))
  const figures: Figure[] = []
  for (const [what, ask] of Object.entries(cases)) {
    const waits: number[] = []
    for (const [index, opened] of portals.entries()) {
      const isOnce = what.startsWith('an import')
      waits.push(await longWait(others[index] as ApiClient, () => ask(opened), isOnce))
    }
    const name = `${engine}: during ${what}`
    figures.push(figureOf(waits, { what: name, unit: 'ms', goal: { most: maxWaitMs } }))
  }
  for (const { portal } of portals) await portal.end('SIGTERM')
  return figures
}

/** The p99 of the waiting times of another user. */
async function longWait(
  other: ApiClient,
  ask: () => Promise<unknown>,
  isOnce: boolean,
): Promise<number> {
  const startedAt = performance.now()
  let isOver = false
  const asking = (async () => {
    do await ask()
    while (!isOnce && performance.now() - startedAt < minDurationMs)
  })().finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const sentAt = performance.now()
    const { status } = await other.request('GET', '/api/user')
    if (status !== 200) throw new Error(`GET /api/user answered ${status}`)
    times.push(performance.now() - sentAt)
    await sleep(5)
  }
  await asking
  return quantile(times, 0.99)
}
