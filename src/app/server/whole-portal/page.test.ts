/** What the server writes into the page of all screens (contract 2.2). */
import { expect, test } from 'vitest'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

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

async function linksOf(client: TestClient, path: string) {
  const page = await (await client.request('GET', path)).text()
  return [...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
}

test('names the code of signed-in screens for those who are signed in only', async () => {
  const portal = await testPortal('SQLite')
  expect(await linksOf(await portal.as('seeker'), '/login')).toEqual(['/app.js', '/frame.js'])
  expect(await linksOf(portal.visitor(), '/jobs')).toEqual(['/app.js'])
  expect(await linksOf(portal.visitor(), '/login?as=admin')).toEqual(['/app.js'])
})

test.each(['/', '/login', '/login/'])('names no further code for visitors of %s', async (path) => {
  const portal = await testPortal('SQLite')
  expect(await linksOf(portal.visitor(), path)).toEqual([])
})

test.each([
  ['/jobs', '/api/jobs?limit=24'],
  ['/jobs?search=carpenter', undefined],
  ['/jobs/saved', undefined],
  ['/admin?tab=oem-members', '/tables.js'],
  ['/admin?tab=oem-members&search=oak', '/tables.js'],
  ['/admin?tab=deleted-users', undefined],
  ['/admin', '/api/admin/first-day'],
])('names what the screen %s needs: %s', async (path, href) => {
  const seeker = await (await testPortal('SQLite')).as('seeker')
  expect((await linksOf(seeker, path)).slice(2)).toEqual(href === undefined ? [] : [href])
})

test('names no request for the checklist, which the sample association does not show', async () => {
  const admin = await (await testPortal('SQLite', { sample: true })).as('admin')
  expect(await linksOf(admin, '/admin')).toEqual(['/app.js', '/frame.js'])
})

test.each([
  ['/Login', 200],
  ['/LOGIN/verify', 200],
  ['/login/verify%23token=abc', 200],
  ['/login/verify%2523token=abc', 200],
  ['/Admin/System/', 200],
  ['/logins', 404],
  ['/jobs%23token=abc.txt', 200],
  ['/nothing%23token=abc', 404],
])('%s is answered with status %i', async (path, status) => {
  const portal = await testPortal('SQLite')
  expect((await portal.visitor().request('GET', path)).status).toBe(status)
})
