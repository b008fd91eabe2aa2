import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { findPersonByEmail } from '#features/members/server/queries.ts'
import { listChanges } from '#platform/server/history/history.ts'
import { declaredRoutes } from '#platform/server/http/guards.ts'
import { minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { issueUnboundLink } from '../request-link.ts'
import { refusedAct, signInSubject } from '../sign-in-history.ts'

const base = '/api/auth/second-factor'

/** The code of an app with this key, `steps` of 30 seconds from now. */
const codeOf = (portal: TestPortal, key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: portal.clock.now.getTime() + steps * 30_000,
  })

/** An administrator with an authenticator app, its key and the recovery codes. */
async function enrolled(portal: TestPortal) {
  const admin = await portal.as('admin')
  const { key } = await admin.post(`${base}/app`)
  const { recovery_codes } = await admin.put(`${base}/app`, { code: codeOf(portal, key) })
  portal.advanceClock(minutes(1))
  return { admin, key: key as string, codes: recovery_codes as string[] }
}

/** A new browser that has signed in, and still lacks the second factor. */
const limited = (portal: TestPortal): Promise<TestClient> => portal.signIn(emailOf('admin'))

const confirm = (client: TestClient, body: object): Promise<Response> =>
  client.request('POST', `${base}/confirmation`, body)

/** Status, code and text of an answer. */
const outcome = async (answer: Response) => [
  answer.status,
  answer.headers.get('Error-Code'),
  answer.ok ? '' : await answer.text(),
]

