/** Two portals on one PostgreSQL, with one key file: what one does holds in the other at once. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cookieHeader, storeCookie } from '#test/support/portal/test-client.ts'
import {
  adminEmail,
  emptyPostgres,
  newPortalSettings,
  startPortal,
  temporaryFolder,
} from '#test/support/process/operator.ts'

test('two portals share links, sessions and limits', async () => {
  const shared = {
    DATABASE_URL: await emptyPostgres(),
    FILES_KEY_FILE: join(temporaryFolder(), 'key'),
    TRUST_PROXY: '127.0.0.1',
  }
  const lines: string[] = []
  const cookies = new Map<string, string>()
  const start = async () => {
    const settings = { ...(await newPortalSettings()), ...shared }
    await startPortal(settings, (line) => lines.push(line))
    const origin = `http://127.0.0.1:${settings.PORT}`
    return async (method: string, path: string, body?: object, network = '198.51.100.1') => {
      const answer = await fetch(origin + path, {
        method,
        headers: {
          'Content-Type': 'application/json',
          Cookie: cookieHeader({ cookies }),
          'X-Forwarded-For': network,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      for (const header of answer.headers.getSetCookie()) storeCookie(cookies, header)
      return answer
    }
  }
  const [first, second] = [await start(), await start()]

  await first('POST', '/api/auth/request-link', { email: adminEmail, type: 'admin' })
  const [, token, code] = lines.join('\n').match(/#token=(\S{43}) \(code (\S+)\)/) ?? []
  expect((await second('POST', '/api/auth/verify', { token, code })).status).toBe(200)
  expect((await first('POST', '/api/auth/verify', { token, code })).status).toBe(409)
  for (const send of [first, second]) expect((await send('GET', '/api/user')).status).toBe(200)
  expect(await (await first('GET', '/api/admin/members?role=admin')).json()).toHaveLength(1)

  const statuses = await Promise.all(
    Array.from({ length: 70 }, async (_, index) => {
      const body = { email: `x${index}@limits.example`, type: 'jobseeker' }
      const send = index % 2 ? first : second
      return (await send('POST', '/api/auth/request-link', body, '203.0.113.7')).status
    }),
  )
  expect(Object.groupBy(statuses, String)).toEqual({
    200: Array(60).fill(200),
    429: Array(10).fill(429),
  })

  const session = cookies.get('session') ?? ''
  expect((await second('POST', '/api/auth/logout')).status).toBe(200)
  cookies.set('session', session)
  for (const send of [first, second]) expect((await send('GET', '/api/user')).status).toBe(401)
})
