/** The limits of one client hold for addresses that only a header names (contract 9.8). */
import { expect, test } from 'vitest'
import type { Client } from '#platform/server/http/client-network.ts'
import { countHit, returnHits } from '#platform/server/http/rate-limit.ts'
import { limits } from '#shared/limits.ts'
import { engines } from '#test/support/engines.ts'
import { testDatabase, testPortal } from '#test/support/portal/test-portal.ts'

test('an X-Forwarded-For of 127.0.0.1 is limited', async () => {
  const portal = await testPortal('SQLite')
  const { request } = portal.visitor()
  const open = (index: number) =>
    request(
      'POST',
      '/api/auth/verify',
      { token: `${index}`.padStart(43, 'A') },
      { 'X-Forwarded-For': index % 2 === 0 ? '127.0.0.1' : '::ffff:127.0.0.1' },
    )
  const statuses = []
  for (let index = 0; index < 62; index += 1) statuses.push((await open(index)).status)
  expect(statuses[59]).not.toBe(429)
  expect(statuses.slice(60)).toEqual([429, 429])
})

test.each(engines)(
  'the 65,536 networks of one customer have ten times the limit on %s',
  async (engine) => {
    const { db } = await testDatabase(engine)
    const now = new Date('2025-01-05T09:00:00.000Z')
    const limit = { ...limits.linksOfClient, max: 2 }
    const count = (address: string) => countHit(db, limit, { kind: 'single', address }, now)
    const waits = []
    for (let index = 0; index < 22; index += 1)
      waits.push(await count(`2001:db8:1:${index.toString(16)}::1`))
    expect(waits).toEqual([...Array.from({ length: 20 }, () => 0), 3600, 3600])
    expect(await count('2001:db8:2::1')).toBe(0)
    // What one network was refused does not count for the others.
    for (let index = 0; index < 30; index += 1) await count('2001:db8:2::1')
    expect(await count('2001:db8:2:1::1')).toBe(0)
    // A sign-in returns the request that led to it, for both networks.
    const signedIn: Client = { kind: 'single', address: '2001:db8:1:0::1' }
    for (let index = 0; index < 3; index += 1) await returnHits(db, limit, signedIn)
    expect(await count('2001:db8:1:0::1')).toBe(0)
    for (let index = 0; index < 3; index += 1)
      expect(await count('198.51.100.7')).toBe(index < 2 ? 0 : 3600)
  },
)
