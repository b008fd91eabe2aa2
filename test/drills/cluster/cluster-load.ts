/** Requests at a fixed rate through the load balancer: four reads for each write. Failures are recorded. */
import type { ApiClient } from '#test/support/process/api-client.ts'
import type { MixedLoad, People } from '../support/mixed-load.ts'

export interface Failure {
  /** Milliseconds since 1970. */
  from: number
  to: number
  what: string
}

export interface ClusterLoad {
  requests: () => number
  failures: readonly Failure[]
  /** When a write was last acknowledged, in milliseconds since 1970. */
  lastWrite: () => number
  /** Sends no further requests; resolves when the pending ones are answered. */
  stop: () => Promise<void>
}

const tick = 20 // milliseconds

const paths = [
  '/api/user',
  '/api/members?limit=24&search=Teak',
  '/api/jobs?limit=24',
  '/api/about',
  '/jobs',
]
const adminPaths = ['/api/admin/members?limit=50&search=firm', '/api/admin/members?limit=50']

export function startClusterLoad(
  portal: { url: string },
  people: People,
  load: MixedLoad,
  perSecond: number,
): ClusterLoad {
  const readers = [...people.uploaders.values(), people.oem]
  const failures: Failure[] = []
  const pending = new Set<Promise<void>>()
  let requests = 0
  let lastWrite = 0

  const read = async (client: ApiClient, path: string) => {
    const { status, text } = await client.request('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
  }
  const act = async () => {
    await load.act(portal, people)
    lastWrite = performance.now()
  }
  const sendOne = async (number: number) => {
    const from = performance.now()
    const reader = readers[number % readers.length] ?? people.oem
    const work =
      number % 5 === 4
        ? act()
        : number % 50 === 0
          ? read(people.admin, adminPaths[(number / 50) % 2] ?? '')
          : read(reader, paths[number % paths.length] ?? '')
    await work.catch((error: unknown) =>
      failures.push({ from, to: performance.now(), what: String(error).slice(0, 300) }),
    )
  }

  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    while (requests < due) {
      const sent = sendOne(requests)
      requests += 1
      pending.add(sent)
      void sent.finally(() => pending.delete(sent))
    }
  }, tick)
  return {
    failures,
    requests: () => requests,
    lastWrite: () => lastWrite,
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

/** Failures that a client may see, by the outage that explains them; `other` are defects. */
export interface Explained {
  /** Answers 502 and ended connections of writes whose portal was killed before it answered. */
  killed: Failure[]
  /** Answers 503 in words while no primary accepted writes. */
  promotion: Failure[]
  other: Failure[]
}

/** From the kill of a process to its end, or to the first write that its successor acknowledged. */
export interface Outage {
  from: number
  to: number
}

/** How long after an outage its requests may end, in milliseconds. */
const slack = 2000

export function explain(
  failures: readonly Failure[],
  kills: readonly Outage[],
  outages: readonly Outage[],
): Explained {
  const explained: Explained = { killed: [], promotion: [], other: [] }
  for (const failure of failures) {
    const isInFlight = kills.some(({ from, to }) => failure.from <= to && from <= failure.to)
    const isInOutage = outages.some(
      ({ from, to }) => failure.from <= to + slack && failure.to >= from,
    )
    const isUnavailable = /: 503 The portal (cannot reach its database|is starting)/.test(
      failure.what,
    )
    const isBroken =
      /: 502 The connection to the portal was interrupted|ECONNRESET|hang up|aborted/.test(
        failure.what,
      )
    if (isUnavailable && isInOutage) explained.promotion.push(failure)
    else if (isBroken && isInFlight) explained.killed.push(failure)
    else explained.other.push(failure)
  }
  return explained
}
