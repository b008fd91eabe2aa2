/** Random histories of dues on both engines: the same sums, and payment fields that agree with the ledger. */
import fc from 'fast-check'
import {
  type History,
  histories,
  type PlayedHistory,
  playHistory,
  receiptFaults,
} from '#test/support/dues-histories.ts'
import { engines } from '#test/support/engines.ts'
import { openClockedPortal } from '../support/clocked-portal.ts'
import type { DrillEnvironment } from '../support/environment.ts'
import { counted, type Finding, info } from '../support/findings.ts'

export async function duesHistoriesDrill(
  env: DrillEnvironment,
  count: number,
  seed = 1,
): Promise<Finding[]> {
  const people = { admin: 'treasurer@drill.example', member: 'asha@drill.example' }
  const portals = []
  for (const engine of engines) portals.push(await openClockedPortal(env, engine, people))
  const samples = fc.sample(histories, { numRuns: count, seed })
  let agreeing = 0
  let equal = 0
  const steps = new Map<string, number>()
  for (const [index, history] of samples.entries()) {
    const played = await Promise.all(
      portals.map((portal) => playHistory(portal, `h${index}`, history)),
    )
    if (played.every(({ faults }) => faults.length === 0)) agreeing += 1
    else report(index, history, played)
    if (JSON.stringify(played[0]) === JSON.stringify(played[1])) equal += 1
    for (const { kind } of history.steps) steps.set(kind, (steps.get(kind) ?? 0) + 1)
  }
  const faults = (await Promise.all(portals.map(({ world }) => receiptFaults(world)))).flat()
  return [
    counted('histories of dues whose fields and sums agree after every step', agreeing, count),
    counted('histories of dues with the same sums on both engines', equal, count),
    counted('series of receipts without gap and duplicate', faults.length === 0 ? 1 : 0, 1),
    info('steps', [...steps].map(([kind, times]) => `${kind} ${times}`).join(', ')),
  ]
}

function report(index: number, history: History, played: readonly PlayedHistory[]): void {
  const faults = played.map(({ faults }) => faults.slice(0, 5))
  process.stderr.write(`${JSON.stringify({ index, history, faults })}\n`)
}
