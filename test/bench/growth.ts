/** Registers of 1,000 to 1,000,000 members: each request, the same by handwritten statements, and one look-up. */
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { type ApiClient, openAgent } from '#test/drills/support/api-client.ts'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import {
  type Figure,
  type Finding,
  info,
  measured,
  median,
  quantile,
} from '#test/drills/support/findings.ts'
import { adminEmail, signIn } from '#test/drills/support/sign-in.ts'
import type { Engine } from '#test/support/engines.ts'
import { cookieHeader } from '#test/support/test-client.ts'
import { startFilledPortal } from './filled-portal.ts'
import { adminLists } from './list-cases.ts'
import { measureByTurns, startBaseline } from './lists.ts'
import { memoryAtRest, watchGrowth } from './memory.ts'
import { memberAt } from './register.ts'

interface Case {
  name: string
  path: string
  /** The path of the baseline; by default one row by its id. */
  baseline?: string
  persona?: 'oem'
  /** The largest ratio to the baseline, or the longest p50 in ms; by the number of members. */
  maxRatio?: (members: number) => number
  maxMs?: number
  /** How many times faster than the baseline; by the number of members. */
  minFactor?: (members: number) => number
  /** It reads all members: fewer rounds. */
  isFull?: boolean
}

const register = '/api/admin/members?limit=50'
const directory = '/api/members?limit=48'
const oemTab = `${register}&role=oem&active=true&sort=-membership_number`
/** A person feels a list below it as immediate. */
const maxFirstRowsMs = 300
/** A page is at most twice the bare query from 10,000 members on; a million are allowed three times. */
const pageRatio = (members: number) => {
  if (members < 10_000) return Number.POSITIVE_INFINITY
  return members >= 1_000_000 ? 3 : 2
}
/** Full lists and exports. */
const fullRatio = (members: number) => (members < 10_000 ? Number.POSITIVE_INFINITY : 1.5)
/** From 100,000 members on, at most 20 look-ups. */
const lookupRatio = (members: number) => (members >= 100_000 ? 20 : Number.POSITIVE_INFINITY)

/** Common words, from 100,000 members on. */
const scanFactor = (members: number) => (members >= 100_000 ? 5 : 0)

/** A search with up to 50 hits, relative to look-ups; one with many, to a scan. */
const limited = (what: string, term: string): Case => {
  const path = `${register}&search=${encodeURIComponent(term)}`
  if (what !== 'common word')
    return { name: `register, ${what}, in look-ups`, path, maxRatio: lookupRatio }
  const baseline = `/scan?search=${encodeURIComponent(term)}`
  return { name: `register, ${what}, to a scan`, path, baseline, minFactor: scanFactor }
}

const search = (what: string, term: string): Case[] => [
  {
    name: `register, ${what}`,
    path: `${register}&search=${encodeURIComponent(term)}`,
    baseline: `/?search=${encodeURIComponent(term)}`,
    maxRatio: pageRatio,
  },
  {
    name: `directory, ${what}`,
    path: `${directory}&search=${encodeURIComponent(term)}`,
    persona: 'oem',
    ...(what !== 'common word' && what !== 'one letter' && { maxRatio: lookupRatio }),
  },
  ...(what === 'one letter' ? [] : [limited(what, term)]),
]

const cases: readonly Case[] = [
  { name: 'session check', path: '/api/user' },
  { name: 'page of 50', path: register, baseline: '/page', maxRatio: pageRatio },
  { name: 'OEM tab', path: oemTab, maxMs: maxFirstRowsMs },
  { name: 'Member Data', path: '/api/admin/members/data?limit=100', maxMs: maxFirstRowsMs },
  { name: 'Deleted Users', path: `${register}&role=member&active=false`, maxMs: maxFirstRowsMs },
  { name: 'All Members', path: '/api/members?limit=50&sort=name', maxMs: maxFirstRowsMs },
  {
    name: 'Renewals',
    path: '/api/admin/renewals?limit=50&sort=company_name',
    maxMs: maxFirstRowsMs,
  },
  { name: 'directory', path: directory, persona: 'oem', maxMs: maxFirstRowsMs },
  ...search('common word', 'sharma'),
  ...search('rare word', 'zebrano'),
  ...search('unique word', memberAt(411).email),
  ...search('no hit', 'xyzzy'),
  ...search('one letter', 'a'),
  ...search('two letters without a hit', 'zz'),
  {
    name: 'CSV export',
    path: '/api/admin/export',
    baseline: '/export',
    maxRatio: fullRatio,
    isFull: true,
  },
]
const fullList: Case = {
  name: 'full list as JSON',
  path: '/api/admin/members',
  baseline: '/all',
  maxRatio: fullRatio,
  isFull: true,
}

