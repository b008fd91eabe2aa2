import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

const ask = (portal: TestPortal, email: string, type = 'member', client = '203.0.113.9') =>
  portal
    .visitor()
    .request('POST', '/api/auth/request-link', { email, type }, { 'X-Forwarded-For': client })

describe.each(engines)('requesting a link on %s', (engine) => {
  test.each([
    ['member', 'vendor', true],
    ['member', 'oem', true],
    ['member', 'admin', false],
    ['member', 'seeker', false],
    ['member', 'nobody', false],
    ['admin', 'admin', true],
    ['admin', 'vendor', false],
    ['admin', 'nobody', false],
    ['jobseeker', 'nobody', true],
    ['jobseeker', 'seeker', true],
    ['jobseeker', 'vendor', true],
    ['jobseeker', 'admin', true],
  ] as const)('type %s for %s: mail with a link is %s', async (type, who, expected) => {
    const portal = await testPortal(engine)
    if (who !== 'nobody') await portal.as(who)
    const email = who === 'nobody' ? 'nobody@teak.example' : emailOf(who)
    expect((await ask(portal, email, type)).status).toBe(200)
    const mail = (await portal.mails()).at(-1)
    expect(mail?.envelope.to).toEqual([email])
    expect(/#token=/.test(`${mail?.text}${mail?.html}`)).toBe(expected)
    if (!expected && type === 'member') expect(mail?.text).toContain('/apply/oem')
  })

  test('sends no link to a deactivated account of any type', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    await portal.db.updateTable('person').set({ is_active: false }).execute()
    for (const type of ['member', 'jobseeker', 'admin']) {
      await ask(portal, emailOf('vendor'), type)
      expect((await portal.mails()).at(-1)?.text).toContain('is inactive')
    }
  })

  test('refuses a fourth open request for an address; the first three still work', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const first = portal.visitor()
    await first.post('/api/auth/request-link', { email: emailOf('vendor'), type: 'member' })
    const token = (await portal.mails()).at(-1)?.text?.match(/#token=([\w-]+)/)?.[1]
    portal.advanceClock(minutes(1))
    expect((await ask(portal, emailOf('vendor'))).status).toBe(200)
    expect((await ask(portal, emailOf('vendor'))).status).toBe(200)
    const refused = await ask(portal, emailOf('vendor'))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('540')
    expect(await first.post('/api/auth/verify', { token })).toMatchObject({ role: 'vendor' })
    expect((await ask(portal, emailOf('vendor'))).status).toBe(200)
  })

  test('redeeming one request closes the other open requests of the address', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const browser = portal.visitor()
    const tokens: (string | undefined)[] = []
    for (let i = 0; i < 2; i++) {
      await browser.post('/api/auth/request-link', { email: emailOf('vendor'), type: 'member' })
      tokens.push((await portal.mails()).at(-1)?.text?.match(/#token=([\w-]+)/)?.[1])
    }
    await browser.post('/api/auth/verify', { token: tokens[0] })
    await expect(browser.post('/api/auth/verify', { token: tokens[1] })).rejects.toThrow('409: ')
  })

  test('requests ended by wrong codes are not among the three open ones', async () => {
    const portal = await testPortal(engine)
    const browser = portal.visitor()
    const typed = { email: 'a@teak.example', type: 'jobseeker' }
    for (let i = 0; i < 3; i++) await browser.post('/api/auth/request-link', typed)
    const codes = (await portal.mails()).map((mail) => mail.text?.match(/code: (\S+)/)?.[1])
    const wrong = ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code))
    for (let i = 0; i < 5; i++)
      await browser.request('POST', '/api/auth/verify', { email: typed.email, code: wrong })
    await expect(
      browser.post('/api/auth/verify', { email: typed.email, code: codes[2] }),
    ).rejects.toThrow('410: Too many incorrect codes')
    for (let i = 0; i < 3; i++)
      expect((await ask(portal, typed.email, 'jobseeker')).status).toBe(200)
    const refused = await ask(portal, typed.email, 'jobseeker')
    expect([refused.status, await refused.text()]).toEqual([
      429,
      expect.stringContaining('The newest email in your inbox or spam folder still works'),
    ])
  })

  test('accepts the right code while other clients try wrong codes for the address', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const browser = portal.visitor()
    await browser.post('/api/auth/request-link', { email: emailOf('vendor'), type: 'member' })
    const mail = (await portal.mails()).at(-1)
    for (let i = 0; i < 70; i++)
      await portal
        .visitor()
        .request('POST', '/api/auth/verify', { email: emailOf('vendor'), code: '000000' })
    const code = mail?.text?.match(/code: (\d{6})/)?.[1]
    expect(
      await browser.post('/api/auth/verify', { email: emailOf('vendor'), code }),
    ).toMatchObject({ role: 'vendor' })
  })
})

