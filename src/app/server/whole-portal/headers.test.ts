import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '#platform/server/http/listen.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

/** The address of a test portal that serves on a socket. */
async function served() {
  const { server } = await testPortal('SQLite')
  const opened = await listen(server.fetch, { port: 0, host: '127.0.0.1' })
  onTestFinished(() => closeServer(opened))
  const address = opened.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test('an answer on a socket has the headers that its route sets, each of them once', async () => {
  const origin = await served()
  const page = await fetch(`${origin}/login`)
  expect(page.headers.get('Cache-Control')).toBe('no-cache')
  const logout = await fetch(`${origin}/api/auth/logout`, { method: 'POST' })
  expect(logout.status).toBe(200)
  expect(Object.fromEntries(logout.headers)).toMatchObject({
    'cache-control': 'no-store',
    'clear-site-data': '"cache"',
    'content-type': 'application/json',
    vary: 'Accept-Encoding',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(logout.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)])
})

test.each(['/login', '/api/about', '/api/user', '/uploads/none', '/nowhere'])(
  'the security headers are on %s',
  async (path) => {
    const { headers } = await fetch((await served()) + path)
    const policy = headers.get('Content-Security-Policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types portal',
      ]),
    )
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'answered-by': 'members-portal',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)
