import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLog } from '../core/log.ts'
import { createClientReader } from './client-network.ts'
import { createMonitor } from './monitor.ts'
import type { PortalEnv } from './request-context.ts'
import { requestMiddleware } from './request-middleware.ts'

/** The header that keeps browsers on https, from a portal at this address. */
async function hstsAt(publicUrl: string): Promise<string | null> {
  const clients = createClientReader({ kind: 'count', count: 0 }, publicUrl)
  const app = new Hono<PortalEnv>().use(
    requestMiddleware({
      log: createLog('silent'),
      publicUrl,
      secure: publicUrl.startsWith('https:'),
      clients,
      monitor: createMonitor(clients.stats, new Date('2025-01-05T09:00:00.000Z')),
      findCaller: async () => undefined,
      afterWrite: () => {},
    }),
  )
  app.get('/', (c) => c.text(''))
  return (await app.request(publicUrl)).headers.get('Strict-Transport-Security')
}

test('browsers stay on https for a year, with subdomains, and only where the portal has it', async () => {
  expect(await hstsAt('https://members.example.org')).toBe('max-age=31536000; includeSubDomains')
  expect(await hstsAt('http://localhost:3000')).toBeNull()
})
