/**
 * What docs/scale.md promises: several portals behind Caddy, with PostgreSQL behind pgbouncer and files in S3, of which
 * one after the other is killed under load. Nothing acknowledged is lost, and what they share is exact.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedMail } from '#test/setup/mail-server.ts'
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
  type MixedLoad,
  mixedLoad,
  type People,
  peopleAt,
  signInPeople,
  welcomed,
} from '../support/mixed-load.ts'
import { type Portals, startPortals } from './portals.ts'
import { startLoadBalancer, startPooler } from './proxies.ts'

const count = 4
const seconds = Number(process.env.DRILL_SECONDS ?? 120)
const requestsPerSecond = 200
const secondsBetweenKills = 5

/** Mails claimed by a killed process wait for the end of its lease of two minutes. */
const maxMailWaitMs = 200_000

export async function clusterDrill(env: DrillEnvironment): Promise<Finding[]> {
  const database = (await env.database('PostgreSQL')) ?? ''
  const { portals, balancer, mail } = await startCluster(env, database)
  const direct = { url: portals.urls[0] ?? '' }
  const signedIn = await signInPeople(env, direct, mail)
  const people = peopleAt(env, balancer, signedIn, { repeatsWrites: false })
  const load = await mixedLoad()
  const [{ requests, failures }, kills] = await Promise.all([
    sendRequests(balancer, people, load),
    killInTurns(portals),
  ])
  await portals.ready()
  const settings = { DATABASE_URL: database, DATA_DIR: '' }
  const label = `${kills.length} kills`
  const { acknowledged } = load
  const findings = [
    info('requests sent', String(requests)),
    ...failureFindings(failures, kills, label),
    ...(await acknowledgedFindings(settings, people, acknowledged, label)),
    await receiptFinding(database),
    ...(await mailFindings(database, mail.mails, kills)),
    ...(await sharedFindings(env, portals, people)),
  ]
  const codes = await portals.stop()
  const clean = codes.filter((code) => code === 0).length
  return [...findings, counted('clean stops at the end', clean, codes.length)]
}