export const scales = [1000, 10_000, 100_000, 1_000_000] as const
/** The full list of a million members is more than a string can hold. */
const maxFullList = 100_000
/** Whatever the number of members: a million are 530 MB of CSV. */
const maxExportMb = 100

export async function growth(
  env: DrillEnvironment,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const startedAt = performance.now()
  const { portal, mail, settings } = await startFilledPortal(env, engine, members)
  const fillSeconds = (performance.now() - startedAt) / 1000
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const oem = await signIn(env.client(portal), mail, memberAt(0).email, 'member')
  const { url: bareUrl } = await startBaseline(
    env,
    settings.DATABASE_URL ?? join(settings.DATA_DIR, 'portal.sqlite'),
  )
  const agent = openAgent()
  env.onClose(() => agent.destroy())
  const drainAs = (client: ApiClient, path: string, headers: Record<string, string> = {}) =>
    drain(`${portal.url}${path}`, agent, { ...headers, Cookie: cookieHeader(client) })
  const lookup = `/one?id=${memberAt(411).id}`
  const findings: Finding[] = [
    info(`${engine}, ${members}: filled and started`, `${fillSeconds.toFixed(0)} s`),
  ]
  for (const one of [...cases, ...(members <= maxFullList ? [fullList] : [])]) {
    const times = await measureByTurns(roundsOf(one, members), {
      portal: () => drainAs(one.persona === 'oem' ? oem : admin, one.path),
      baseline: () => drain(`${bareUrl}${one.baseline ?? lookup}`, agent, {}),
    })
    findings.push(findingOf(one, times, engine, members), ...longest(one, times, engine, members))
  }
  findings.push(...(await firstRows((path) => drainAs(admin, path), engine, members)))
  if (members <= maxFullList) findings.push(...(await unchanged(drainAs, admin, engine, members)))
  const exportGrowth = watchGrowth(portal.pid)
  env.onClose(exportGrowth)
  await drainAs(admin, '/api/admin/export')
  const grown = exportGrowth()
  findings.push(
    measured(
      `${engine}, ${members}: memory grows during a CSV export`,
      `by ${grown.toFixed(0)} MB`,
      `<= ${maxExportMb} MB`,
      grown <= maxExportMb,
    ),
  )
  const memory = await memoryAtRest(portal.pid)
  const what = `${engine}, ${members}: memory (RSS) after all of it`
  const megabytes = `${memory.toFixed(0)} MB`
  findings.push({
    ...(members <= 100_000
      ? measured(what, megabytes, '< 300 MB', memory < 300)
      : info(what, megabytes)),
    figure: { name: 'memory (RSS)', unit: 'MB', value: memory, scale: members, engine },
  })
  return findings
}

const roundsOf = ({ isFull }: Case, members: number): number => {
  if (isFull) return members >= 100_000 ? 3 : 7
  return members >= 1_000_000 ? 9 : 15
}

function findingOf(
  one: Case,
  { portal, baseline }: Record<'portal' | 'baseline', number[]>,
  engine: Engine,
  members: number,
): Finding {
  const [value, limit] = [median(portal), median(baseline)]
  const ratio = median(portal.map((time, round) => time / (baseline[round] ?? Number.NaN)))
  const figure: Figure = { name: one.name, unit: 'ms', value, limit, ratio, scale: members, engine }
  const what = `${engine}, ${members}: ${one.name}`
  const p99 = quantile(portal, 0.99).toFixed(1)
  const result = `p50 ${value.toFixed(1)}, p99 ${p99} ms, bare ${limit.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`
  const maxRatio = one.maxRatio?.(members) ?? Number.POSITIVE_INFINITY
  if (Number.isFinite(maxRatio))
    return { ...measured(what, result, `ratio <= ${maxRatio}`, ratio <= maxRatio), figure }
  const minFactor = one.minFactor?.(members) ?? 0
  if (minFactor > 0)
    return {
      ...measured(what, result, `${minFactor} times faster`, ratio <= 1 / minFactor),
      figure,
    }
  if (one.maxMs !== undefined)
    return { ...measured(what, result, `p50 < ${one.maxMs} ms`, value < one.maxMs), figure }
  return { ...info(what, result), figure }
}

