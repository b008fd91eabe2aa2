import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClientReader } from '../http/client-network.ts'
import { createMonitor } from '../http/monitor.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const startedAt = new Date('2025-01-05T09:00:00.000Z')

/** A running metrics server on a free port. */
async function openMetrics() {
  const { stats } = createClientReader({ kind: 'off' }, 'https://portal.example.org')
  const monitor = createMonitor(stats, startedAt)
  const registry = createMetrics(monitor, {
    readings: [
      ['portal_outbox_waiting', 'Mails that wait', () => 7],
      ['portal_backup_age_seconds', 'None yet', () => undefined],
      ['portal_disk_free_bytes', 'Fails', () => Promise.reject(new Error('no disk'))],
    ],
    refusals: [{ name: 'portal_wrong_codes_total', help: 'Wrong codes', path: '/api/codes' }],
  })
  const server = await serveMetrics(registry, 0)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { monitor, address: server.address() as AddressInfo }
}

const get = ({ port }: AddressInfo, path = '/metrics', host = `127.0.0.1:${port}`) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { Host: host } }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, text })
    })
      .once('error', reject)
      .end()
  })

test('counts requests by status class and route, refusals, also those of one call, and uploads', async () => {
  const { monitor, address } = await openMetrics()
  const finish = (method: string, route: string, status: number, uploadBytes = 0) =>
    monitor.finish({ method, route, status, seconds: 0.02, uploadBytes })
  finish('GET', '/api/jobs/:id', 200)
  finish('GET', '/api/jobs/:id', 204)
  finish('POST', '/api/codes', 200)
  finish('POST', '/api/codes', 400)
  finish('POST', '/api/codes', 429)
  finish('POST', '/api/upload', 201, 5000)
  const { text } = await get(address)
  const lines = text.split('\n')
  for (const line of [
    'portal_requests_total{method="GET",route="/api/jobs/:id",status="2xx"} 2',
    'portal_request_duration_seconds_count{method="GET",route="/api/jobs/:id"} 2',
    'portal_rate_limit_refusals_total{route="/api/codes"} 1',
    'portal_wrong_codes_total 2',
    'portal_upload_bytes_total 5000',
    'portal_outbox_waiting 7',
  ])
    expect(lines).toContain(line)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)
  expect(text).not.toMatch(/^portal_(backup_age_seconds|disk_free_bytes) /m)
  expect([...monitor.limited]).toEqual([['POST /api/codes', 1]])
})

test('is served on loopback only, on one path, and not to other hosts', async () => {
  const { address } = await openMetrics()
  expect(address.address).toBe('127.0.0.1')
  expect((await get(address, '/')).status).toBe(404)
  expect((await get(address, '/metrics', 'attacker.example')).status).toBe(403)
  expect((await get(address, '/metrics', 'localhost:9464')).status).toBe(200)
})

test('says so when the port is in use', async () => {
  const { stats } = createClientReader({ kind: 'off' }, 'https://portal.example.org')
  const registry = createMetrics(createMonitor(stats, startedAt), { readings: [], refusals: [] })
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    other.close()
  })
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await expect(serveMetrics(registry, port)).rejects.toThrow('set METRICS_PORT to another port')
})
