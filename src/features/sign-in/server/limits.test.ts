import { describe, expect, test } from 'vitest'
import { listChanges } from '#platform/server/history/history.ts'
import { readHits } from '#platform/server/http/rate-limit.ts'
import { hours, minutes } from '#shared/durations.ts'
import { limits } from '#shared/limits.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import type { TestClient } from '#test/support/portal/test-client.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { issueUnboundLink } from './request-link.ts'

const ask = (portal: TestPortal, email: string, type = 'member', client = '203.0.113.9') =>
  portal
    .visitor()
    .request('POST', '/api/auth/request-link', { email, type }, { 'X-Forwarded-For': client })

const hitsOf = async (portal: TestPortal, key: string): Promise<number | undefined> =>
  (
    await portal.db
      .selectFrom('rate_count')
      .select('hits')
      .where('key', '=', key)
      .executeTakeFirst()
  )?.hits

/** Token and code of the newest mail. */
async function newestMail(portal: TestPortal) {
  const text = (await portal.mails()).at(-1)?.text
  return {
    token: text?.match(/#token=([\w-]{43})/)?.[1] ?? '',
    code: text?.match(/code: (\S+)/)?.[1] ?? '',
  }
}

async function signInHere(portal: TestPortal, client: TestClient, email: string) {
  const link = await issueUnboundLink(portal.world, email, { reusable: false })
  return client.post('/api/auth/verify', { token: link.split('#token=')[1] })
}

describe.each(engines)('limits of codes on %s', (engine) => {
  test('turns codes without the link off for a day after three requests whose codes were ended', async () => {
    const portal = await testPortal(engine)
    const email = 'a@teak.example'
    const request = async () => {
      const browser = portal.visitor()
      await browser.post('/api/auth/request-link', { email, type: 'jobseeker' })
      return { browser, ...(await newestMail(portal)) }
    }
    const verify = (client: TestClient, proof: object) =>
      client.post('/api/auth/verify', { ...proof })
    for (let i = 0; i < 3; i++) {
      const { browser, code } = await request()
      const wrong = { email, code: code === '000000' ? '111111' : '000000' }
      for (let j = 0; j < 4; j++) await expect(verify(browser, wrong)).rejects.toThrow('400: ')
      await expect(verify(browser, wrong)).rejects.toThrow('410: ')
    }
    const first = await request()
    await expect(verify(first.browser, { email, code: first.code })).rejects.toThrow(
      '410: Too many incorrect codes. For the next day,',
    )
    const { token, code } = first
    expect(await verify(portal.visitor(), { token, code })).toMatchObject({ email })
    portal.advanceClock(hours(23))
    const second = await request()
    await expect(verify(second.browser, { email, code: second.code })).rejects.toThrow('410: ')
    expect(await verify(second.browser, { token: second.token })).toMatchObject({ email })
    portal.advanceClock(hours(1))
    const third = await request()
    expect(await verify(third.browser, { email, code: third.code })).toMatchObject({ email })
  })

  test('counts the wrong codes of an address over all its requests', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const email = emailOf('vendor')
    let comparisons = 0
    for (let i = 0; i < 6; i++) {
      const browser = portal.visitor()
      await browser.request('POST', '/api/auth/request-link', { email, type: 'member' })
      const { code } = await newestMail(portal)
      const wrong = { email, code: code === '000000' ? '111111' : '000000' }
      // Four of five, so that no request ends.
      for (let j = 0; j < 4; j++)
        if ((await browser.request('POST', '/api/auth/verify', wrong)).status === 400)
          comparisons += 1
      portal.advanceClock(minutes(11))
    }
    expect(comparisons).toBe(15)
  })

  test('a right code counts as no wrong one, even that of the oldest of three mails', async () => {
    const portal = await testPortal(engine)
    const email = 'a@teak.example'
    const browser = portal.visitor()
    const codes: string[] = []
    for (let i = 0; i < 3; i++) {
      await browser.post('/api/auth/request-link', { email, type: 'jobseeker' })
      codes.push((await newestMail(portal)).code)
    }
    const [oldest] = codes
    expect(await browser.post('/api/auth/verify', { email, code: oldest })).toMatchObject({ email })
    const { hits } = await readHits(portal.db, limits.wrongCodes, email, portal.world.now())
    expect(hits).toBe(0)
  })
})

