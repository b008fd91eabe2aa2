/**
 * Four portals behind Caddy, on PostgreSQL with a synchronous standby behind pgbouncer, with files in S3:
 * portals and primaries are killed under load. Nothing acknowledged is lost.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { startS3Server } from '#test/setup/s3-server.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import {
  counted,
  countInSequence,
  type Finding,
  info,
  measured,
  none,
} from '#test/support/process/findings.ts'
import { adminEmail } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import {
  acknowledgedFindings,
  mixedLoad,
  type People,
  peopleAt,
  signInPeople,
  welcomed,
} from '../support/mixed-load.ts'
import { type ClusterLoad, explain, type Outage, startClusterLoad } from './cluster-load.ts'
import { type Portals, startPortals } from './portals.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { type Pooler, startLoadBalancer, startPooler } from './proxies.ts'

export interface ClusterOptions {
  seconds: number
  requestsPerSecond: number
  portals: number
  /** Seconds between two kills of a portal. */
  killEvery: number
  /** How often the primary is killed. */
  promotions: number
}

export const fullCluster: ClusterOptions = {
  seconds: Number(process.env.DRILL_SECONDS ?? 300),
  requestsPerSecond: Number(process.env.DRILL_RATE ?? 300),
  portals: 4,
  killEvery: 5,
  promotions: 3,
}

interface Cluster {
  pair: PostgresPair
  pooler: Pooler
  portals: Portals
  /** Settings of a portal, with the database behind the pooler. */
  settings: { DATABASE_URL: string; DATA_DIR: string }
  mail: MailServer
  balancer: { url: string }
}

/** Mails claimed by a killed process wait for the end of its lease of two minutes. */
const maxMailWaitMs = 200_000

export async function clusterDrill(
  env: DrillEnvironment,
  options: ClusterOptions,
): Promise<Finding[]> {
  const cluster = await startCluster(env, options.portals)
  const { portals, balancer, mail, pair } = cluster
  const direct = { url: portals.urls[0] ?? '' }
  const signedIn = await signInPeople(env, direct, mail)
  const people = peopleAt(env, balancer, signedIn, { repeatsWrites: false })
  const load = await mixedLoad()
  const running = startClusterLoad(balancer, people, load, options.requestsPerSecond)
  const { kills, outages } = await disturb(cluster, running, options)
  await running.stop()
  await portals.ready()
  const explained = explain(running.failures, kills, outages)
  const label = `${kills.length} kills, ${outages.length} promotions`
  const findings = [
    ...loadFindings(running, explained, options, label),
    ...(await acknowledgedFindings(
      { DATABASE_URL: pair.url('portal'), DATA_DIR: '' },
      people,
      load.acknowledged,
      label,
    )),
    ...(await receiptFindings(pair)),
    ...(await mailFindings(cluster, kills, outages)),
    ...(await processFindings(env, cluster, people)),
  ]
  const codes = await portals.stop()
  return [
    ...findings,
    counted('clean stops at the end', codes.filter((code) => code === 0).length, codes.length),
  ]
}