describe.each(engines)('the second factor on %s', (engine) => {
  test('accepts a code once, and no earlier one after it', async () => {
    const portal = await testPortal(engine)
    const { key } = await enrolled(portal)
    const browsers = [await limited(portal), await limited(portal), await limited(portal)]
    const code = codeOf(portal, key)
    const answers = await Promise.all(browsers.map((each) => confirm(each, { app_code: code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const next = await limited(portal)
    for (const steps of [0, -1]) {
      const answer = await confirm(next, { app_code: codeOf(portal, key, steps) })
      expect((await outcome(answer)).slice(0, 2)).toEqual([400, 'code-wrong'])
    }
  })

  test('limits guesses of codes, and leaves the recovery codes open', async () => {
    const portal = await testPortal(engine)
    const { key, codes } = await enrolled(portal)
    const right = codeOf(portal, key)
    const wrong = ['000000', '111111', '222222'].find((code) => code !== right)
    const browser = await limited(portal)
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await confirm(browser, { app_code: wrong })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const admin = await findPersonByEmail(portal.db, emailOf('admin'))
    const refused = async () =>
      (await listChanges(portal.db, signInSubject, admin?.id ?? '')).filter(
        ({ action }) => action === refusedAct,
      )
    await expect.poll(async () => (await refused()).length).toBe(5)
    expect((await refused())[0]?.after).toMatchObject({ reason: 'wrong second factor' })
    const blocked = await confirm(browser, { app_code: right })
    expect(blocked.headers.get('Retry-After')).toBe('900')
    expect(blocked.status).toBe(429)
    expect((await confirm(browser, { recovery_code: codes[0] })).status).toBe(200)
    portal.advanceClock(minutes(15))
    const later = await limited(portal)
    expect((await confirm(later, { app_code: codeOf(portal, key) })).status).toBe(200)
  })
})

describe('the second factor', () => {
  test('is asked for after the link, and renews the session', async () => {
    const portal = await testPortal('SQLite')
    const { key } = await enrolled(portal)
    const browser = await limited(portal)
    const before = browser.cookies.get('session')
    expect(await outcome(await browser.request('GET', '/api/user'))).toEqual([
      401,
      'second-factor-needed',
      "Please confirm it's you",
    ])
    expect(await browser.get(base)).toMatchObject({
      limitation: 'confirm',
      methods: ['app', 'recovery'],
      factors: [],
    })
    const answer = await confirm(browser, { app_code: codeOf(portal, key) })
    expect(await answer.json()).toMatchObject({ email: emailOf('admin'), role: 'admin' })
    expect(browser.cookies.get('session')).not.toBe(before)
    expect(await browser.get('/api/user')).toMatchObject({ role: 'admin' })
    browser.cookies.set('session', before ?? '')
    await expect(browser.get('/api/user')).rejects.toThrow('401: Please log in')
  })

  test('gives no access before it is entered', async () => {
    const portal = await testPortal('SQLite')
    await enrolled(portal)
    const browser = await limited(portal)
    const open: string[] = []
    for (const { method, path, access } of declaredRoutes(portal.server)) {
      if (access === 'anyone') continue
      const target = path.replace(/:\w+/g, 'no-such-id')
      const answer = await browser.request(method, target, method === 'GET' ? undefined : {})
      const code = answer.headers.get('Error-Code')
      if (answer.status !== 401 || code !== 'second-factor-needed')
        open.push(`${method} ${path}: ${answer.status}`)
    }
    const upload = await browser.request('POST', '/api/upload')
    expect(upload.status).toBe((await portal.visitor().request('POST', '/api/upload')).status)
    expect(open).toEqual([
      'GET /api/auth/second-factor: 200',
      'POST /api/auth/second-factor/challenge: 200',
      'POST /api/auth/second-factor/confirmation: 400',
    ])
  })

  test('ends a session that waits for it too long', async () => {
    const portal = await testPortal('SQLite')
    await enrolled(portal)
    const browser = await limited(portal)
    portal.advanceClock(minutes(30) - 1)
    expect(await browser.get(base)).toMatchObject({ limitation: 'confirm' })
    portal.advanceClock(1)
    expect(await outcome(await browser.request('GET', base))).toEqual([401, null, 'Please log in'])
  })

  test('is needed in the sessions that were open when it was added', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const other = await limited(portal)
    expect(await other.get('/api/user')).toMatchObject({ role: 'admin' })
    await enrolled(portal)
    expect(await admin.get('/api/user')).toMatchObject({ role: 'admin' })
    expect((await outcome(await other.request('GET', '/api/user')))[1]).toBe('second-factor-needed')
  })
})

describe('the codes of an app', () => {
  test('may be one step early or late', async () => {
    const portal = await testPortal('SQLite')
    const { key } = await enrolled(portal)
    for (const [steps, status] of [
      [-2, 400],
      [-1, 200],
      [2, 400],
      [1, 200],
    ] as const) {
      portal.advanceClock(minutes(2))
      const browser = await limited(portal)
      const answer = await confirm(browser, { app_code: codeOf(portal, key, steps) })
      expect([steps, answer.status]).toEqual([steps, status])
    }
  })

  test('work once: the one with which the app was set up is refused', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { key } = await admin.post(`${base}/app`)
    const code = codeOf(portal, key)
    await admin.put(`${base}/app`, { code })
    expect((await confirm(await limited(portal), { app_code: code })).status).toBe(400)
  })
})

describe('the attempts of a second factor', () => {
  test('are not used up in an open session by somebody who only reads the mailbox', async () => {
    const portal = await testPortal('SQLite')
    const owner = await portal.as('admin')
    const { key } = await enrolled(portal)
    const right = codeOf(portal, key)
    const wrong = ['000000', '111111', '222222'].find((code) => code !== right)
    const stranger = await limited(portal)
    for (let guess = 0; guess < 5; guess++) await confirm(stranger, { app_code: wrong })
    for (let guess = 0; guess < 10; guess++)
      await confirm(stranger, { recovery_code: '2222222222' })
    for (const proof of [{ app_code: right }, { recovery_code: '2222222222' }])
      expect((await confirm(stranger, proof)).status).toBe(429)
    expect((await confirm(owner, { recovery_code: '2222222222' })).status).toBe(400)
    expect((await confirm(owner, { app_code: right })).status).toBe(200)
  })

  test('are counted apart for browsers in which it was given before', async () => {
    const portal = await testPortal('SQLite')
    const { admin, key, codes } = await enrolled(portal)
    const right = codeOf(portal, key)
    const wrong = ['000000', '111111', '222222'].find((code) => code !== right)
    // Ten more browsers of an attacker who can only read the mailbox.
    let stranger = await limited(portal)
    for (let other = 0; other < 10; other++) stranger = await limited(portal)
    for (let guess = 0; guess < 5; guess++) await confirm(stranger, { app_code: wrong })
    for (let guess = 0; guess < 10; guess++)
      await confirm(stranger, { recovery_code: '2222222222' })
    expect((await confirm(stranger, { app_code: right })).status).toBe(429)
    // They have not ended the owner's session.
    expect(await admin.get('/api/user')).toMatchObject({ role: 'admin' })
    const owner = portal.visitor()
    owner.cookies.set('known', admin.cookies.get('known') ?? '')
    const link = await issueUnboundLink(portal.world, emailOf('admin'), { reusable: false })
    const token = link.split('#token=')[1]
    await owner.post('/api/auth/verify', { token })
    expect(await owner.get(base)).toMatchObject({ limitation: 'confirm' })
    expect((await confirm(owner, { recovery_code: codes[0] })).status).toBe(200)
    const later = await limited(portal)
    later.cookies.set('known', owner.cookies.get('known') ?? '')
    expect((await confirm(later, { app_code: wrong })).status).toBe(400)
    expect((await confirm(later, { app_code: right })).status).toBe(200)
    const { id } = await admin.get('/api/user')
    const ways = (await listChanges(portal.db, signInSubject, id)).map(({ after }) => after.way)
    expect(ways.filter((way) => way === 'second factor')).toHaveLength(2)
  })

  test('are too few to guess a code in a day', async () => {
    const portal = await testPortal('SQLite')
    const { key } = await enrolled(portal)
    let answered = 0
    for (let window = 0; window < 8; window++) {
      const browser = await limited(portal)
      const right = [-1, 0, 1].map((steps) => codeOf(portal, key, steps))
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))
      for (let guess = 0; guess < 6; guess++)
        if ((await confirm(browser, { app_code: wrong })).status === 400) answered += 1
      portal.advanceClock(minutes(16))
    }
    expect(answered).toBeLessThanOrEqual(30)
  })
})

