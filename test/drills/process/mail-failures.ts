/** Mails through a failing mail server while the portal is killed: no mail may be lost. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '#shared/sum.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  type Finding,
  info,
  measured,
  median,
  quantile,
} from '#test/support/process/findings.ts'
import { adminEmail } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import {
  type DeliveryMode,
  type FailingMailServer,
  startFailingMailServer,
} from '../support/failing-mail-server.ts'

interface Counts {
  mails: number
  /** Mails whose first attempt gets no reply; each blocks a connection for 30 s. */
  silences: number
  kills: number
  /** Requests measured with a working and with a failing mail server; 0: not measured. */
  calls: number
}

const maxWaitMs = 400_000

export async function mailFailuresDrill(env: DrillEnvironment, counts: Counts): Promise<Finding[]> {
  const server = await startFailingMailServer()
  env.onClose(server.down)
  const settings = portalSettings(env, server)
  let portal = await env.portal(settings)
  const restartSettings = { ...settings, PORT: portal.port }
  const addresses: string[] = []
  const request = async (name: string): Promise<number> => {
    addresses.push(`${name}@drill.example`)
    return timeLinkRequest(env.client(portal), name)
  }
  const firstModes = assignFailures(counts)
  server.chooseModes((address, earlierAttempts) =>
    earlierAttempts === 0 ? (firstModes.get(address) ?? 'accepted') : 'accepted',
  )
  const share = Math.ceil(counts.mails / (counts.kills + 1))
  for (let part = 0; part <= counts.kills; part++) {
    if (part > 0) {
      await portal.end('SIGKILL')
      portal = await env.portal(restartSettings)
    }
    const from = part * share
    await concurrently(Math.min(share, counts.mails - from), 4, async (index) => {
      await request(`m${from + index}`)
    })
  }
  await server.down()
  await request('failing')
  const slowness = counts.calls === 0 ? [] : [await compare(env, counts.calls, request)]
  await server.up()
  const startedAt = performance.now()
  const delivered = await waitUntilStored(server, addresses)
  const recoverySeconds = (performance.now() - startedAt) / 1000
  const stopStartedAt = performance.now()
  const { code } = await portal.end('SIGTERM')
  const isClean = code === 0 && performance.now() - stopStartedAt < 10_000
  return [
    counted('mails delivered', delivered, addresses.length),
    info('attempts by outcome', [...server.modes].map(([mode, n]) => `${n} ${mode}`).join(', ')),
    info(
      'duplicate mails (same Message-ID)',
      `${countDuplicates(server)} with ${server.modes.get('dropped') ?? 0} connections broken after DATA and ${counts.kills} kills`,
    ),
    info('last delivery after the server was back', `${recoverySeconds.toFixed(0)} s`),
    ...slowness,
    counted('clean stops at the end', isClean ? 1 : 0, 1),
  ]
}

const portalSettings = (env: DrillEnvironment, server: FailingMailServer) => ({
  DATA_DIR: env.folder(),
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  ADMIN_EMAIL: adminEmail,
  LOG_LEVEL: 'error',
})

/** Milliseconds of a request for a sign-in link. */
async function timeLinkRequest(client: ApiClient, name: string): Promise<number> {
  const email = `${name}@drill.example`
  const startedAt = performance.now()
  await client.call('POST', '/api/auth/request-link', { email, type: 'jobseeker' })
  return performance.now() - startedAt
}

/** The outcome of each first attempt: 'silent' for the first ones, then all by turns; one in six succeeds. */
function assignFailures({ mails, silences }: Counts): Map<string, DeliveryMode> {
  const modes: DeliveryMode[] = [
    'deferred',
    'dropped',
    'rejected',
    'deferred',
    'dropped',
    'accepted',
  ]
  return new Map(
    Array.from({ length: mails }, (_, index) => [
      `m${index}@drill.example`,
      index < silences ? 'silent' : (modes[index % modes.length] ?? 'accepted'),
    ]),
  )
}

/** Requests by turns to the portal with queued mails and to a portal with a working mail server. */
async function compare(
  env: DrillEnvironment,
  calls: number,
  request: (name: string) => Promise<number>,
): Promise<Finding> {
  const working = await startFailingMailServer()
  env.onClose(working.down)
  const portal = await env.portal(portalSettings(env, working))
  const warmUps = Math.min(30, calls)
  const workingMs: number[] = []
  const failingMs: number[] = []
  for (let i = 0; i < warmUps + calls; i++) {
    workingMs.push(await timeLinkRequest(env.client(portal), `working${i}`))
    // Otherwise sending the mail would slow down the next request.
    await sleep(25)
    failingMs.push(await request(`failing${i}`))
    await sleep(25)
  }
  for (const times of [workingMs, failingMs]) times.splice(0, warmUps)
  await portal.end('SIGTERM')
  const ratio = median(failingMs) / median(workingMs)
  const format = (times: number[]) =>
    `${median(times).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`
  const what = `link request, median / p99: ${format(workingMs)} with a working mail server, ${format(failingMs)} with a failing one`
  const value = `x ${ratio.toFixed(2)}`
  // Fewer calls are too noisy for a goal.
  return calls < 100 ? info(what, value) : measured(what, value, '<= 1.5', ratio <= 1.5)
}

async function waitUntilStored(server: FailingMailServer, addresses: string[]): Promise<number> {
  const countStored = () => addresses.filter((address) => server.stored.has(address)).length
  await waitUntil(() => countStored() === addresses.length, maxWaitMs, 200)
  return countStored()
}

const countDuplicates = (server: FailingMailServer): number =>
  sum(
    [...server.stored.values()].flatMap((ids) => [...ids.values()]),
    (times) => times - 1,
  )
