/**
 * Kills the portal (SIGKILL) while notices are sent: no member gets the same notice twice, and no sending is half done.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { killMoments } from '../support/kill-moments.ts'
import { mailedMembers, openSeason, previewDues, year } from './season.ts'

interface Sending {
  id: string
  total: number
  sent: number
  waiting: number
  failed: number
}

/**
 * Each round sends notices to other members, kills the portal at a random moment and sends the same request
 * (with the same key) again after the restart. At the end each member has exactly one email.
 */
export async function noticesKillDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
  perRound = 10,
): Promise<Finding[]> {
  const members = kills * perRound
  const { settings, portals, admin, mail } = await openSeason(env, engine, { members })
  let [portal] = portals
  if (!portal) return []
  const { token } = await previewDues(admin)
  await admin.call('POST', '/api/admin/dues/runs', { year, token })
  const ids = await memberIds(admin)
  let whole = 0
  let repeated = 0
  const killMoment = killMoments(60)
  for (let round = 0; round < kills; round++) {
    const selected = ids.slice(round * perRound, (round + 1) * perRound)
    const send = () => sendNotices(admin, selected, `round ${round}`)
    const sent = send().catch(() => undefined)
    await killMoment(sent)
    await portal.end('SIGKILL')
    const first = await sent
    portal = await env.launch(settings)
    await portal.ready()
    const again = await send()
    if (again.total === perRound) whole += 1
    if (first && first.id === again.id) repeated += 1
  }
  await delivered(admin)
  const { once, repeated: twice } = mailedMembers(mail.mails)
  return [
    counted(`killed sendings that are complete, ${engine}`, whole, kills),
    counted(`members with exactly one notice, ${engine}`, once, members),
    info(`members with more than one notice, ${engine}`, String(twice)),
    info(`sendings answered before the kill and repeated, ${engine}`, String(repeated)),
  ]
}

async function sendNotices(
  admin: ApiClient,
  ids: readonly string[],
  key: string,
): Promise<Sending> {
  const body = { selection: { ids }, count: ids.length }
  const headers = { 'Idempotency-Key': key }
  const { status, text } = await admin.request('POST', '/api/admin/dues/notices', body, headers)
  if (status !== 201) throw new Error(`Sending notices: ${status} ${text}`)
  return JSON.parse(text) as Sending
}

/** Waits until all emails have left; on PostgreSQL those of a killed process wait for the end of its lease. */
async function delivered(admin: ApiClient): Promise<void> {
  for (let attempt = 0; attempt < 800; attempt++) {
    const sendings = (await admin.call('GET', '/api/admin/dues/sendings?limit=200')) as Sending[]
    if (sendings.every(({ waiting }) => waiting === 0)) return
    await sleep(500)
  }
}

async function memberIds(admin: ApiClient): Promise<string[]> {
  const rows = (await admin.call('GET', '/api/admin/members?role=oem&sort=name')) as {
    id: string
  }[]
  return rows.map(({ id }) => id)
}
