/** Restarts portals behind a proxy under load: no request fails, each exit takes at most 10 s. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, quantile } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminAndOem, newMember, signIn } from '#test/support/process/sign-in.ts'
import { posting } from '#test/support/samples.ts'
import { startRoundRobin } from '../support/round-robin.ts'

const maxStopMs = 10_000
const clients = 8

/** Two portals on PostgreSQL, one after the other; on SQLite there is one, and requests wait for it. */
export async function rollingRestartsDrill(
  env: DrillEnvironment,
  engine: Engine,
  restarts: number,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const base = await portalSettings(env, mail, engine)
  const settings = { ...base, FILES_KEY_FILE: `${base.DATA_DIR}.key` }
  const portals = [await env.portal(settings)]
  if (engine === 'PostgreSQL')
    portals.push(await env.portal({ ...settings, DATA_DIR: env.folder() }))
  const folders = [settings.DATA_DIR, portals.length > 1 ? env.folder() : '']
  const proxy = await startRoundRobin(
    env,
    portals.map(({ port }) => port),
  )
  const load = startLoad(await postersAt(env, proxy, mail))
  const stops: number[] = []
  let clean = 0
  for (let restart = 0; restart < restarts; restart++) {
    const index = restart % portals.length
    const portal = portals[index]
    if (!portal) break
    const startedAt = performance.now()
    const { code } = await portal.end('SIGTERM')
    stops.push(performance.now() - startedAt)
    if (code === 0 && (stops.at(-1) ?? 0) <= maxStopMs) clean += 1
    const DATA_DIR = folders[index] ?? settings.DATA_DIR
    portals[index] = await env.portal({ ...settings, DATA_DIR, PORT: portal.port })
    await sleep(100)
  }
  await load.stop()
  const { requests, failures } = load
  const label = `${restarts} restarts, ${engine}`
  return [
    counted(`requests answered, ${label}`, requests() - failures.length, requests()),
    counted(`exits with code 0 within 10 s, ${engine}`, clean, restarts),
    measured(
      `slowest exit, ${engine}`,
      `${(quantile(stops, 1) / 1000).toFixed(2)} s`,
      '<= 10 s',
      quantile(stops, 1) <= maxStopMs,
    ),
    ...failures.slice(0, 5).map((failure) => info('failed request', failure)),
  ]
}

/** Signed-in clients of as many members, because a member may post 10,000 jobs an hour. */
async function postersAt(
  env: DrillEnvironment,
  proxy: { url: string },
  mail: MailServer,
): Promise<ApiClient[]> {
  const { admin } = await adminAndOem(env, proxy, mail)
  const posters: ApiClient[] = []
  for (let number = 0; number < clients; number++) {
    const member = newMember(`poster${number}`)
    await admin.call('POST', '/api/admin/members', member)
    posters.push(await signIn(env.client(proxy), mail, member.email, 'member'))
  }
  return posters
}

/** One request after the other from each client: a page, the user, a list, a posting. */
function startLoad(posters: readonly ApiClient[]) {
  let isStopped = false
  let requests = 0
  const failures: string[] = []
  const calls: [method: string, path: string, payload: unknown, status: number][] = [
    ['GET', '/api/user', undefined, 200],
    ['GET', '/api/jobs?limit=24', undefined, 200],
    ['POST', '/api/jobs', posting, 201],
    ['GET', '/api/about', undefined, 200],
  ]
  const work = async (client: ApiClient, number: number) => {
    for (let round = number; !isStopped; round++) {
      const [method, path, payload, expected] = calls[round % calls.length] ?? calls[0] ?? []
      requests += 1
      const answer = await client.request(method ?? '', path ?? '', payload).catch(String)
      if (typeof answer === 'string') failures.push(answer)
      else if (answer.status !== expected)
        failures.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 100)}`)
    }
  }
  const done = Promise.all(posters.map(work))
  return {
    failures,
    requests: () => requests,
    stop: async () => {
      isStopped = true
      await done
    },
  }
}
