/** kill -9 in the middle of the work: whatever was acknowledged is there afterwards, and its mail too. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailServer } from '#test/setup/mail-server.ts'
import { counted, type Finding, info, measured, quantile } from '../support/findings.ts'
import { portalSettings } from '../support/portal-settings.ts'
import { adminAndOem } from '../support/sign-in.ts'
import { type Engine, queryPostgres, type Site } from '../support/site.ts'
import type { Visitor } from '../support/visitor.ts'

const clients = 8
// How quick a start is says the bench; beside other work it only must come.
const longestStart = 30_000
/** A dead process's mails on PostgreSQL wait for the end of its lease of two minutes. */
const longestMailWait = 150_000

const posting = {
  description: 'Runs the hot press and keeps its log.',
  location: 'Pune',
  location_type: 'onsite',
  employment_type: 'full-time',
  how_to_apply: 'jobs@drill.example',
}

/** What the portal has said yes to. */
interface Acknowledged {
  jobs: Set<string>
  addresses: Set<string>
}

/** Each round ends at a random one of `acknowledgements` postings and requests for links. */
export async function crashDrill(
  site: Site,
  engine: Engine,
  kills: number,
  acknowledgements = 500,
): Promise<Finding[]> {
  const mail = await site.mailServer()
  const letters = countLetters(mail)
  const settings = await portalSettings(site, mail, engine)
  let portal = await site.portal(settings)
  const { admin, oem } = await adminAndOem(site, portal, mail)
  // The same port at every start, so that everybody's cookies keep fitting.
  const again = { ...settings, PORT: portal.port }
  const said: Acknowledged = { jobs: new Set(), addresses: new Set() }
  const starts: number[] = []
  for (let round = 0; round < kills; round++) {
    const work = startWork(site, portal, oem, said, round)
    await work.reached(1 + Math.floor(Math.random() * acknowledgements))
    await portal.end('SIGKILL')
    await work.over
    letters.read()
    // Every fifth time it is killed once more, while it starts.
    if (round % 5 === 4) {
      const starting = await site.launch(again)
      await sleep(Math.random() * 600)
      await starting.end('SIGKILL')
    }
    portal = await site.launch(again)
    starts.push(await portal.ready())
  }
  const kept = await pendingJobs(admin)
  const mailed = await letters.until(said.addresses, engine === 'SQLite' ? 60_000 : longestMailWait)
  const { code } = await portal.end('SIGTERM')
  const soon = starts.filter((ms) => ms <= longestStart).length
  return [
    counted(
      `acknowledged postings kept over ${kills} kills, ${engine}`,
      both(said.jobs, kept),
      said.jobs.size,
    ),
    counted(`acknowledged requests whose mail came, ${engine}`, mailed, said.addresses.size),
    info(
      `mails that came twice, ${engine}`,
      `${letters.doubles()} (at most 4 in hand at each of ${kills} kills)`,
    ),
    counted(`starts ready within 30 s after the kill, ${engine}`, soon, kills),
    info(`slowest start, ${engine}`, `${quantile(starts, 1).toFixed(0)} ms`),
    counted(`clean stops at the end, ${engine}`, code === 0 ? 1 : 0, 1),
    await integrity(settings),
  ]
}

/** Half of the clients post jobs, half ask for links, until the portal no longer answers. */
function startWork(
  site: Site,
  portal: { url: string },
  oem: Visitor,
  said: Acknowledged,
  round: number,
) {
  let acknowledged = 0
  let asked = 0
  const once = async (client: number): Promise<void> => {
    const visitor = site.visitor(portal)
    asked += 1
    if (client % 2 === 0) {
      visitor.cookies.set('session', oem.cookies.get('session') ?? '')
      const title = `Press operator ${round}-${asked}`
      const answer = await visitor.request('POST', '/api/jobs', { ...posting, title })
      if (answer.status !== 201) throw new Error(`posting: ${answer.status} ${answer.text}`)
      said.jobs.add(JSON.parse(answer.text).id)
    } else {
      const email = `crash${round}-${asked}@drill.example`
      const answer = await visitor.request('POST', '/api/auth/request-link', {
        email,
        type: 'jobseeker',
      })
      if (answer.status !== 200) throw new Error(`asking: ${answer.status} ${answer.text}`)
      said.addresses.add(email)
    }
    acknowledged += 1
  }
  const work = async (client: number) => {
    for (;;) {
      try {
        await once(client)
      } catch (error) {
        if (error instanceof Error && 'code' in error) return
        throw error
      }
    }
  }
  const over = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  return {
    over,
    reached: async (count: number) => {
      const ended = over.then(() => true)
      while (acknowledged < count)
        if (await Promise.race([ended, sleep(1)])) throw new Error('The portal ended by itself')
    },
  }
}

/** Message-IDs by address, read out of the mail server so that it need not keep the mails. */
function countLetters(mail: MailServer) {
  const ids = new Map<string, string[]>()
  const read = () => {
    for (const { envelope, messageId } of mail.mails)
      for (const to of envelope.to) ids.set(to, [...(ids.get(to) ?? []), messageId ?? ''])
    mail.clear()
  }
  return {
    read,
    doubles: () =>
      [...ids.values()].reduce((sum, ofOne) => sum + ofOne.length - new Set(ofOne).size, 0),
    /** How many of the addresses have had their mail, once all have or the time is up. */
    until: async (addresses: Set<string>, longest: number): Promise<number> => {
      for (const end = performance.now() + longest; performance.now() < end; await sleep(100)) {
        read()
        if (both(addresses, ids) === addresses.size) break
      }
      return both(addresses, ids)
    },
  }
}

const both = (wanted: Set<string>, there: { has: (one: string) => boolean }): number =>
  [...wanted].filter((one) => there.has(one)).length

async function pendingJobs(admin: Visitor): Promise<Set<string>> {
  const jobs = await admin.call('GET', '/api/admin/pending-jobs')
  if (!Array.isArray(jobs)) throw new Error('The pending jobs are not a list')
  return new Set(jobs.map(({ id }) => String(id)))
}

async function integrity(settings: {
  DATA_DIR: string
  DATABASE_URL: string | undefined
}): Promise<Finding> {
  const what = 'tables checked and found whole'
  if (settings.DATABASE_URL !== undefined) {
    await queryPostgres(settings.DATABASE_URL, 'create extension if not exists amcheck')
    const rows = await queryPostgres(
      settings.DATABASE_URL,
      `select bt_index_check(index => indexrelid, heapallindexed => true)
         from pg_index join pg_class on pg_class.oid = indexrelid
         where relnamespace = 'public'::regnamespace`,
    )
    return measured(`${what}, PostgreSQL`, `${rows.length} indexes`, 'all', rows.length > 0)
  }
  const file = new DatabaseSync(join(settings.DATA_DIR, 'portal.sqlite'))
  try {
    const [verdict] = file.prepare('pragma integrity_check').all()
    const [stray] = file.prepare('pragma foreign_key_check').all()
    const words = String(verdict?.integrity_check)
    return measured(`${what}, SQLite`, words, 'ok', words === 'ok' && stray === undefined)
  } finally {
    file.close()
  }
}
