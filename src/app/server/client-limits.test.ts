/** The limits of one client hold for addresses that only a header names (contract 9.8). */
import { expect, test } from 'vitest'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/test-portal.ts'

test.each(engines)('an X-Forwarded-For of 127.0.0.1 is limited on %s', async (engine) => {
  const portal = await testPortal(engine)
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
