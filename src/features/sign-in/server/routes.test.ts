import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { linkLifetime } from '../rules.ts'

const link = (mail: { text?: string | undefined } | undefined) =>
  mail?.text?.match(/#token=([\w-]{43})/)?.[1] ?? ''
const code = (mail: { text?: string | undefined } | undefined) =>
  mail?.text?.match(/code: (\S+)/)?.[1] ?? ''
const ask = { email: 'vendor@teak.example', type: 'member' }

/** A browser in which a vendor has requested a link, and the mail with it. */
async function requestLink(engine: Engine) {
  const portal = await testPortal(engine)
  await portal.as('vendor')
  const browser = portal.visitor()
  await browser.post('/api/auth/request-link', ask)
  const [mail] = (await portal.mails()).slice(-1)
  return { portal, browser, mail }
}

describe.each(engines)('the link of a sign-in mail on %s', (engine) => {
  test('works once, in the browser that requested it', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const browser = portal.visitor()
    expect(
      await browser.post('/api/auth/request-link', { ...ask, email: ' Vendor@Teak.example ' }),
    ).toEqual({
      message: 'Magic link sent',
    })
    const [mail] = (await portal.mails()).slice(-1)
    expect(mail?.envelope.to).toEqual([emailOf('vendor')])
    const user = await browser.post('/api/auth/verify', { token: link(mail) })
    expect(user).toMatchObject({ role: 'vendor', email: emailOf('vendor'), is_member: true })
    expect(await browser.get('/api/user')).toEqual(user)
    await expect(portal.visitor().post('/api/auth/verify', { token: link(mail) })).rejects.toThrow(
      '409: This sign-in link has already been used',
    )
  })

  test('requires the code in another browser', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    await portal.visitor().post('/api/auth/request-link', ask)
    const [mail] = (await portal.mails()).slice(-1)
    const phone = portal.visitor()
    await expect(phone.post('/api/auth/verify', { token: link(mail) })).rejects.toThrow('403: ')
    await expect(phone.get('/api/user')).rejects.toThrow('401')
    await phone.post('/api/auth/verify', { token: link(mail), code: code(mail) })
    expect(await phone.get('/api/user')).toMatchObject({ email: ask.email })
  })

  test.each([
    [-1, '200'],
    [0, '410: This sign-in link has expired'],
    [1000, '410: This sign-in link has expired'],
  ])('at the end of its life and %i ms later: %s', async (late, expected) => {
    const portal = await testPortal(engine)
    const browser = portal.visitor()
    await browser.post('/api/auth/request-link', { email: 'new@teak.example', type: 'jobseeker' })
    const [mail] = await portal.mails()
    portal.advanceClock(linkLifetime + late)
    const outcome = browser.post('/api/auth/verify', { token: link(mail) })
    if (expected === '200') expect(await outcome).toMatchObject({ email: 'new@teak.example' })
    else await expect(outcome).rejects.toThrow(expected)
  })

  test('a scanner that opens the link in any way neither signs in nor uses it up', async () => {
    const { portal, browser, mail } = await requestLink(engine)
    const token = link(mail)
    const scanner = portal.visitor()
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const path of ['/login/verify', '/api/auth/verify'])
        for (const end of ['', `?token=${token}`, `%23token=${token}`])
          expect((await scanner.request(method, path + end)).status).not.toBe(500)
    const wrong = code(mail) === '000000' ? '111111' : '000000'
    for (const proof of [{ token }, { token, code: wrong }])
      expect((await scanner.request('POST', '/api/auth/verify', proof)).ok).toBe(false)
    await expect(scanner.get('/api/user')).rejects.toThrow('401')
    expect(await browser.post('/api/auth/verify', { token })).toMatchObject({ role: 'vendor' })
  })

  test('creates one session for fifty concurrent calls, by the link, the code or both', async () => {
    const portal = await testPortal(engine)
    const browser = portal.visitor()
    const email = 'new@teak.example'
    await browser.post('/api/auth/request-link', { email, type: 'jobseeker' })
    const [mail] = await portal.mails()
    const proof = { token: link(mail), code: code(mail) }
    const calls = [
      () => browser.request('POST', '/api/auth/verify', { token: proof.token }),
      () => browser.request('POST', '/api/auth/verify', { email, code: proof.code }),
      () => portal.visitor().request('POST', '/api/auth/verify', proof),
    ]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => calls[index % calls.length]?.()),
    )
    expect(answers.filter((answer) => answer?.ok)).toHaveLength(1)
    expect(await portal.db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  })
})

