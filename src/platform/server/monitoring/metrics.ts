/** The metrics of this process in the text format of Prometheus (contract 10.11). */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedRequest, Monitor } from '../http/monitor.ts'

/** A value that is read when the metrics are; undefined while there is none. */
export type Reading = [
  name: string,
  help: string,
  read: () => Promise<number | undefined> | number | undefined,
]

/** The refused requests of one call, counted under a name of their own. */
export interface RefusalCount {
  name: string
  help: string
  /** The path of the call, as its endpoint declares it. */
  path: string
}

/** Counts from now on. Ends with the process: call it once. */
export function createMetrics(
  monitor: Monitor,
  { readings, refusals }: { readings: readonly Reading[]; refusals: readonly RefusalCount[] },
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  monitor.onFinish(requestMetrics(registry))
  for (const count of refusals) monitor.onFinish(refusalMetric(registry, count))
  for (const reading of readings) addReading(registry, reading)
  return registry
}

function requestMetrics(registry: Registry): (request: FinishedRequest) => void {
  const registers = [registry]
  const requests = new Counter({
    name: 'portal_requests_total',
    help: 'Requests by method, route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const limited = new Counter({
    name: 'portal_rate_limit_refusals_total',
    help: 'Requests refused because of a limit (status 429), by route',
    labelNames: ['route'],
    registers,
  })
  const uploaded = new Counter({
    name: 'portal_upload_bytes_total',
    help: 'Bytes of forms with files',
    registers,
  })
  return (request) => {
    const { method, route, status } = request
    requests.inc({ method, route, status: `${Math.floor(status / 100)}xx` })
    seconds.observe({ method, route }, request.seconds)
    if (status === 429) limited.inc({ route })
    if (request.uploadBytes > 0) uploaded.inc(request.uploadBytes)
  }
}

function refusalMetric(
  registry: Registry,
  { path, ...metric }: RefusalCount,
): (request: FinishedRequest) => void {
  const refused = new Counter({ ...metric, registers: [registry] })
  return ({ route, status }) => {
    if (route === path && status >= 400) refused.inc()
  }
}

function addReading(registry: Registry, [name, help, read]: Reading): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // A reading that fails is missing from the answer; the others are not.
      const value = await Promise.resolve()
        .then(read)
        .catch(() => undefined)
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}
