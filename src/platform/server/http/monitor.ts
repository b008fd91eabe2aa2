/** Counts the requests of this process, for the System page and the metrics. */
import type { Instant } from '#shared/dates.ts'
import type { ProxyStats } from './client-network.ts'

export interface FinishedRequest {
  method: string
  /** The pattern of the route, such as /api/jobs/:id; 'page' for screens and files of the build. */
  route: string
  status: number
  seconds: number
  /** The size of a form with files, as its Content-Length states it; otherwise 0. */
  uploadBytes: number
}

export interface Monitor {
  startedAt: Instant
  proxies: ProxyStats
  /** Refusals with status 429 since the start, by route. */
  limited: ReadonlyMap<string, number>
  /** Call it once for each request. */
  finish: (request: FinishedRequest) => void
  /** Calls `listener` with each finished request. */
  onFinish: (listener: (request: FinishedRequest) => void) => void
}

export function createMonitor(proxies: ProxyStats, now: Date): Monitor {
  const limited = new Map<string, number>()
  const listeners: ((request: FinishedRequest) => void)[] = []
  return {
    startedAt: now.toISOString(),
    proxies,
    limited,
    finish: (request) => {
      const name = `${request.method} ${request.route}`
      if (request.status === 429) limited.set(name, (limited.get(name) ?? 0) + 1)
      for (const listener of listeners) listener(request)
    },
    onFinish: (listener) => {
      listeners.push(listener)
    },
  }
}
