/** Lists of 10,000 and 100,000 members: against bare queries, and how soon each is there. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { freePort } from '#test/drills/support/portal-process.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine, Site } from '#test/drills/support/site.ts'
import { openAgent, openVisitor, type Visitor } from '#test/drills/support/visitor.ts'
import { startFilledPortal } from './filled-portal.ts'
import { screenLists } from './list-cases.ts'
import { memberAt } from './register.ts'

const mostWhole = 1.5
const mostSearch = 3
const mostWait = 100

export async function lists(site: Site, engine: Engine): Promise<Finding[]> {
  return [...(await wholeLists(site, engine, 10_000)), ...(await parts(site, engine, 100_000))]
}

/** GET /api/admin/members without a limit. */
async function wholeLists(site: Site, engine: Engine, members: number): Promise<Finding[]> {
  const { admin, bare } = await openRegister(site, engine, members)
  const times = await inTurns(15, {
    portal: () => rowsOf(admin, '/api/admin/members', members + 1),
    bare: () => rowsOf(bare, '/whole', members + 1),
  })
  return [ratio(`${engine}: the whole list of ${members} members`, times, mostWhole)]
}

async function parts(site: Site, engine: Engine, members: number): Promise<Finding[]> {
  const { admin, oem, bare } = await openRegister(site, engine, members)
  const findings: Finding[] = []
  const searches = {
    'one of ten': 'sharma',
    'one of 20,000': 'zebrano',
    'one letter, everywhere': 'a',
    'one letter, nowhere': 'q',
    'two letters': 'sh',
    'two letters, nowhere': 'zz',
    'a word, nowhere': 'xyzzy',
  }
  for (const [what, search] of Object.entries(searches)) {
    const times = await inTurns(15, {
      portal: () => admin.request('GET', `/api/admin/members?search=${search}&limit=50`),
      bare: () => bare.request('GET', `/?search=${search}`),
    })
    findings.push(ratio(`${engine}: search of ${members}, ${what} (${search})`, times, mostSearch))
  }
  const id = memberAt(4711).id
  const lookup = await inTurns(50, { one: () => bare.request('GET', `/one?id=${id}`) })
  findings.push(info(`${engine}: one row by its id, bare`, spread(lookup.one)))
  for (const [what, path, who] of screenLists) {
    const visitor = who === 'oem' ? oem : admin
    const times = await inTurns(11, { list: () => found(visitor, path) })
    findings.push(
      measured(
        `${engine}: ${what}`,
        spread(times.list),
        `p50 < ${mostWait} ms`,
        median(times.list) < mostWait,
      ),
    )
  }
  return findings
}

/** A portal and a bare server on one register; the administrator, and the OEM member 0. */
async function openRegister(site: Site, engine: Engine, members: number) {
  const { portal, mail, settings } = await startFilledPortal(site, engine, members)
  const admin = await signIn(site.visitor(portal), mail, adminEmail, 'admin')
  const oem = await signIn(site.visitor(portal), mail, memberAt(0).email, 'member')
  const bare = await startBare(
    site,
    settings.DATABASE_URL ?? join(settings.DATA_DIR, 'portal.sqlite'),
  )
  return { admin, oem, bare }
}

async function startBare(site: Site, database: string): Promise<Visitor> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'bare-lists.ts'), {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE: database },
  })
  site.onClose(() => child.kill())
  await once(child, 'message')
  const line = openAgent()
  site.onClose(() => line.destroy())
  return openVisitor(`http://127.0.0.1:${port}`, line)
}

async function found(visitor: Visitor, path: string): Promise<void> {
  const { status, text } = await visitor.request('GET', path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
}

async function rowsOf(visitor: Visitor, path: string, wanted: number): Promise<void> {
  const { text } = await visitor.request('GET', path)
  // Reading the JSON takes both sides the same; an object has one id.
  const rows = text.split('"id":').length - 1
  if (rows !== wanted) throw new Error(`${path} answered ${rows} of ${wanted} rows`)
}

/** Milliseconds of each, taking turns so that a busy machine is busy for all; twice to warm up. */
async function inTurns<Name extends string>(
  rounds: number,
  calls: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(calls) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = -2; round < rounds; round++)
    for (const name of names) {
      const began = performance.now()
      await calls[name]()
      if (round >= 0) times[name].push(performance.now() - began)
    }
  return times
}

const spread = (times: readonly number[]): string =>
  `p50 ${median(times).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`

function ratio(
  what: string,
  { portal, bare }: Record<'portal' | 'bare', number[]>,
  most: number,
): Finding {
  const share = median(portal.map((time, round) => time / (bare[round] ?? Number.NaN)))
  return measured(
    `${what} (${median(portal).toFixed(1)} against ${median(bare).toFixed(1)} ms)`,
    share.toFixed(2),
    `<= ${most}`,
    share <= most,
  )
}