/** At a million members also the p99 of pages, relative to that of the bare query. */
function longest(
  { name, baseline, maxRatio, isFull }: Case,
  times: Record<'portal' | 'baseline', number[]>,
  engine: Engine,
  members: number,
): Finding[] {
  if (members < 1_000_000 || maxRatio !== pageRatio || isFull || !baseline) return []
  const [value, limit] = [quantile(times.portal, 0.99), quantile(times.baseline, 0.99)]
  const ratio = value / limit
  const result = `${value.toFixed(1)} ms, bare ${limit.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`
  const label = `${engine}, ${members}: ${name}, p99`
  const figure = { name: `${name}, p99`, unit: 'ms', value, limit, ratio, scale: members, engine }
  return [{ ...measured(label, result, 'ratio <= 3', ratio <= 3), figure }]
}

/** The first rows of each list of administrators: the slowest, and all that a person waits for. */
async function firstRows(
  request: (path: string) => Promise<unknown>,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const lists: { label: string; ms: number }[] = []
  for (const [label, path, persona] of adminLists) {
    if (persona !== 'admin') continue
    const { list } = await measureByTurns(members < 1_000_000 ? 3 : 1, {
      list: () => request(path),
    })
    lists.push({ label, ms: median(list) })
  }
  const slowest = lists.toSorted((a, b) => b.ms - a.ms)
  const { label = '', ms = Number.NaN } = slowest[0] ?? {}
  const name = 'slowest list of administrators'
  const goal = `each < ${maxFirstRowsMs} ms`
  const result = `${ms.toFixed(0)} ms (${label})`
  const what = `${engine}, ${members}: ${name} of ${lists.length}`
  return [
    {
      ...measured(what, result, goal, ms < maxFirstRowsMs),
      figure: { name, unit: 'ms', value: ms, scale: members, engine },
    },
    ...slowest
      .filter((list) => list.ms >= maxFirstRowsMs)
      .map((list) => info(`${engine}, ${members}: ${list.label}`, `${list.ms.toFixed(0)} ms`)),
  ]
}

/** The full list again with its ETag, and its size on the wire. */
async function unchanged(
  drainAs: (client: ApiClient, path: string, headers?: Record<string, string>) => Promise<Drained>,
  admin: ApiClient,
  engine: Engine,
  members: number,
): Promise<Finding[]> {
  const plain = await drainAs(admin, fullList.path)
  const packed = await drainAs(admin, fullList.path, { 'Accept-Encoding': 'zstd, br, gzip' })
  const share = packed.bytes / plain.bytes
  const name = 'full list, size on the wire'
  const size: Finding = {
    ...measured(
      `${engine}, ${members}: ${name}`,
      `${(share * 100).toFixed(1)} % (${packed.headers['content-encoding'] ?? 'not compressed'})`,
      '<= 16.5 %',
      share <= 0.165,
    ),
    figure: { name, unit: '%', value: share * 100, scale: members, engine },
  }
  let { etag } = packed.headers
  const label = `${engine}, ${members}: full list unchanged`
  if (!etag) return [size, measured(label, 'no ETag', '304', false)]
  const times = await measureByTurns(5, {
    full: async () => {
      etag = (await drainAs(admin, fullList.path)).headers.etag ?? ''
    },
    // As a browser: with the tag of the last answer. The portal itself saves something now and then.
    again: () =>
      drainAs(admin, fullList.path, {
        'Accept-Encoding': 'zstd, br, gzip',
        'If-None-Match': etag ?? '',
      }),
  })
  const [full, again] = [median(times.full), median(times.again)]
  const factor = full / again
  const result = `${again.toFixed(1)} ms, ${factor.toFixed(0)} times faster`
  return [
    size,
    {
      ...measured(label, result, 'at least 4 times faster', factor >= 4),
      figure: {
        name: 'full list unchanged',
        unit: 'ms',
        value: again,
        limit: full,
        scale: members,
        engine,
      },
    },
  ]
}

interface Drained {
  bytes: number
  headers: IncomingHttpHeaders
}

/** Requests the address and counts the bytes of the answer without keeping them. */
function drain(
  url: string,
  agent: ReturnType<typeof openAgent>,
  headers: Record<string, string>,
): Promise<Drained> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode = 0 } = response
        if (statusCode === 200 || statusCode === 304) resolve({ bytes, headers: response.headers })
        else reject(new Error(`${url} answered ${statusCode}`))
      })
    })
    request.once('error', reject)
  })
}