describe.each(engines)('recovery codes on %s', (engine) => {
  test('work once each, also when used at the same time', async () => {
    const portal = await testPortal(engine)
    const { codes } = await enrolled(portal)
    expect(codes).toHaveLength(10)
    expect(codes[0]).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const browsers = [await limited(portal), await limited(portal), await limited(portal)]
    const typed = codes[0]?.toLowerCase().replace('-', ' ')
    const answers = await Promise.all(
      browsers.map((each) => confirm(each, { recovery_code: typed })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const again = await confirm(await limited(portal), { recovery_code: codes[0] })
    expect((await outcome(again)).slice(0, 2)).toEqual([400, 'code-wrong'])
    const used = (await portal.mails()).filter(({ text }) =>
      text?.includes('recovery code was used'),
    )
    expect(used).toHaveLength(1)
    expect(used[0]?.text).toContain('Recovery codes left: 9')
  })
})

describe('recovery codes', () => {
  test('are stored as keyed hashes, and replaced all at once', async () => {
    const portal = await testPortal('SQLite')
    const { admin, codes } = await enrolled(portal)
    const stored = JSON.stringify([
      await portal.db.selectFrom('recovery_code').selectAll().execute(),
      await portal.db.selectFrom('second_factor').selectAll().execute(),
      await portal.db.selectFrom('outbox').selectAll().execute(),
      await portal.db.selectFrom('history').selectAll().execute(),
    ])
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replace('-', ''))
    }
    const { recovery_codes } = await admin.post(`${base}/recovery-codes`)
    expect(recovery_codes).toHaveLength(10)
    const browser = await limited(portal)
    expect((await confirm(browser, { recovery_code: codes[1] })).status).toBe(400)
    expect((await confirm(browser, { recovery_code: recovery_codes[1] })).status).toBe(200)
  })
})

