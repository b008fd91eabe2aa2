/** Kills the portal (SIGKILL) while dues are raised or undone: all members are charged, or none. */
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { killMoments } from '../support/kill-moments.ts'
import { listRuns, openSeason, previewDues, year } from './season.ts'

/** Raises while no dues are raised, else undoes; kills at a random moment, mostly while it writes. */
export async function duesKillDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
  members = 500,
): Promise<Finding[]> {
  const { settings, portals, admin } = await openSeason(env, engine, { members })
  let [portal] = portals
  if (!portal) return []
  const startedAt = performance.now()
  await (await nextChange(admin))()
  const killMoment = killMoments(performance.now() - startedAt)
  const seen = { raised: 0, undone: 0, unchanged: 0 }
  let consistent = 0
  for (let round = 0; round < kills; round++) {
    const before = await stateOf(admin, members)
    const send = await nextChange(admin)
    const sent = send().catch(() => undefined)
    await killMoment(sent)
    await portal.end('SIGKILL')
    const answer = await sent
    portal = await env.launch(settings)
    await portal.ready()
    const after = await stateOf(admin, members)
    const isDone = after !== before
    // An acknowledged change must be stored.
    if (after !== 'half done' && (isDone || answer === undefined)) consistent += 1
    if (!isDone) seen.unchanged += 1
    else if (after === 'raised') seen.raised += 1
    else seen.undone += 1
  }
  return [
    counted(`killed runs of dues, everybody charged or no one, ${engine}`, consistent, kills),
    info(
      `raised / undone / unchanged, ${engine}`,
      `${seen.raised} / ${seen.undone} / ${seen.unchanged}`,
    ),
  ]
}

/** The request that raises the dues, or undoes them when they are raised. */
async function nextChange(admin: ApiClient): Promise<() => Promise<unknown>> {
  const run = (await listRuns(admin)).find(({ undone_at }) => undone_at === null)
  if (run) return () => admin.call('POST', `/api/admin/dues/runs/${run.id}/undo`, {})
  const { token } = await previewDues(admin)
  return () => admin.call('POST', '/api/admin/dues/runs', { year, token })
}

/** The state of the dues: the runs, who would be charged, and what the first member owes. */
async function stateOf(admin: ApiClient, members: number): Promise<string> {
  const active = (await listRuns(admin)).filter(({ undone_at }) => undone_at === null)
  const { affected } = await previewDues(admin)
  if (active.length === 0 && affected === members) return 'undone'
  if (active.length === 1 && active[0]?.members === members && affected === 0) return 'raised'
  return 'half done'
}