async function startCluster(env: DrillEnvironment, count: number): Promise<Cluster> {
  const pair = await startPostgresPair()
  env.onClose(pair.stop)
  await queryPostgres(pair.url(), 'create database portal')
  const pooler = await startPooler(pair.primaryPort())
  env.onClose(pooler.stop)
  const files = await startS3Server()
  env.onClose(files.stop)
  const mail = await env.mailServer()
  const shared = env.folder()
  const settings = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${pooler.port}/portal`,
    DATA_DIR: shared,
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
    LOG_LEVEL: 'error',
    FILES_URL: files.location(),
    FILES_KEY_FILE: `${shared}.key`,
    TRUST_PROXY: '127.0.0.1',
  }
  const portals = await startPortals(env, count, settings)
  env.onClose(portals.stop)
  await portals.ready()
  const balancer = await startLoadBalancer(portals.ports)
  env.onClose(balancer.stop)
  return { pair, pooler, portals, settings, mail, balancer }
}

/** Kills a portal at fixed intervals, and the primary a few times in between. */
async function disturb(
  { pair, pooler, portals }: Cluster,
  load: ClusterLoad,
  { seconds, killEvery, promotions }: ClusterOptions,
): Promise<{ kills: Outage[]; outages: Outage[] }> {
  const kills: Outage[] = []
  const outages: Outage[] = []
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  const failOver = async () => {
    const from = performance.now()
    await pair.killPrimary()
    await pair.promote()
    pooler.pointTo(pair.primaryPort())
    while (load.lastWrite() < from + 1000) await sleep(10)
    outages.push({ from, to: load.lastWrite() })
    await pair.addStandby()
  }
  const killPortals = async () => {
    for (let kill = 0; elapsed() < seconds; kill++) {
      await sleep(killEvery * 1000)
      const from = performance.now()
      await portals.kill(kill % portals.urls.length)
      kills.push({ from, to: performance.now() })
    }
  }
  const killPrimaries = async () => {
    for (let round = 1; round <= promotions; round++) {
      const due = (seconds * round) / (promotions + 1)
      while (elapsed() < due) await sleep(50)
      await failOver()
    }
  }
  await Promise.all([killPortals(), killPrimaries()])
  return { kills, outages }
}

function loadFindings(
  load: ClusterLoad,
  { killed, promotion, other }: ReturnType<typeof explain>,
  { seconds, requestsPerSecond }: ClusterOptions,
  label: string,
): Finding[] {
  const requests = load.requests()
  return [
    measured(
      'requests sent',
      String(requests),
      `>= ${Math.floor(0.98 * seconds * requestsPerSecond)}`,
      requests >= 0.98 * seconds * requestsPerSecond,
    ),
    none(
      `failed requests with another cause, ${label}`,
      other.map(({ what }) => what.replace(/[\da-f-]{36}|\d+/g, 'N')),
    ),
    info('writes in flight on a killed portal', String(killed.length)),
    info('requests answered 503 in words during a promotion', String(promotion.length)),
  ]
}

async function receiptFindings(pair: PostgresPair): Promise<Finding[]> {
  const rows = await queryPostgres(
    pair.url('portal'),
    "select receipt_number from ledger_entry where kind = 'payment' and receipt_number is not null",
  )
  const serials = rows.map(({ receipt_number }) => Number(String(receipt_number).split('/')[1]))
  return [counted('receipts without gap and duplicate', countInSequence(serials), serials.length)]
}

/** Every welcome mail arrives; one that arrives twice was interrupted between the two servers. */
async function mailFindings(
  { pair, mail }: Cluster,
  kills: readonly Outage[],
  outages: readonly Outage[],
): Promise<Finding[]> {
  const rows = await queryPostgres(
    pair.url('portal'),
    "select email from person where email like '%@added.example'",
  )
  const expected = rows.map(({ email }) => String(email))
  const arrivals = () => Map.groupBy(welcomed(mail.mails), (address) => address)
  const haveAllArrived = () => {
    const arrived = arrivals()
    return expected.every((address) => arrived.has(address))
  }
  await waitUntil(haveAllArrived, maxMailWaitMs, 500)
  const arrived = arrivals()
  const doubled = [...arrived].filter(([, mails]) => mails.length > 1).map(([address]) => address)
  const isExplained = (address: string) => {
    const first = mail.mails.find(({ envelope }) => envelope.to.includes(address))?.receivedAt ?? 0
    const isKilled = kills.some(({ from, to }) => first <= to && from <= first + 2000)
    return isKilled || outages.some(({ from, to }) => first >= from - 1000 && first <= to + 1000)
  }
  const unexplained = doubled.filter((address) => !isExplained(address)).length
  return [
    counted(
      'members whose welcome mail arrived',
      expected.filter((address) => arrived.has(address)).length,
      expected.length,
    ),
    measured(
      'mails sent twice outside of the acknowledgement window',
      String(unexplained),
      '0',
      unexplained === 0,
    ),
    info(
      'mails sent twice, the process or the primary killed before it noted the first',
      String(doubled.length),
    ),
  ]
}

const networkLimit = 60

/** What the processes share: limits, settings, sessions. */
async function processFindings(
  env: DrillEnvironment,
  { portals }: Cluster,
  people: People,
): Promise<Finding[]> {
  const clients = portals.urls.map((url) => env.client({ url }))
  const statuses = await Promise.all(
    Array.from({ length: 2 * networkLimit }, async (_, index) => {
      const payload = { email: `limit${index}@limits.example`, type: 'jobseeker' }
      const headers = { 'X-Forwarded-For': '203.0.113.7' }
      const client = clients[index % clients.length]
      return (await client?.request('POST', '/api/auth/request-link', payload, headers))?.status
    }),
  )
  const { admin } = people
  const settings = (await admin.call('GET', '/api/admin/settings')) as Record<string, unknown>
  const association_name = `Panel Association ${randomUUID()}`
  await admin.call('PUT', '/api/admin/settings', { ...settings, association_name })
  await sleep(1200)
  const names = await Promise.all(clients.map((client) => client.call('GET', '/api/about')))
  const signedIn = await Promise.all(
    portals.urls.map(async (url) => {
      const client = env.client({ url })
      client.cookies.set('session', people.oem.cookies.get('session') ?? '')
      return (await client.request('GET', '/api/user')).status
    }),
  )
  const count = portals.urls.length
  return [
    measured(
      `links for one network, ${count} processes at once`,
      String(statuses.filter((status) => status === 200).length),
      `exactly ${networkLimit}, then 429`,
      statuses.filter((status) => status === 200).length === networkLimit &&
        statuses.filter((status) => status === 429).length === networkLimit,
    ),
    counted(
      'processes with the new setting after 1.2 s',
      names.filter((about) => JSON.stringify(about).includes(association_name)).length,
      count,
    ),
    counted(
      'processes that know a session from the beginning',
      signedIn.filter((status) => status === 200).length,
      count,
    ),
  ]
}