describe.each(engines)('limits of requests on %s', (engine) => {
  test('one network cannot use up the requests of an address', async () => {
    const portal = await testPortal(engine)
    const email = 'a@teak.example'
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) {
      statuses.push((await ask(portal, email, 'jobseeker')).status)
      portal.advanceClock(minutes(4))
    }
    expect(statuses.slice(0, 8)).toEqual(Array(8).fill(200))
    expect(statuses.slice(8)).toContain(429)
    expect((await ask(portal, email, 'jobseeker', '198.51.100.7')).status).toBe(200)
  })

  test('mails without a link do not use up the requests of a member', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    for (let i = 0; i < 3; i++) await ask(portal, emailOf('vendor'), 'admin', `198.51.100.${i}`)
    expect((await ask(portal, emailOf('vendor'), 'admin')).status).toBe(429)
    expect((await ask(portal, emailOf('vendor'))).status).toBe(200)
  })
})

describe('limits of requests', () => {
  test('an address without a valid mail always gets one', async () => {
    const portal = await testPortal('SQLite')
    await portal.as('vendor')
    const email = emailOf('vendor')
    for (let i = 0; i < 60; i++) {
      await ask(portal, email, 'member', `198.51.100.${i}`)
      portal.advanceClock(minutes(3))
    }
    await ask(portal, email, 'member', '198.51.100.77')
    const refused = await ask(portal, email)
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get('Retry-After'))
    expect(retryAfter).toBeLessThanOrEqual(600)
    portal.advanceClock(retryAfter * 1000)
    expect((await ask(portal, email)).status).toBe(200)
  })
})

describe.each(engines)('known browsers on %s', (engine) => {
  test('are forgotten elsewhere by signing out everywhere, and everywhere by a new email', async () => {
    const portal = await testPortal(engine)
    const office = await portal.as('vendor')
    await portal.signIn(emailOf('vendor'))
    await portal.as('oem')
    const rows = () => portal.db.selectFrom('known_browser').select('secret_hash').execute()
    // Two people share the browser of the office.
    await signInHere(portal, office, emailOf('oem'))
    await signInHere(portal, office, emailOf('vendor'))
    expect(new Set((await rows()).map((row) => row.secret_hash)).size).toBe(3)
    expect(await rows()).toHaveLength(4)
    await office.post('/api/auth/logout-everywhere')
    expect(await rows()).toHaveLength(3)
    await portal.db
      .updateTable('person')
      .set((row) => ({ session_epoch: row('session_epoch', '+', 1) }))
      .execute()
    for (let i = 0; i < 3; i++) await ask(portal, emailOf('vendor'))
    const request = { email: emailOf('vendor'), type: 'member' }
    expect((await office.request('POST', '/api/auth/request-link', request)).status).toBe(429)
  })

  test('are ten for each person', async () => {
    const portal = await testPortal(engine)
    for (let i = 0; i < 12; i++) {
      await signInHere(portal, portal.visitor(), 'a@teak.example')
      portal.advanceClock(1000)
    }
    expect(await portal.db.selectFrom('known_browser').selectAll().execute()).toHaveLength(10)
  })
})

describe('known browsers', () => {
  test('have request limits of their own', async () => {
    const portal = await testPortal('SQLite')
    const email = emailOf('vendor')
    const office = await portal.as('vendor')
    await office.post('/api/auth/logout')
    for (let i = 0; i < 5; i++) await ask(portal, email, 'member', `198.51.100.${i}`)
    expect((await ask(portal, email)).status).toBe(429)
    // Mails are sent side by side: those of strangers arrive before its own are queued.
    await portal.mails()
    const request = { email, type: 'member' }
    for (let i = 0; i < 3; i++) await office.post('/api/auth/request-link', request)
    // The limits of this browser are used up, so those that all browsers share apply.
    expect((await office.request('POST', '/api/auth/request-link', request)).status).toBe(429)
    const { token } = await newestMail(portal)
    expect(await office.post('/api/auth/verify', { token })).toMatchObject({ role: 'vendor' })
  })

  test('their cookie gives no access, and is invalid for another address or after a copy', async () => {
    const portal = await testPortal('SQLite')
    const office = await portal.as('vendor')
    await portal.as('oem')
    const known = office.cookies.get('known') ?? ''
    const stranger = portal.visitor()
    stranger.cookies.set('known', known)
    await expect(stranger.get('/api/user')).rejects.toThrow('401')
    const statusAfterFlood = async (client: TestClient, email: string) => {
      for (let i = 0; i < 3; i++) await ask(portal, email, 'member', `198.51.100.${i}`)
      const request = { email, type: 'member' }
      return (await client.request('POST', '/api/auth/request-link', request)).status
    }
    expect(await statusAfterFlood(stranger, emailOf('oem'))).toBe(429)
    const forger = portal.visitor()
    forger.cookies.set('known', 'x'.repeat(43))
    expect(await statusAfterFlood(forger, emailOf('vendor'))).toBe(429)
    await signInHere(portal, office, emailOf('vendor'))
    expect(office.cookies.get('known')).not.toBe(known)
    expect(await statusAfterFlood(stranger, emailOf('vendor'))).toBe(429)
    expect(await statusAfterFlood(office, emailOf('vendor'))).toBe(200)
    const rows = await portal.db.selectFrom('known_browser').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(office.cookies.get('known'))
  })
})

