import { describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { publicUrl } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'

async function expectSignedOut(portal: TestPortal, cookie: string | undefined) {
  const browser = portal.visitor()
  browser.cookies.set('session', cookie ?? '')
  await expect(browser.get('/api/user')).rejects.toThrow('401')
}

describe('a session', () => {
  test('serves requests during a long write and updates seen_at after it', async () => {
    const portal = await testPortal('SQLite', { connections: 10 })
    const vendor = await portal.as('vendor')
    const sessions = () => portal.db.selectFrom('session').select('seen_at').execute()
    const inside = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const large = portal.db.transaction().execute(async (db) => {
      await db.updateTable('session').set({ device: 'held' }).execute()
      inside.resolve()
      await goOn.promise
    })
    await inside.promise
    portal.advanceClock(minutes(6))
    const [before] = await sessions()
    for (let i = 0; i < 3; i++)
      expect(await vendor.get('/api/user')).toMatchObject({ role: 'vendor' })
    expect(await sessions()).toEqual([before])
    goOn.resolve()
    await large
    await expect.poll(sessions).toEqual([{ seen_at: portal.clock.now.toISOString() }])
  })

  test.each([
    ['vendor', days(14), days(60)],
    ['admin', hours(2), hours(12)],
    ['seeker', days(14), days(60)],
  ] as const)('expires when idle and at its maximum age (%s)', async (principal, idle, all) => {
    const portal = await testPortal('SQLite')
    const idler = await portal.as(principal)
    const start = portal.clock.now.getTime()
    portal.advanceClock(idle - 1)
    expect(await idler.get('/api/user')).toMatchObject({ email: emailOf(principal) })
    portal.advanceClock(idle + minutes(6))
    await expect(idler.get('/api/user')).rejects.toThrow('401: Please log in')

    const busy = await portal.signIn(emailOf(principal))
    const begun = portal.clock.now.getTime()
    while (portal.clock.now.getTime() + idle / 2 < begun + all) {
      portal.advanceClock(idle / 2)
      await busy.get('/api/user')
    }
    portal.clock.now = new Date(begun + all)
    await expect(busy.get('/api/user')).rejects.toThrow('401: Please log in')
    expect(begun).toBeGreaterThan(start)
  })

  test('leaves neither its cookie nor its token in the database', async () => {
    const portal = await testPortal('SQLite')
    const browser = portal.visitor()
    await browser.post('/api/auth/request-link', { email: 'a@teak.example', type: 'jobseeker' })
    const mail = (await portal.mails()).at(-1)
    const token = mail?.text?.match(/#token=([\w-]+)/)?.[1] ?? ''
    await browser.post('/api/auth/verify', { token })
    const rows = JSON.stringify([
      await portal.db.selectFrom('sign_in_request').selectAll().execute(),
      await portal.db.selectFrom('session').selectAll().execute(),
      await portal.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(token).toHaveLength(43)
    for (const secret of [token, browser.cookies.get('session') ?? 'none'])
      expect(rows).not.toContain(secret)
  })
})

describe.each(engines)('a clock that is set back by a day, on %s,', (engine) => {
  test('prolongs no session', async () => {
    const portal = await testPortal(engine)
    await portal.as('admin')
    portal.advanceClock(days(1))
    const admin = await portal.signIn(emailOf('admin'))
    portal.advanceClock(-days(1))
    expect(await admin.get('/api/user')).toMatchObject({ role: 'admin' })
    const begun = portal.clock.now.getTime()
    while (portal.clock.now.getTime() + hours(1) < begun + hours(12)) {
      portal.advanceClock(hours(1))
      await admin.get('/api/user')
    }
    portal.clock.now = new Date(begun + hours(12) + minutes(1))
    await expect(admin.get('/api/user')).rejects.toThrow('401: Please log in')
  })

  test('lets no forgotten session push out a new one', async () => {
    const portal = await testPortal(engine)
    for (let i = 0; i < 10; i++) await portal.signIn(emailOf('vendor'))
    portal.advanceClock(-days(1))
    const office = await portal.signIn(emailOf('vendor'))
    portal.advanceClock(minutes(1))
    await portal.signIn(emailOf('vendor'))
    expect(await office.get('/api/user')).toMatchObject({ email: emailOf('vendor') })
  })
})

describe.each(engines)('the end of a session on %s', (engine) => {
  test('comes with the logout, and its cookie stops working', async () => {
    const portal = await testPortal(engine)
    const vendor = await portal.as('vendor')
    const stolen = vendor.cookies.get('session')
    const known = vendor.cookies.get('known')
    const answer = await vendor.request('POST', '/api/auth/logout')
    expect(await answer.json()).toEqual({ message: 'Logged out' })
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect([vendor.cookies.has('session'), vendor.cookies.get('known')]).toEqual([false, known])
    await expectSignedOut(portal, stolen)
  })

  test('comes for all sessions of a person who signs out everywhere', async () => {
    const portal = await testPortal(engine)
    const office = await portal.as('vendor')
    const phone = await portal.signIn(emailOf('vendor'))
    const other = await portal.as('oem')
    await office.post('/api/auth/logout-everywhere')
    await expect(office.get('/api/user')).rejects.toThrow('401')
    await expect(phone.get('/api/user')).rejects.toThrow('401')
    expect(await other.get('/api/user')).toMatchObject({ role: 'oem' })
  })

  test('comes at the next request after deactivation or a change of role', async () => {
    const portal = await testPortal(engine)
    const vendor = await portal.as('vendor')
    const oem = await portal.as('oem')
    const change = portal.db.updateTable('person')
    await change.set({ is_active: false }).where('email', '=', emailOf('vendor')).execute()
    await change
      .set((row) => ({ session_epoch: row('session_epoch', '+', 1) }))
      .where('email', '=', emailOf('oem'))
      .execute()
    await expect(vendor.get('/api/user')).rejects.toThrow('401')
    await expect(oem.get('/api/user')).rejects.toThrow('401')
  })

  test('comes with a new sign-in, and foreign cookies are ignored', async () => {
    const portal = await testPortal(engine)
    const browser = portal.visitor()
    const planted = 'x'.repeat(43)
    browser.cookies.set('session', planted)
    await expect(browser.get('/api/user')).rejects.toThrow('401')
    const vendor = await portal.as('vendor')
    const before = vendor.cookies.get('session')
    await vendor.post('/api/auth/request-link', { email: emailOf('vendor'), type: 'member' })
    const mail = (await portal.mails()).at(-1)
    const token = mail?.text?.match(/#token=([\w-]+)/)?.[1]
    await vendor.post('/api/auth/verify', { token })
    expect(vendor.cookies.get('session')).not.toBe(before)
    await expectSignedOut(portal, before)
  })

  test('comes for the oldest of more than ten of a person', async () => {
    const portal = await testPortal(engine)
    const first = await portal.as('vendor')
    for (let i = 0; i < 10; i++) {
      portal.advanceClock(1000)
      await portal.signIn(emailOf('vendor'))
    }
    await expect(first.get('/api/user')).rejects.toThrow('401')
    const [row] = await portal.db
      .selectFrom('session')
      .select((of) => of.fn.countAll<number>().as('total'))
      .execute()
    expect(row?.total).toBe(10)
  })
})

describe.each(engines)('the list of sessions on %s', (engine) => {
  test('has each device; only the owner can end one', async () => {
    const portal = await testPortal(engine)
    const office = await portal.as('vendor')
    const phone = await portal.signIn(emailOf('vendor'))
    const listed = await office.get('/api/auth/sessions')
    expect(listed).toHaveLength(2)
    expect(listed.filter((s) => s.current)).toHaveLength(1)
    const theirs = listed.find((s) => !s.current)
    const stranger = await portal.as('oem')
    await expect(stranger.delete(`/api/auth/sessions/${theirs?.id}`)).rejects.toThrow('404')
    await office.delete(`/api/auth/sessions/${theirs?.id}`)
    expect(await office.get('/api/auth/sessions')).toHaveLength(1)
    await expect(phone.get('/api/user')).rejects.toThrow('401')
    expect(await office.get('/api/user')).toMatchObject({ role: 'vendor' })
  })

  test('has no expired ones', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    portal.advanceClock(days(15))
    const phone = await portal.signIn(emailOf('vendor'))
    expect(await phone.get('/api/auth/sessions')).toMatchObject([{ current: true }])
  })
})

describe('cookies', () => {
  test('are HttpOnly and SameSite=Lax', async () => {
    const portal = await testPortal('SQLite')
    const answer = await portal
      .visitor()
      .request('POST', '/api/auth/request-link', { email: 'a@teak.example', type: 'jobseeker' })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^pending=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test.each([
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://sub.portal.test' }, 403],
    [{ Origin: publicUrl }, 200],
    [{ Origin: '', 'Sec-Fetch-Site': 'cross-site' }, 403],
  ])('a request with headers %o is answered %i', async (headers, status) => {
    const portal = await testPortal('SQLite')
    const vendor = await portal.as('vendor')
    const answer = await vendor.request('POST', '/api/auth/logout', undefined, headers)
    expect(answer.status).toBe(status)
    if (status === 403) expect(await vendor.get('/api/user')).toMatchObject({ role: 'vendor' })
  })
})
