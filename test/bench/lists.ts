/** Lists of 10,000 and 100,000 members: time relative to plain SQL, and the time of each list. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type ApiClient, openAgent, openApiClient } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine } from '#test/support/engines.ts'
import { freePort } from '#test/support/free-port.ts'
import { startFilledPortal } from './filled-portal.ts'
import { screenLists } from './list-cases.ts'
import { memberAt } from './register.ts'

const maxFullListRatio = 1.5
const maxSearchRatio = 3
const maxWaitMs = 100

export async function lists(env: DrillEnvironment, engine: Engine): Promise<Finding[]> {
  return [...(await fullLists(env, engine, 10_000)), ...(await pages(env, engine, 100_000))]
}

/** GET /api/admin/members without a limit. */
async function fullLists(
  env: DrillEnvironment,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const { admin, baseline } = await openRegister(env, engine, members)
  const times = await measureByTurns(15, {
    portal: () => rowsOf(admin, '/api/admin/members', members + 1),
    baseline: () => rowsOf(baseline, '/all', members + 1),
  })
  return [ratio(`${engine}: full list of ${members} members`, times, maxFullListRatio)]
}

async function pages(env: DrillEnvironment, engine: Engine, members: number): Promise<Finding[]> {
  const { admin, oem, baseline } = await openRegister(env, engine, members)
  const findings: Finding[] = []
  const searches = {
    'one of ten': 'sharma',
    'one of 20,000': 'zebrano',
    'one letter, everywhere': 'a',
    'one letter, nowhere': 'q',
    'two letters': 'sh',
    'two letters, nowhere': 'zz',
    'one word, nowhere': 'xyzzy',
  }
  for (const [what, search] of Object.entries(searches)) {
    const times = await measureByTurns(15, {
      portal: () => admin.request('GET', `/api/admin/members?search=${search}&limit=50`),
      baseline: () => baseline.request('GET', `/?search=${search}`),
    })
    findings.push(
      ratio(`${engine}: search of ${members}, ${what} (${search})`, times, maxSearchRatio),
    )
  }
  const id = memberAt(4711).id
  const lookups = await measureByTurns(50, {
    lookup: () => baseline.request('GET', `/one?id=${id}`),
  })
  findings.push(info(`${engine}: one row by its id, baseline`, spread(lookups.lookup)))
  for (const [label, path, persona] of screenLists) {
    const client = persona === 'oem' ? oem : admin
    const times = await measureByTurns(11, { list: () => requestList(client, path) })
    findings.push(
      measured(
        `${engine}: ${label}`,
        spread(times.list),
        `p50 < ${maxWaitMs} ms`,
        median(times.list) < maxWaitMs,
      ),
    )
  }
  return findings
}

/** A portal and the baseline server on the same register; clients of the administrator and of OEM member 0. */
async function openRegister(env: DrillEnvironment, engine: Engine, members: number) {
  const { portal, mail, settings } = await startFilledPortal(env, engine, members)
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const oem = await signIn(env.client(portal), mail, memberAt(0).email, 'member')
  const { client: baseline } = await startBaseline(
    env,
    settings.DATABASE_URL ?? join(settings.DATA_DIR, 'portal.sqlite'),
  )
  return { admin, oem, baseline }
}

/** The baseline server on this database: its address and a client. */
export async function startBaseline(env: DrillEnvironment, database: string) {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, 'baseline-lists.ts'), {
    execPath: process.execPath,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE: database },
  })
  env.onClose(() => child.kill())
  await once(child, 'message')
  const agent = openAgent()
  env.onClose(() => agent.destroy())
  const url = `http://127.0.0.1:${port}`
  return { url, client: openApiClient(url, agent) }
}

async function requestList(client: ApiClient, path: string): Promise<void> {
  const { status, text } = await client.request('GET', path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
}

async function rowsOf(client: ApiClient, path: string, expected: number): Promise<void> {
  const { text } = await client.request('GET', path)
  // Counts ids instead of parsing the JSON, which would take both sides the same time.
  const rows = text.split('"id":').length - 1
  if (rows !== expected) throw new Error(`${path} answered ${rows} of ${expected} rows`)
}

/** Milliseconds of each call, called by turns so that load affects all alike; after two warm-up rounds. */
export async function measureByTurns<Name extends string>(
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
      const startedAt = performance.now()
      await calls[name]()
      if (round >= 0) times[name].push(performance.now() - startedAt)
    }
  return times
}

const spread = (times: readonly number[]): string =>
  `p50 ${median(times).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`

function ratio(
  what: string,
  { portal, baseline }: Record<'portal' | 'baseline', number[]>,
  maxRatio: number,
): Finding {
  const share = median(portal.map((time, round) => time / (baseline[round] ?? Number.NaN)))
  const [value, limit] = [median(portal), median(baseline)]
  return {
    ...measured(
      `${what} (${value.toFixed(1)} against ${limit.toFixed(1)} ms)`,
      share.toFixed(2),
      `<= ${maxRatio}`,
      share <= maxRatio,
    ),
    figure: { name: what, unit: 'ms', value, limit, ratio: share },
  }
}