describe('requesting a link', () => {
  test('limits requests per client across addresses until the window ends', async () => {
    const portal = await testPortal('SQLite')
    const statuses: number[] = []
    for (let i = 0; i < 62; i++) statuses.push((await ask(portal, `a${i}@teak.example`)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    expect((await ask(portal, 'b@teak.example', 'member', '203.0.113.10')).status).toBe(200)
    portal.advanceClock(hours(1))
    expect((await ask(portal, 'c@teak.example')).status).toBe(200)
  })

  test('refused requests do not count for the address: a flood does not lock the owner out', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('vendor')
    for (let i = 0; i < 51; i++) await ask(portal, emailOf('vendor'))
    const live = (await portal.mails()).at(-1)
    const refused = await ask(portal, emailOf('vendor'), 'member', '203.0.113.77')
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600'])
    const owner = portal.visitor()
    await owner.post('/api/auth/verify', {
      token: live?.text?.match(/#token=([\w-]+)/)?.[1],
      code: live?.text?.match(/code: (\d{6})/)?.[1],
    })
    expect(await owner.get('/api/user')).toMatchObject({ role: 'vendor' })
    expect((await ask(portal, emailOf('vendor'))).status).toBe(200)
  })

  test('gives the same answer for known and unknown addresses', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('vendor')
    const seen = await Promise.all(
      [emailOf('vendor'), 'nobody@teak.example'].map(async (email) => {
        const answer = await ask(portal, email)
        const headers = [...answer.headers].filter(
          ([name]) => !/^(x-request-id|set-cookie)$/.test(name),
        )
        return { status: answer.status, headers, body: await answer.text() }
      }),
    )
    expect(seen[0]).toEqual(seen[1])
  })

  test('refuses an invalid address and sends no mail', async () => {
    const portal = await testPortal('SQLite')
    for (const email of [
      '',
      'a',
      'a@b',
      'a@b.c d',
      'a@x.in,b@y.in',
      '"a b"@x.in',
      'a＠x.in',
      'a@x@y.in',
    ]) {
      const answer = await ask(portal, email)
      expect([email, answer.status, await answer.text()]).toEqual([
        email,
        400,
        'Please enter a valid email address',
      ])
    }
    expect(await portal.mails()).toEqual([])
  })

  test('names the origin in the mail and has the token only in the URL fragment', async () => {
    const portal = await testPortal('SQLite')
    await ask(portal, 'a@teak.example', 'jobseeker')
    const mail = (await portal.mails()).at(-1)
    expect(mail?.text).toContain('(IP 203.0.113.9)')
    expect(mail?.text).toContain('5 Jan 2025, 2:30 pm')
    const addresses = `${mail?.text}${mail?.html}`.match(/https?:\/\/[^\s"<]+/g) ?? []
    for (const address of addresses)
      expect(address).toMatch(/^http:\/\/portal\.test\/login|^https:\/\/panel\.example/)
    expect(addresses.filter((address) => /token/.test(address.split('#')[0] ?? ''))).toEqual([])
    expect(mail?.attachments.map((file) => file.mimeType)).toEqual(['image/png'])
  })
})
