import { expect, test } from 'vitest'
import { testPortal } from '#test/support/test-portal.ts'

test.each(['/login', '/api/about', '/api/user', '/uploads/none', '/nowhere'])(
  'the security headers are on %s',
  async (path) => {
    const { headers } = await (await testPortal('SQLite')).visitor().request('GET', path)
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
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)
