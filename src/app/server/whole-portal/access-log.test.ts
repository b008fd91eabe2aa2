/** What the log has of requests, and what it never has. */
import pino from 'pino'
import { expect, test } from 'vitest'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'

async function openPortal(level = 'info') {
  const lines: string[] = []
  const log = pino({ level }, { write: (line: string) => lines.push(line) })
  const portal = await testPortal('SQLite', { log })
  const entries = (path: string) =>
    lines.map((line) => JSON.parse(line)).filter((entry) => entry.path === path)
  return { portal, entries, lines }
}

test("a call beyond the caller's rights is logged with person and network", async () => {
  const { portal, entries } = await openPortal()
  const oem = await portal.as('oem')
  const { id } = await oem.get('/api/user')
  expect((await oem.request('GET', '/api/admin/members')).status).toBe(403)
  expect(entries('/api/admin/members')).toMatchObject([
    { status: 403, person: id, method: 'GET', network: expect.any(String) },
  ])
})

test('a file that the caller may not open is logged, other reading is not', async () => {
  const { portal, entries } = await openPortal()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await jpegPhoto(1))], 'photo.jpg'))
  const { url } = await (await portal.as('admin')).post('/api/upload', form)
  const oem = await portal.as('oem')
  expect((await oem.request('GET', url)).status).toBe(404)
  expect(entries(url)).toMatchObject([{ status: 404, person: expect.any(String) }])
  expect((await oem.request('GET', '/api/members')).status).toBe(200)
  expect((await portal.visitor().request('GET', '/api/user')).status).toBe(401)
  expect([...entries('/api/members'), ...entries('/api/user')]).toEqual([])
})

test('no token, code, cookie or full address is logged at any level', async () => {
  const { portal, entries, lines } = await openPortal('trace')
  const browser = portal.visitor()
  const email = 'ramesh.patel@teak.example'
  await browser.post('/api/auth/request-link', { email, type: 'jobseeker' })
  const text = (await portal.mails()).at(-1)?.text ?? ''
  const token = text.match(/#token=([\w-]{43})/)?.[1] ?? ''
  const code = text.match(/^\D*(\d{6})\D*$/m)?.[1] ?? ''
  expect([token.length, code.length]).toEqual([43, 6])
  await browser.request('POST', '/api/auth/verify', { email, code: '000000' })
  await browser.post('/api/auth/verify', { email, code })
  for (const mark of ['%23token=', '%2523token%253d', '/token=']) {
    await browser.request('GET', `/login/verify${mark}${token}`)
    await browser.request('POST', `/login/verify${mark}${token}`)
  }
  expect(entries('/login/verify…').length).toBeGreaterThan(0)
  await portal.mails()
  const secrets = [token, code, ...browser.cookies.values(), email]
  expect(secrets.length).toBeGreaterThan(4)
  const log = lines
    .map((line) => line.replaceAll(/"(time|request|pid|ms|mail)":[^,}]+/g, ''))
    .join()
  expect(lines.some((line) => line.includes('ra…@teak.example'))).toBe(true)
  for (const secret of secrets) expect(log).not.toContain(secret)
})