describe.each(engines)('the history of sign-ins on %s', (engine) => {
  test('has each sign-in, and the first refusals of an hour', async () => {
    const portal = await testPortal(engine)
    const { id } = await (await portal.as('vendor')).get('/api/user')
    const email = emailOf('vendor')
    const wrong = { email, code: '000000' }
    for (let i = 0; i < 3; i++) {
      const browser = portal.visitor()
      await browser.post('/api/auth/request-link', { email, type: 'member' })
      for (let j = 0; j < 4; j++) await browser.request('POST', '/api/auth/verify', wrong)
    }
    const entries = async () =>
      (await listChanges(portal.db, 'sign-in', id)).map(({ action, after }) => ({
        action,
        ...after,
      }))
    await expect.poll(entries).toHaveLength(6)
    const [first, ...refused] = await entries()
    expect(first).toMatchObject({ action: 'signed in', way: 'link', network: '127.0.0.1' })
    expect(refused).toEqual(
      Array(5).fill({ action: 'sign-in refused', reason: 'wrong code', network: '127.0.0.1' }),
    )
    expect(await hitsOf(portal, limits.refusals.name)).toBe(12)
  })
})

describe('the history of sign-ins', () => {
  test('has no entry for an unknown address, only the count', async () => {
    const portal = await testPortal('SQLite')
    const email = 'nobody@teak.example'
    const browser = portal.visitor()
    await browser.post('/api/auth/request-link', { email, type: 'member' })
    await browser.request('POST', '/api/auth/verify', { email, code: '000000' })
    expect(await hitsOf(portal, limits.refusals.name)).toBe(1)
    expect(await portal.db.selectFrom('history').select('id').execute()).toEqual([])
  })
})

describe('a clock that jumps by a day', () => {
  test.each([24, -24])('(%i hours) keeps sign-in possible and prolongs no link', async (jump) => {
    const portal = await testPortal('SQLite')
    const office = await portal.as('vendor')
    const email = emailOf('vendor')
    const early = portal.visitor()
    await early.post('/api/auth/request-link', { email, type: 'member' })
    const before = await newestMail(portal)
    for (let i = 0; i < 3; i++) await ask(portal, email, 'member', `198.51.100.${i}`)
    await portal.mails()

    portal.advanceClock(hours(jump))
    await expect(early.post('/api/auth/verify', { token: before.token })).rejects.toThrow('410: ')
    expect(await office.get('/api/user')).toMatchObject({ email })
    const during = portal.visitor()
    expect(
      (await during.request('POST', '/api/auth/request-link', { email, type: 'member' })).status,
    ).toBe(200)
    const { token } = await newestMail(portal)
    for (let i = 0; i < 15; i++) await ask(portal, email, 'member', `198.51.100.${i}`)

    portal.advanceClock(hours(-jump))
    expect(await office.get('/api/user')).toMatchObject({ email })
    await expect(during.post('/api/auth/verify', { token })).rejects.toThrow('410: ')
    const after = portal.visitor()
    // The mails of before the jump are valid again for the rest of their life.
    const { status } = await after.request('POST', '/api/auth/request-link', {
      email,
      type: 'member',
    })
    expect(status).toBe(429)
    expect(await early.post('/api/auth/verify', { token: before.token })).toMatchObject({ email })
  })
})
