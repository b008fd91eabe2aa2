/** What the server writes into the page of all screens (contract 2.2). */
import { expect, test } from 'vitest'
import type { TestClient } from '#test/support/test-client.ts'
import { testPortal } from '#test/support/test-portal.ts'

async function openLogin(cookie?: string) {
  const portal = await testPortal('SQLite')
  const page = await portal.visitor().request('GET', '/login', undefined, {
    Cookie: cookie ?? '',
  })
  return {
    theme: (await page.text()).match(/data-theme="(\w*)"/)?.[1],
    cookies: page.headers.getSetCookie(),
  }
}

test('the page has the stored theme, which is stored for another year', async () => {
  expect(await openLogin('a=1; theme=dark')).toEqual({
    theme: 'dark',
    cookies: ['theme=dark; Max-Age=31536000; Path=/; SameSite=Lax'],
  })
})

test.each([undefined, 'theme=system', 'theme=sepia', 'my-theme=dark'])(
  'with the cookies %s the page follows the system and sets no cookie',
  async (cookie) => {
    expect(await openLogin(cookie)).toEqual({ theme: 'system', cookies: [] })
  },
)

test('names the code of signed-in screens for those who are signed in only', async () => {
  const portal = await testPortal('SQLite')
  const pageOf = async (client: TestClient) => (await client.request('GET', '/login')).text()
  expect(await pageOf(await portal.as('seeker'))).toContain('data-signed-in')
  expect(await pageOf(portal.visitor())).not.toContain('data-signed-in')
})

test('names the first list of a screen on that screen only', async () => {
  const seeker = await (await testPortal('SQLite')).as('seeker')
  const pageOf = async (path: string) => (await seeker.request('GET', path)).text()
  expect(await pageOf('/jobs')).toContain('href="/api/jobs?limit=24"')
  expect(await pageOf('/jobs/saved')).not.toContain('/api/jobs')
})
