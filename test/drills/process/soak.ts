/**
 * A long time of mixed load with a fixed rate: 1,000 sessions, four reads for each write. No answer may be
 * an error of the server, and the memory must not grow. DRILL_MINUTES sets the time.
 */

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sum } from '#shared/sum.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, quantile } from '#test/support/process/findings.ts'
import { sendSpreadsheet, spreadsheet } from '#test/support/process/member-sheets.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminAndOem, signIn } from '#test/support/process/sign-in.ts'
import { posting } from '#test/support/samples.ts'

export interface SoakOptions {
  minutes: number
  sessions: number
  members: number
  requestsPerSecond: number
}

export const fullSoak: SoakOptions = {
  minutes: Number(process.env.DRILL_MINUTES ?? 10),
  sessions: 1000,
  members: 5000,
  requestsPerSecond: 300,
}

const maxGrowth = 1 // MB a minute
const tick = 20 // milliseconds
/**
 * On a machine with much memory, Node collects old garbage only every ten minutes or so: such a climb and a
 * leak would look alike.
 */
const smallHeap = ['--max-old-space-size=192']

export async function soakDrill(
  env: DrillEnvironment,
  engine: Engine,
  options: SoakOptions,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const portal = await env.portal(settings, smallHeap)
  const { admin, oem } = await adminAndOem(env, portal, mail)
  await sendSpreadsheet(portal.url, admin, Buffer.from(spreadsheet(options.members)))
  const job = (await oem.call('POST', '/api/jobs', posting)) as { id: string }
  await admin.call('PUT', `/api/admin/jobs/${job.id}/status`, { status: 'approved' })
  const clients: ApiClient[] = []
  await concurrently(options.sessions, 8, async (index) => {
    const isMember = index % 2 === 0 && index < options.members
    const email = isMember
      ? `member${index}@firm${index % 977}.example`
      : `seeker${index}@soak.example`
    // Clients are in the order of their numbers, because callOf sends a job seeker's requests for every odd one.
    clients[index] = await signIn(
      env.client(portal),
      mail,
      email,
      isMember ? 'member' : 'jobseeker',
    )
    mail.clear()
  })
  const load = runLoad({ clients, admin, oem, jobId: job.id }, options.requestsPerSecond)
  const memory: { minute: number; megabytes: number }[] = []
  const startedAt = performance.now()
  const minutes = () => (performance.now() - startedAt) / 60_000
  while (minutes() < options.minutes) {
    await sleep(2000)
    memory.push({ minute: minutes(), megabytes: residentMegabytes(portal.pid) })
  }
  const answered = load.answered() / (minutes() * 60)
  await load.stop()
  const growth = slopeOf(memory.filter(({ minute }) => minute > options.minutes / 5))
  const { code } = await portal.end('SIGTERM')
  const sum = load.answered()
  const label = `${options.minutes} min, ${engine}`
  return [
    counted(`answers that are no error of the server, ${label}`, sum - load.failures(), sum),
    measured(
      `requests answered a second, ${label}`,
      answered.toFixed(0),
      `>= 98 % of ${options.requestsPerSecond}`,
      answered >= options.requestsPerSecond * 0.98,
    ),
    info(`statuses, ${label}`, [...load.statuses].map(([name, n]) => `${n} x ${name}`).join(', ')),
    info(
      `time to answer, median / p99, ${label}`,
      `${quantile(load.times, 0.5).toFixed(0)} / ${quantile(load.times, 0.99).toFixed(0)} ms`,
    ),
    measured(
      `growth of the memory, ${label}`,
      `${growth.toFixed(2)} MB a minute`,
      `< ${maxGrowth} MB a minute`,
      growth < maxGrowth,
    ),
    info(`memory at the end, ${label}`, `${memory.at(-1)?.megabytes.toFixed(0)} MB`),
    counted(`clean stops at the end, ${engine}`, code === 0 ? 1 : 0, 1),
  ]
}

interface Users {
  clients: readonly ApiClient[]
  admin: ApiClient
  oem: ApiClient
  jobId: string
}

type Call = [client: ApiClient, method: string, path: string, payload?: unknown]

const reads = ['/api/user', '/api/jobs?limit=24', '/api/members?limit=24', '/jobs', '/api/about']

/** The request with this number: four reads, then a write. Each kind of request comes to every client. */
function callOf({ clients, admin, oem, jobId }: Users, number: number): Call {
  const index = (number + Math.floor(number / 20)) % clients.length
  const client = clients[index] ?? oem
  if (number % 5 !== 4) {
    if (number % 50 === 0) return [admin, 'GET', '/api/admin/members?limit=100']
    const path = reads[(number + Math.floor(number / 5)) % reads.length] ?? '/api/user'
    return [client, 'GET', index % 2 === 1 ? path.replace('members', 'jobs/saved') : path]
  }
  const writes: Call[] = [
    [client, 'PUT', `/api/jobs/${jobId}/saved`, { saved: number % 2 === 0 }],
    [client, 'PUT', `/api/jobs/${jobId}/saved`, { saved: number % 2 === 1 }],
    [client, 'PUT', '/api/profile', { name: `Asha Patil ${number % 1000}` }],
    [oem, 'POST', '/api/jobs', posting],
  ]
  return writes[((number - 4) / 5) % writes.length] ?? [client, 'GET', '/api/user']
}

/** Sends at a fixed rate, whether or not the answers come. */
function runLoad(users: Users, perSecond: number) {
  const statuses = new Map<string, number>()
  const times: number[] = []
  const pending = new Set<Promise<void>>()
  let number = 0
  const sendOne = async (call: Call) => {
    const startedAt = performance.now()
    const [client, method, path, payload] = call
    const status = await client.request(method, path, payload).then(
      (answer) => String(answer.status),
      () => 'no answer',
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // A sample is enough, and keeps this process small.
    if (times.length < 200_000) times.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (number < due) {
      const sent = sendOne(callOf(users, number))
      number += 1
      pending.add(sent)
      void sent.finally(() => pending.delete(sent))
    }
  }, tick)
  return {
    statuses,
    times,
    answered: () => sum([...statuses.values()]),
    failures: () => sum([...statuses], ([name, count]) => (/^[234]/.test(name) ? 0 : count)),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

const residentMegabytes = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]) / 1024

/** Megabytes a minute, by least squares. */
function slopeOf(points: readonly { minute: number; megabytes: number }[]): number {
  const mean = (values: number[]) => sum(values) / values.length
  const minute = mean(points.map((point) => point.minute))
  const megabytes = mean(points.map((point) => point.megabytes))
  const rise = mean(points.map((point) => (point.minute - minute) * (point.megabytes - megabytes)))
  const spread = mean(points.map((point) => (point.minute - minute) ** 2))
  return rise / spread
}
