/** The metrics of this process in the text format of Prometheus (contract 10.11). */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedRequest, Monitor } from '../http/monitor.ts'

/** A value that is read when the metrics are; undefined while there is none. */
export type Reading = [
  name: string,
  help: string,
  read: () => Promise<number | undefined> | number | undefined,
]

/** Counts from now on. Ends with the process: call it once. */
export function createMetrics(monitor: Monitor, readings: readonly Reading[]): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const observe = requestMetrics(registry)
  monitor.onFinish(observe)
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
  const failedSignIns = new Counter({
    name: 'portal_failed_sign_ins_total',
    help: 'Refused attempts to redeem a sign-in link or code',
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
    if (route === '/api/auth/verify' && status >= 400) failedSignIns.inc()
    if (request.uploadBytes > 0) uploaded.inc(request.uploadBytes)
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
