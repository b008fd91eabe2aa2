/** Restarts PostgreSQL, or ends its connections, under writes: the portal must recover automatically. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '#test/setup/postgres.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import { type ApiClient, pairs } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  type Finding,
  info,
  measured,
  none,
  quantile,
} from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, memberIds, newMember, signIn } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

const workers = 8
const maxRecoveryMs = 30_000

type Outage = 'fast restart' | 'immediate restart' | 'ended connections' | 'read-only server'

interface Work {
  members: Set<string>
  addresses: Set<string>
  /** How many requests were answered with 503. */
  unavailable: number
  /** Every answer but a success and a proper 503, and every broken request. */
  violations: string[]
  acknowledgements: number
}

/** `count` outages of each kind, one after another, each after some acknowledged writes of the clients. */
export async function postgresRestartDrill(
  env: DrillEnvironment,
  count: number,
  acknowledgements = 20,
): Promise<Finding[]> {
  const postgres = await startPostgres({ durable: true })
  env.onClose(postgres.stop)
  const mail = await env.mailServer()
  const settings = { ...(await portalSettings(env, mail)), DATABASE_URL: postgres.url }
  const portal = await env.portal(settings)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  let hasExited = false
  portal.exited.then(() => {
    hasExited = true
  })
  const outages: Record<Outage, () => Promise<void>> = {
    'fast restart': () => postgres.restart('fast'),
    'immediate restart': () => postgres.restart('immediate'),
    'ended connections': () => endConnections(postgres.url),
    'read-only server': () => makeReadOnlyForAMoment(postgres.url),
  }
  const work = startWork(env, portal, admin)
  const recoveries: number[] = []
  for (const [name, outage] of Object.entries(outages))
    for (let round = 0; round < count; round++) {
      await work.reached(acknowledgements)
      if (hasExited) throw new Error(`The portal has exited after: ${name}\n${portal.output()}`)
      await sleep(Math.random() * 100)
      await outage()
      const startedAt = performance.now()
      if (!(await work.reached(1, maxRecoveryMs)))
        work.record.violations.push(`no write succeeded after: ${name}`)
      recoveries.push(performance.now() - startedAt)
    }
  await work.stop()
  const { members, addresses, violations, unavailable } = work.record
  const stored = await memberIds(admin)
  const mails = new Set(
    (await queryPostgres(postgres.url, 'select recipient from outbox')).map((row) => row.recipient),
  )
  const { code } = await portal.end('SIGTERM')
  return [
    none(
      `answers other than a success or a 503 in ${count * Object.keys(outages).length} outages`,
      violations,
    ),
    counted('acknowledged members stored', present(members, stored), members.size),
    counted('acknowledged link requests stored', present(addresses, mails), addresses.size),
    info('requests answered with 503', String(unavailable)),
    info('slowest recovery', `${quantile(recoveries, 1).toFixed(0)} ms`),
    measured('exit code at the end', String(code), '0', code === 0),
  ]
}

/** Ends every connection of the portal, in the middle of its work. */
async function endConnections(url: string): Promise<void> {
  await queryPostgres(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'members-portal'`,
  )
}

/** Simulates a failover: the connections lead to a server that has become a standby. */
async function makeReadOnlyForAMoment(url: string): Promise<void> {
  await queryPostgres(url, 'alter system set default_transaction_read_only = on')
  await queryPostgres(url, 'select pg_reload_conf()')
  await sleep(300)
  await queryPostgres(url, 'alter system reset default_transaction_read_only')
  await queryPostgres(url, 'select pg_reload_conf()')
}

/** Half of the workers add members, half request sign-in links, until `stop`. */
function startWork(env: DrillEnvironment, portal: { url: string }, admin: ApiClient) {
  const record: Work = {
    members: new Set(),
    addresses: new Set(),
    unavailable: 0,
    violations: [],
    acknowledgements: 0,
  }
  let isStopped = false
  let requests = 0
  const work = async (worker: number) => {
    const client = env.client(portal)
    client.cookies.set('session', admin.cookies.get('session') ?? '')
    while (!isStopped) {
      requests += 1
      try {
        if (worker % 2 === 0) await addMember(client, requests, record)
        else await requestLink(env.client(portal), requests, record)
      } catch (error) {
        record.violations.push(String(error))
        await sleep(100)
      }
    }
  }
  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  const stop = async () => {
    isStopped = true
    await done
  }
  env.onClose(stop)
  return {
    record,
    stop,
    /** Waits until so many more writes were acknowledged; false when that takes longer than `maxMs`. */
    reached: (more: number, maxMs = 60_000): Promise<boolean> => {
      const goal = record.acknowledgements + more
      return waitUntil(() => record.acknowledgements >= goal, maxMs, 5)
    },
  }
}

async function addMember(client: ApiClient, index: number, record: Work): Promise<void> {
  const text = await write(client, '/api/admin/members', newMember(`restart${index}`), 201, record)
  if (text !== undefined) record.members.add(JSON.parse(text).id)
}

async function requestLink(client: ApiClient, index: number, record: Work): Promise<void> {
  const email = `restart${index}@drill.example`
  const payload = { email, type: 'jobseeker' }
  const text = await write(client, '/api/auth/request-link', payload, 200, record)
  if (text !== undefined) record.addresses.add(email)
}

/** The text of a successful answer; undefined after a 503, which must be one sentence with Retry-After. */
async function write(
  client: ApiClient,
  path: string,
  payload: unknown,
  success: number,
  record: Work,
): Promise<string | undefined> {
  const { status, text, rawHeaders } = await client.request('POST', path, payload)
  if (status === success) {
    record.acknowledgements += 1
    return text
  }
  const hasRetryAfter = pairs(rawHeaders).some(([name]) => name.toLowerCase() === 'retry-after')
  const isProper = /^The portal cannot reach its database/.test(text) && hasRetryAfter
  if (status !== 503 || !isProper) throw new Error(`POST ${path}: ${status} ${text}`)
  record.unavailable += 1
  await sleep(20)
  return undefined
}

const present = (expected: Set<string>, actual: { has: (id: string) => boolean }): number =>
  [...expected].filter((id) => actual.has(id)).length
