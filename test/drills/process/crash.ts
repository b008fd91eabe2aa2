/** Kills the portal (SIGKILL) under load: acknowledged data and mails must survive. */
// cspell:ignore amname relam
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'
import type { Engine } from '#test/support/engines.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured, quantile } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminAndOem } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

const workers = 8
// A limit for busy machines; the benchmark measures how fast a start is.
const maxStartMs = 30_000
/** On PostgreSQL, mails claimed by the killed process wait for the end of its lease of two minutes. */
const maxMailWaitMs = 150_000

const posting = {
  description: 'Runs the hot press and keeps its log.',
  location: 'Pune',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: 'jobs@drill.example',
}

/** What the portal has acknowledged with 2xx. */
interface Acknowledged {
  jobs: Set<string>
  addresses: Set<string>
}

/** Each round ends after a random number of acknowledged postings and link requests, one of each at least. */
export async function crashDrill(
  env: DrillEnvironment,
  engine: Engine,
  kills: number,
  acknowledgements = 500,
): Promise<Finding[]> {
  const mail = await env.mailServer()
  const mails = countMails(mail)
  const settings = await portalSettings(env, mail, engine)
  let portal = await env.portal(settings)
  const { admin, oem } = await adminAndOem(env, portal, mail)
  // The same port at every start, so that cookies stay valid.
  const restartSettings = { ...settings, PORT: portal.port }
  const acknowledged: Acknowledged = { jobs: new Set(), addresses: new Set() }
  const starts: number[] = []
  for (let round = 0; round < kills; round++) {
    const work = startWork(env, portal, oem, acknowledged, round)
    await work.reached(1 + Math.floor(Math.random() * acknowledgements))
    await portal.end('SIGKILL')
    await work.done
    mails.read()
    // Every fifth round kills it a second time, during the start.
    if (round % 5 === 4) {
      const starting = await env.launch(restartSettings)
      await sleep(Math.random() * 600)
      await starting.end('SIGKILL')
    }
    portal = await env.launch(restartSettings)
    starts.push(await portal.ready())
  }
  const storedJobs = await pendingJobs(admin)
  const mailed = await mails.waitForAll(
    acknowledged.addresses,
    engine === 'SQLite' ? 60_000 : maxMailWaitMs,
  )
  const { code } = await portal.end('SIGTERM')
  const quickStarts = starts.filter((ms) => ms <= maxStartMs).length
  return [
    counted(
      `acknowledged postings stored after ${kills} kills, ${engine}`,
      countPresent(acknowledged.jobs, storedJobs),
      acknowledged.jobs.size,
    ),
    counted(
      `acknowledged link requests whose mail arrived, ${engine}`,
      mailed,
      acknowledged.addresses.size,
    ),
    info(
      `duplicate mails, ${engine}`,
      `${mails.countDuplicates()} (at most 4 in transit at each of ${kills} kills)`,
    ),
    counted(`starts within 30 s after a kill, ${engine}`, quickStarts, kills),
    info(`slowest start, ${engine}`, `${quantile(starts, 1).toFixed(0)} ms`),
    counted(`clean stops at the end, ${engine}`, code === 0 ? 1 : 0, 1),
    await checkIntegrity(settings),
  ]
}

/** Half of the workers post jobs, half request links, until the portal stops responding. */
function startWork(
  env: DrillEnvironment,
  portal: { url: string },
  oem: ApiClient,
  acknowledged: Acknowledged,
  round: number,
) {
  let acknowledgements = 0
  let requests = 0
  const sendOne = async (worker: number): Promise<void> => {
    const client = env.client(portal)
    requests += 1
    if (worker % 2 === 0) {
      client.cookies.set('session', oem.cookies.get('session') ?? '')
      const title = `Press operator ${round}-${requests}`
      const answer = await client.request('POST', '/api/jobs', { ...posting, title })
      if (answer.status !== 201) throw new Error(`posting: ${answer.status} ${answer.text}`)
      acknowledged.jobs.add(JSON.parse(answer.text).id)
    } else {
      const email = `crash${round}-${requests}@drill.example`
      const answer = await client.request('POST', '/api/auth/request-link', {
        email,
        type: 'jobseeker',
      })
      if (answer.status !== 200)
        throw new Error(`requesting a link: ${answer.status} ${answer.text}`)
      acknowledged.addresses.add(email)
    }
    acknowledgements += 1
  }
  const work = async (worker: number) => {
    for (;;) {
      try {
        await sendOne(worker)
      } catch (error) {
        if (error instanceof Error && 'code' in error) return
        throw error
      }
    }
  }
  const done = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return {
    done,
    reached: async (count: number) => {
      const stopped = done.then(() => true)
      const { jobs, addresses } = acknowledged
      while (acknowledgements < count || jobs.size === 0 || addresses.size === 0)
        if (await Promise.race([stopped, sleep(1)])) throw new Error('The portal exited by itself')
    },
  }
}

/** Collects Message-IDs by address, so that the mail server need not keep the mails. */
function countMails(mail: MailServer) {
  const ids = new Map<string, string[]>()
  const read = () => {
    for (const { envelope, messageId } of mail.mails)
      for (const to of envelope.to) ids.set(to, [...(ids.get(to) ?? []), messageId ?? ''])
    mail.clear()
  }
  return {
    read,
    countDuplicates: () =>
      [...ids.values()].reduce(
        (sum, received) => sum + received.length - new Set(received).size,
        0,
      ),
    /** Waits until all addresses have a mail, at most `maxMs`; returns how many have one. */
    waitForAll: async (addresses: Set<string>, maxMs: number): Promise<number> => {
      const haveAll = () => {
        read()
        return countPresent(addresses, ids) === addresses.size
      }
      await waitUntil(haveAll, maxMs, 100)
      return countPresent(addresses, ids)
    },
  }
}

const countPresent = (expected: Set<string>, actual: { has: (id: string) => boolean }): number =>
  [...expected].filter((id) => actual.has(id)).length

async function pendingJobs(admin: ApiClient): Promise<Set<string>> {
  const jobs = await admin.call('GET', '/api/admin/pending-jobs')
  if (!Array.isArray(jobs)) throw new Error('The pending jobs are not a list')
  return new Set(jobs.map(({ id }) => String(id)))
}

export async function checkIntegrity(settings: {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}): Promise<Finding> {
  const what = 'integrity check'
  if (settings.DATABASE_URL !== undefined) {
    await queryPostgres(settings.DATABASE_URL, 'create extension if not exists amcheck')
    const rows = await queryPostgres(
      settings.DATABASE_URL,
      `select bt_index_check(index => indexrelid, heapallindexed => true)
         from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
         where relnamespace = 'public'::regnamespace and amname = 'btree'`,
    )
    return measured(`${what}, PostgreSQL`, `${rows.length} indexes`, 'all', rows.length > 0)
  }
  const file = new DatabaseSync(join(settings.DATA_DIR, 'portal.sqlite'))
  try {
    const [verdict] = file.prepare('pragma integrity_check').all()
    const [violation] = file.prepare('pragma foreign_key_check').all()
    const result = String(verdict?.integrity_check)
    return measured(`${what}, SQLite`, result, 'ok', result === 'ok' && violation === undefined)
  } finally {
    file.close()
  }
}
