import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  adminEmail,
  newPortalSettings,
  runCommand,
  startPortal,
} from '#test/support/process/operator.ts'

const forged = 'forged'.padEnd(43, '0')

test('prints requested sign-in links, but not a link in the text of a mail', async () => {
  const settings = await newPortalSettings()
  const lines: string[] = []
  await startPortal(settings, (line) => lines.push(line))
  const printed = () => lines.filter((line) => line.includes('#token='))
  const origin = `http://localhost:${settings.PORT}`
  const post = (path: string, body: object, headers = {}) =>
    fetch(`http://127.0.0.1:${settings.PORT}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  await post('/api/auth/request-link', { email: adminEmail, type: 'admin' })
  expect(printed()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Sign-in link for ${adminEmail}: ${origin}/login/verify#token=\\S{43} \\(code \\S{4}-\\S{4}\\)$`,
      ),
    ),
  ])
  const [, token, code] = lines.join('\n').match(/#token=(\S{43}) \(code (\S+)\)/) ?? []
  const signedIn = await post('/api/auth/verify', { token, code })
  expect(await signedIn.json()).toMatchObject({ role: 'admin', email: adminEmail })

  const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const text = `Sign in:\n${origin}/login/verify#token=${forged}\n\nYour code: 123456`
  const mail = { kind: 'welcome', subject: 'Welcome', text }
  await post('/api/admin/settings/mails/test', mail, { Cookie: cookie, Origin: origin })
  const outbox = join(settings.DATA_DIR, 'outbox')
  const mails = () => readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  await expect
    .poll(() => mails().some((content) => content.includes('Your code: 123456')), {
      timeout: 10_000,
    })
    .toBe(true)
  expect(printed()).toHaveLength(1)
})

describe('without ADMIN_EMAIL', () => {
  test('it refuses to open the sample beside the data of an association, and makes none', async () => {
    const { ADMIN_EMAIL: _, ...settings } = await newPortalSettings()
    await (await startPortal({ ...settings, ADMIN_EMAIL: adminEmail }))()
    const refusal = `${settings.DATA_DIR} has the data of an association but ADMIN_EMAIL is not set. Set ADMIN_EMAIL to the address of an administrator`
    await expect(startPortal(settings)).rejects.toThrow(refusal)
    expect(readdirSync(settings.DATA_DIR)).not.toContain('demo')
    const { code, err } = await runCommand(settings, 'doctor')
    expect([code, err]).toEqual([1, expect.stringContaining(refusal)])
  })

  test('it opens the sample again and again where no association is', async () => {
    const { ADMIN_EMAIL: _, ...settings } = await newPortalSettings()
    await (await startPortal(settings))()
    await startPortal(settings)
  })
})

test.each([
  ['http://localhost:4601', 1],
  ['https://members.example.org', 0],
])('at %s the terminal says %i times that links open here only', async (PUBLIC_URL, count) => {
  const lines: string[] = []
  const settings = { ...(await newPortalSettings()), PUBLIC_URL }
  await startPortal(settings, (line) => lines.push(line))
  const said = lines.filter((line) => line.includes('open on this computer only'))
  expect(said).toHaveLength(count)
})

test('prints no link for an address that may not sign in', async () => {
  const settings = await newPortalSettings()
  const lines: string[] = []
  await startPortal(settings, (line) => lines.push(line))
  await fetch(`http://127.0.0.1:${settings.PORT}/api/auth/request-link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'stranger@fpma.example', type: 'member' }),
  })
  expect(lines.join()).not.toContain('#token=')
})