async function startCluster(env: DrillEnvironment, database: string) {
  const { port, pathname } = new URL(database)
  const pooler = await startPooler(Number(port))
  env.onClose(pooler.stop)
  const files = await startS3Server()
  env.onClose(files.stop)
  const mail = await env.mailServer()
  const portals = await startPortals(env, count, {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${pooler.port}${pathname}`,
    SMTP_URL: mail.url,
    ADMIN_EMAIL: adminEmail,
    LOG_LEVEL: 'error',
    FILES_URL: files.location(),
    FILES_KEY_FILE: `${env.folder()}.key`,
    TRUST_PROXY: '127.0.0.1',
  })
  env.onClose(portals.stop)
  await portals.ready()
  const balancer = await startLoadBalancer(portals.ports)
  env.onClose(balancer.stop)
  return { portals, balancer, mail }
}

/** From the kill of a portal to its end, or from a request to its failure, in milliseconds since the start. */
interface Span {
  from: number
  to: number
}
type Failure = Span & { what: string }

const paths = ['/api/user', '/api/members?limit=24&search=Teak', '/api/jobs?limit=24', '/jobs']

/** Sends four reads for each write, at a fixed rate. */
async function sendRequests(portal: { url: string }, people: People, load: MixedLoad) {
  const failures: Failure[] = []
  const pending: Promise<void>[] = []
  const readers = [...people.uploaders.values(), people.oem]
  const send = async (number: number): Promise<void> => {
    if (number % 5 === 4) return load.act(portal, people)
    const reader = readers[number % readers.length] ?? people.oem
    const path = paths[number % paths.length] ?? ''
    const { status, text } = await reader.request('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
  }
  const startedAt = performance.now()
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1000) {
    while (pending.length < elapsed * requestsPerSecond) {
      const from = performance.now()
      const failed = (error: unknown) => {
        failures.push({ from, to: performance.now(), what: String(error).slice(0, 300) })
      }
      pending.push(send(pending.length).catch(failed))
    }
    await sleep(20)
  }
  await Promise.all(pending)
  return { requests: pending.length, failures }
}

async function killInTurns(portals: Portals): Promise<Span[]> {
  const kills: Span[] = []
  for (let kill = 0; (kill + 1) * secondsBetweenKills < seconds; kill++) {
    await sleep(secondsBetweenKills * 1000)
    const from = performance.now()
    await portals.kill(kill % count)
    kills.push({ from, to: performance.now() })
  }
  return kills
}

/** Only a request that a killed portal had not answered may fail. */
function failureFindings(
  failures: readonly Failure[],
  kills: readonly Span[],
  label: string,
): Finding[] {
  const broken = /: 502 The connection to the portal was interrupted|ECONNRESET|hang up|aborted/
  const isExplained = ({ from, to, what }: Failure) =>
    broken.test(what) && kills.some((kill) => from <= kill.to && kill.from <= to)
  // The one member who saves all job postings reaches the limit of an hour.
  const answered = failures.filter(({ what }) => !/: 429 /.test(what))
  const others = answered.filter((failure) => !isExplained(failure))
  return [
    info('requests in flight on a killed portal', String(answered.length - others.length)),
    none(
      `failed requests with another cause, ${label}`,
      others.map(({ what }) => what.replace(/[\da-f-]{36}|\d+/g, 'N')),
    ),
  ]
}

async function receiptFinding(database: string): Promise<Finding> {
  const rows = await queryPostgres(
    database,
    "select receipt_number from ledger_entry where kind = 'payment' and receipt_number is not null",
  )
  const serials = rows.map(({ receipt_number }) => Number(String(receipt_number).split('/')[1]))
  return counted('receipts without gap and duplicate', countInSequence(serials), serials.length)
}

/** Every welcome mail arrives; it arrives twice only when a portal was killed before it noted the first. */
async function mailFindings(
  database: string,
  mails: readonly ReceivedMail[],
  kills: readonly Span[],
): Promise<Finding[]> {
  const rows = await queryPostgres(
    database,
    "select email from person where email like '%@added.example'",
  )
  const arrived = () => Map.groupBy(welcomed(mails), (address) => address)
  await waitUntil(() => arrived().size >= rows.length, maxMailWaitMs, 500)
  const doubled = [...arrived()].filter(([, copies]) => copies.length > 1)
  const isUnexplained = ([address]: [string, unknown]) => {
    const first = mails.find(({ envelope }) => envelope.to.includes(address))?.receivedAt ?? 0
    return !kills.some(({ from, to }) => first <= to && from <= first + 2000)
  }
  return [
    counted('members whose welcome mail arrived', arrived().size, rows.length),
    none(
      'mails sent twice without a kill',
      doubled.filter(isUnexplained).map(([address]) => address),
    ),
  ]
}

const linksOfNetwork = 60

/** Limits, settings and sessions hold for all processes. */
async function sharedFindings(
  env: DrillEnvironment,
  { urls }: Portals,
  { admin, oem }: People,
): Promise<Finding[]> {
  const clients = urls.map((url) => env.client({ url }))
  const statuses = await Promise.all(
    Array.from({ length: 2 * linksOfNetwork }, async (_, index) => {
      const payload = { email: `limit${index}@limits.example`, type: 'jobseeker' }
      const headers = { 'X-Forwarded-For': '203.0.113.7' }
      const client = clients[index % count]
      return (await client?.request('POST', '/api/auth/request-link', payload, headers))?.status
    }),
  )
  const sent = statuses.filter((status) => status === 200).length
  const settings = (await admin.call('GET', '/api/admin/settings')) as Record<string, unknown>
  const association_name = `Panel Association ${randomUUID()}`
  await admin.call('PUT', '/api/admin/settings', { ...settings, association_name })
  // The names are cached for a second.
  await sleep(1200)
  const names = await Promise.all(clients.map((client) => client.call('GET', '/api/about')))
  const renamed = names.filter((about) => JSON.stringify(about).includes(association_name)).length
  for (const { cookies } of clients) cookies.set('session', oem.cookies.get('session') ?? '')
  const users = await Promise.all(clients.map((client) => client.request('GET', '/api/user')))
  const known = users.filter(({ status }) => status === 200).length
  const goal = String(linksOfNetwork)
  return [
    measured(
      'links for one network, all processes at once',
      String(sent),
      goal,
      `${sent}` === goal,
    ),
    counted('processes with the new setting after 1.2 s', renamed, count),
    counted('processes that know a session from the beginning', known, count),
  ]
}