describe.each(engines)('an authenticator app on %s', (engine) => {
  test('is not replaced by another session that sets up the first one at the same time', async () => {
    const portal = await testPortal(engine)
    const sessions = [await portal.as('admin'), await limited(portal)]
    const keys = await Promise.all(
      sessions.map(async (each) => (await each.post(`${base}/app`)).key),
    )
    const answers = await Promise.all(
      sessions.map((each, index) =>
        each.request('PUT', `${base}/app`, { code: codeOf(portal, keys[index] ?? '') }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    portal.advanceClock(minutes(1))
    const first = keys[answers.findIndex(({ status }) => status === 200)]
    const answer = await confirm(await limited(portal), { app_code: codeOf(portal, first ?? '') })
    expect(answer.status).toBe(200)
  })

  test('can be removed, and then signing in needs only the link', async () => {
    const portal = await testPortal(engine)
    const { admin } = await enrolled(portal)
    const { factors } = await admin.get(base)
    await admin.delete(`${base}/factors/${factors[0]?.id}`)
    expect(await (await limited(portal)).get('/api/user')).toMatchObject({ role: 'admin' })
    expect(await portal.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
  })
})

describe('an authenticator app', () => {
  test('is stored encrypted, recorded and mailed', async () => {
    const portal = await testPortal('SQLite')
    const { admin, key } = await enrolled(portal)
    const [factor] = await portal.db.selectFrom('second_factor').selectAll().execute()
    expect(JSON.stringify(factor)).not.toContain(key)
    expect(await admin.get(base)).toMatchObject({
      limitation: null,
      methods: ['app', 'recovery'],
      factors: [{ kind: 'app', name: '' }],
      recovery_codes_left: 10,
    })
    const acts = await portal.db
      .selectFrom('history')
      .select(['act', 'after'])
      .where('subject', '=', 'person')
      .execute()
    expect(acts).toContainEqual({
      act: 'second factor added',
      after: JSON.stringify({ factor: 'authenticator app' }),
    })
    const mails = await portal.mails()
    expect(mails.map(({ subject }) => subject)).toContain('Your sign-in security has changed')
  })

  test('is added only with its own code, and replaces an earlier one', async () => {
    const portal = await testPortal('SQLite')
    const { admin, key: first } = await enrolled(portal)
    const { key, uri } = await admin.post(`${base}/app`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Panel:admin%40teak\.example\?/)
    const wrong = await admin.request('PUT', `${base}/app`, { code: codeOf(portal, first ?? '') })
    expect([wrong.status, wrong.headers.get('Error-Field')]).toEqual([400, 'code'])
    expect(await admin.put(`${base}/app`, { code: codeOf(portal, key) })).toEqual({
      recovery_codes: [],
    })
    portal.advanceClock(minutes(1))
    const browser = await limited(portal)
    expect((await confirm(browser, { app_code: codeOf(portal, first ?? '') })).status).toBe(400)
    expect((await confirm(browser, { app_code: codeOf(portal, key) })).status).toBe(200)
  })
})

describe('sensitive acts', () => {
  const acts = [
    ['DELETE', '/api/admin/members/no-such-id'],
    ['GET', '/api/admin/export'],
    ['POST', '/api/admin/export'],
    ['POST', '/api/admin/admins'],
    ['POST', `${base}/app`],
    ['PUT', `${base}/app`],
    ['POST', `${base}/passkeys/challenge`],
    ['POST', `${base}/passkeys`],
    ['DELETE', `${base}/factors/no-such-id`],
    ['POST', `${base}/recovery-codes`],
    ['DELETE', '/api/admin/admins/no-such-id/second-factor'],
  ] as const
  const refused = async (client: TestClient) => {
    const found: string[] = []
    for (const [method, path] of acts) {
      const answer = await client.request(method, path, method === 'GET' ? undefined : {})
      if (answer.headers.get('Error-Code') === 'confirmation-needed') {
        expect(answer.status).toBe(403)
        found.push(`${method} ${path}`)
      }
    }
    return found
  }

  test('need a confirmation of the last 15 minutes from those with a factor', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    expect(await refused(admin)).toEqual([])
    const { key } = await enrolled(portal)
    expect(await refused(admin)).toEqual([])
    portal.advanceClock(minutes(14) - 1)
    expect(await refused(admin)).toEqual([])
    portal.advanceClock(1)
    expect(await refused(admin)).toEqual(acts.map((act) => act.join(' ')))
    expect(await admin.get('/api/admin/stats')).toMatchObject({})
    expect((await confirm(admin, { app_code: codeOf(portal, key) })).status).toBe(200)
    expect(await refused(admin)).toEqual([])
  })
})