describe('the code of a sign-in mail', () => {
  test('works alone only in the browser that requested it', async () => {
    const { portal, browser, mail } = await requestLink('SQLite')
    const typed = { email: ask.email, code: code(mail) }
    await expect(portal.visitor().post('/api/auth/verify', typed)).rejects.toThrow('410: ')
    expect(await browser.post('/api/auth/verify', typed)).toMatchObject({ role: 'vendor' })
  })

  test('is rejected after five wrong ones, but not the link', async () => {
    const { browser, mail } = await requestLink('SQLite')
    const wrong = { email: ask.email, code: code(mail) === '000000' ? '111111' : '000000' }
    for (let i = 0; i < 4; i++)
      await expect(browser.post('/api/auth/verify', wrong)).rejects.toThrow('400: ')
    await expect(browser.post('/api/auth/verify', wrong)).rejects.toThrow('410: Too many incorrect')
    await expect(
      browser.post('/api/auth/verify', { email: ask.email, code: code(mail) }),
    ).rejects.toThrow('410: ')
    expect(await browser.post('/api/auth/verify', { token: link(mail) })).toMatchObject({
      role: 'vendor',
    })
  })

  test('is counted apart when it is entered with the link, up to ten', async () => {
    const { portal, browser, mail } = await requestLink('SQLite')
    const wrong = code(mail) === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++)
      await browser.request('POST', '/api/auth/verify', { email: ask.email, code: wrong })
    const phone = portal.visitor()
    const typed = { token: link(mail), code: wrong }
    for (let i = 0; i < 9; i++)
      await expect(phone.post('/api/auth/verify', typed)).rejects.toThrow('400: ')
    await expect(phone.post('/api/auth/verify', typed)).rejects.toThrow('410: ')
    const right = { ...typed, code: code(mail) }
    await expect(phone.post('/api/auth/verify', right)).rejects.toThrow('410: ')
    expect(await browser.post('/api/auth/verify', { token: link(mail) })).toMatchObject({
      role: 'vendor',
    })
  })

  test('is stored as a keyed hash under a key outside the database', async () => {
    const { portal, mail } = await requestLink('SQLite')
    const rows = await portal.db.selectFrom('sign_in_request').selectAll().execute()
    const { id = '', code_hash } = rows.at(-1) ?? {}
    expect(portal.world.secrets.hmac('sign-in code', `${id} ${code(mail)}`)).toBe(code_hash)
    expect(JSON.stringify(rows)).not.toContain(code(mail))
  })
})

describe.each(engines)('a refused sign-in on %s', (engine) => {
  test('says by an error code what the link or the code needs', async () => {
    const portal = await testPortal(engine)
    await portal.as('vendor')
    const browser = portal.visitor()
    const refusal = async (body: object, from = browser) => {
      const { status, headers } = await from.request('POST', '/api/auth/verify', body)
      return `${status} ${headers.get('Error-Code')}`
    }
    const request = async () => {
      await browser.post('/api/auth/request-link', ask)
      const [mail] = (await portal.mails()).slice(-1)
      return { token: link(mail), right: code(mail) }
    }
    const { token, right } = await request()
    const wrong = right === '000000' ? '111111' : '000000'
    const typed = { email: ask.email, code: wrong }
    expect(await refusal({ token: 'x'.repeat(43) })).toBe('404 link-unknown')
    expect(await refusal({ token }, portal.visitor())).toBe('403 code-needed')
    expect(await refusal({ ...typed, code: right }, portal.visitor())).toBe('410 link-unknown')
    for (let i = 0; i < 4; i++) expect(await refusal(typed)).toBe('400 code-wrong')
    expect(await refusal(typed)).toBe('410 link-blocked')
    expect(await refusal({ ...typed, code: right })).toBe('410 link-blocked')

    const [second, third] = [await request(), await request()]
    await browser.post('/api/auth/verify', { token: third.token })
    expect(await refusal({ token: third.token })).toBe('409 link-used')
    expect(await refusal({ token: second.token })).toBe('409 link-replaced')
    portal.advanceClock(linkLifetime)
    expect(await refusal({ token: second.token })).toBe('410 link-expired')
    expect(await refusal({ email: ask.email, code: wrong })).toBe('410 link-unknown')
  })
})

test('an administrator has a code of eight letters and digits, typed in any way', async () => {
  const portal = await testPortal('SQLite')
  await portal.as('admin')
  const email = emailOf('admin')
  const read = async (type: string, write: (code: string) => string) => {
    const browser = portal.visitor()
    await browser.post('/api/auth/request-link', { email, type })
    const right = code((await portal.mails()).at(-1))
    expect(right).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    return browser.post('/api/auth/verify', { email, code: write(right) })
  }
  expect(await read('admin', (right) => right)).toMatchObject({ role: 'admin' })
  const asTyped = (right: string) => ` ${right.toLowerCase().replace('-', ' ')} `
  expect(await read('admin', asTyped)).toMatchObject({ role: 'admin' })
  const joined = (right: string) => right.replace('-', '')
  expect(await read('jobseeker', joined)).toMatchObject({ role: 'admin' })

  await portal.visitor().post('/api/auth/request-link', { email, type: 'admin' })
  const mail = (await portal.mails()).at(-1)
  const phone = portal.visitor()
  const { status, headers } = await phone.request('POST', '/api/auth/verify', {
    token: link(mail),
  })
  expect([status, headers.get('Error-Code')]).toEqual([403, 'code-needed-letters'])
  const proof = { token: link(mail), code: code(mail) }
  expect(await phone.post('/api/auth/verify', proof)).toMatchObject({ role: 'admin' })
})
