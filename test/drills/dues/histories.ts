/** Random histories of dues on both engines: the same sums, and payment fields that agree with the ledger. */
import fc from 'fast-check'
import { engines } from '#test/support/engines.ts'
import { type PlayedHistory, playHistory } from '#test/support/histories/dues-histories.ts'
import { type History, histories } from '#test/support/histories/history-steps.ts'
import { receiptFaults } from '#test/support/oracles/receipt-faults.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { type ClockedPortal, openClockedPortal } from '../support/clocked-portal.ts'

export async function duesHistoriesDrill(
  env: DrillEnvironment,
  count: number,
  seed = 1,
): Promise<Finding[]> {
  const samples = fc.sample(histories, { numRuns: count, seed })
  const steps = new Map<string, number>()
  let agreeing = 0
  let equal = 0
  let series = 0
  let portals: ClockedPortal[] = []
  for (const [index, history] of samples.entries()) {
    if (index % perPortal === 0) portals = await openPortals(env)
    const played = await Promise.all(
      portals.map((portal) => playHistory(portal, `h${index}`, history)),
    )
    if (played.every(({ faults }) => faults.length === 0)) agreeing += 1
    else report(index, history, played)
    if (JSON.stringify(played[0]) === JSON.stringify(played[1])) equal += 1
    for (const { kind } of history.steps) steps.set(kind, (steps.get(kind) ?? 0) + 1)
    const faults = await Promise.all(portals.map(({ world }) => receiptFaults(world.db)))
    if (faults.flat().length === 0) series += 1
  }
  return [
    counted('histories of dues whose fields, papers, lists, sums and books agree', agreeing, count),
    counted('histories of dues with the same sums on both engines', equal, count),
    counted('histories after which no receipt number is missing or used twice', series, count),
    info('steps', [...steps].map(([kind, times]) => `${kind} ${times}`).join(', ')),
  ]
}

/** The books of all members are read after each history, so that few histories share a portal. */
const perPortal = 20

async function openPortals(env: DrillEnvironment): Promise<ClockedPortal[]> {
  const people = { admin: 'treasurer@drill.example', member: 'asha@drill.example' }
  const portals = []
  for (const engine of engines) {
    const portal = await openClockedPortal(env, engine, people)
    // The histories begin before the day on which its member joined.
    await portal.db.updateTable('person').set({ is_active: false }).execute()
    portals.push(portal)
  }
  return portals
}

function report(index: number, history: History, played: readonly PlayedHistory[]): void {
  const faults = played.map(({ faults }) => faults.slice(0, 5))
  process.stderr.write(`${JSON.stringify({ index, history, faults })}\n`)
}
