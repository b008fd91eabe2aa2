import { describe, expect, test } from 'vitest'
import type { SystemState } from '#app/answers.ts'
import { readConfig } from '#platform/server/config.ts'
import { createClientReader } from '#platform/server/http/client-network.ts'
import { createMonitor } from '#platform/server/http/monitor.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { days, minutes } from '#shared/durations.ts'
import { duration, size } from '#shared/sentences.ts'
import { engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { mailCheck } from '../checks/mail.ts'
import { spaceProblems } from '../checks/storage.ts'
import { maskedNetwork } from '../checks/visitors.ts'
import { systemSections } from './sections.ts'

async function read(portal: TestPortal) {
  const { sections }: SystemState = await (await portal.as('admin')).get('/api/admin/system')
  return (id: string) => {
    const section = sections.find((one) => one.id === id)
    if (!section) throw new Error(`no section ${id}`)
    const facts = Object.fromEntries(section.facts.map(({ name, value }) => [name, value]))
    return { problems: section.problems, facts, position: sections.indexOf(section) }
  }
}

describe.each(engines)('the state of the portal on %s', (engine) => {
  test('says first what needs attention, and what to do', async () => {
    const portal = await testPortal(engine)
    const section = await read(portal)
    expect(section('mail')).toMatchObject({ problems: [], facts: { Waiting: '0' } })
    expect(section('mail').facts).not.toHaveProperty('Oldest')
    expect(section('backups').problems).toEqual([
      expect.stringMatching(/^There is no backup yet\./),
    ])
    expect(section('backups').position).toBe(0)
    expect(section('database').facts).toMatchObject({
      Engine: engine,
      Size: expect.stringMatching(/ (KB|MB)$/),
      'Last check': 'Not yet',
    })
    expect(section('portal').facts).toMatchObject({
      Version: '0.1.0',
      Started: '05/01/2025, 14:30',
    })
  })

  test('an old check of the database needs no attention just after a start', async () => {
    const portal = await testPortal(engine)
    const checked = new Date(portal.clock.now.getTime() - days(3)).toISOString()
    await portal.db
      .insertInto('database_check')
      .values({ id: 1, checked_at: checked, duration_ms: 1, problems: '[]' })
      .execute()
    expect((await read(portal))('database').problems).toEqual([])
  })

  test('counts held back mails, refused sign-ins and requests beyond a limit', async () => {
    const portal = await testPortal(engine)
    const from = { 'X-Forwarded-For': '203.0.113.9' }
    const { request } = portal.visitor()
    for (let index = 0; index < 11; index += 1)
      await portal
        .visitor()
        .request(
          'POST',
          '/api/auth/request-link',
          { email: `asha+${index}@ply.example`, type: 'member' },
          from,
        )
    for (let index = 0; index < 62; index += 1)
      await request('POST', '/api/auth/verify', { token: `${index}`.padStart(43, 'A') }, from)
    const section = await read(portal)
    expect(section('mail').problems).toEqual([
      expect.stringMatching(/^1 email to an unregistered address was held back/),
    ])
    expect(section('proxy').facts).toEqual({
      'Trusted proxies': '1 in the private network',
      'Refused because of a limit': '2',
    })
  })
})

describe('the state of the portal', () => {
  test('names a proxy that is not declared before all other problems', async () => {
    const { running, clock } = await testPortal('SQLite')
    const clients = createClientReader({ kind: 'off' }, 'https://portal.example')
    clients.read('10.0.0.9', '203.0.113.9')
    const monitor = createMonitor(clients.stats, clock.now)
    const sections = await systemSections({ ...running, monitor })
    const withProblems = sections.filter(({ problems }) => problems.length > 0)
    expect(withProblems.map(({ id }) => id)).toEqual(['proxy', 'backups'])
    expect(sections[0]?.problems[0]).toContain('Set TRUST_PROXY=10.0.0.9 and restart the portal.')
  })

  test.each([
    [{ PUBLIC_URL: 'https://members.example.org', SMTP_URL: 'smtp://127.0.0.1:2525' }, []],
    [{ PUBLIC_URL: 'https://members.example.org' }, ['SMTP_URL is not set, so no']],
    [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, ['PUBLIC_URL is http://localhost:3000, so']],
    [{}, ['SMTP_URL is not set, so no', 'PUBLIC_URL is http://localhost:3000, so']],
    // The sample association mails nobody.
    [{ ADMIN_EMAIL: '' }, []],
  ])('says of %j what is wrong with its mails', async (values, expected) => {
    const portal = await testPortal('SQLite')
    const config = readConfig({ ADMIN_EMAIL: emailOf('admin'), ...values })
    const sections = await systemSections({ ...portal.running, config })
    const problems = sections.find(({ id }) => id === 'mail')?.problems
    expect(problems).toEqual(expected.map((start) => expect.stringContaining(start)))
  })

  test.each([
    [{ ADMIN_EMAIL: emailOf('admin'), BACKUP_DIR: 'off' }, ['Nightly backups are off.'], false],
    // A sample association has nothing to lose.
    [{ ADMIN_EMAIL: '' }, [], true],
  ])('says of %j whether backups are missed', async (values, expected, is_off) => {
    const portal = await testPortal('SQLite')
    const sections = await systemSections({ ...portal.running, config: readConfig(values) })
    expect(sections.find(({ id }) => id === 'backups')).toMatchObject({
      is_off,
      problems: expected.map((start) => expect.stringContaining(start)),
    })
  })
})

describe.each(engines)('the state of the mails on %s', (engine) => {
  test('has the mails that wait, which are sent again on request', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const mail = { kind: 'test', to: 'asha@ply.example', subject: 'Hello', text: 'a', html: 'a' }
    await queueMail(portal.db, mail, portal.clock.now)
    const late = new Date(portal.clock.now.getTime() + days(1)).toISOString()
    await portal.db
      .updateTable('outbox')
      .set({ next_try_at: late, last_error: 'no route to host' })
      .where('sent_at', 'is', null)
      .execute()
    portal.advanceClock(minutes(40))
    const before = await read(portal)
    expect(before('mail').problems).toEqual([
      'Emails have been waiting for 40 minutes. Check the mail server and SMTP_URL. Last error: no route to host.',
    ])
    expect(await admin.post('/api/admin/system/mails/retry')).toEqual({
      message: 'Sending 1 email',
    })
    expect(await portal.mails()).toHaveLength(1)
    const after = await read(portal)
    expect(after('mail').problems).toEqual([])
    expect(await admin.post('/api/admin/system/mails/retry')).toEqual({
      message: 'No emails are waiting',
    })
  })

  test('has the failed mails, of which one or all are sent again', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('oem')
    const failed = '/api/admin/system/mails/failed'
    const resend = (body: object) => admin.request('POST', '/api/admin/system/mails/resend', body)
    expect(await admin.get(failed)).toEqual({ total: 0, mails: [] })
    expect((await resend({})).status).toBe(409)
    const mail = { kind: 'receipt', subject: 'Your receipt', text: 'a', html: 'a' }
    portal.mail.reject(emailOf('oem'))
    portal.mail.reject('stranger@far.example')
    for (const to of [emailOf('oem'), 'stranger@far.example'])
      await queueMail(portal.db, { ...mail, to }, portal.clock.now)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await portal.mails()
      portal.advanceClock(minutes(15))
    }
    const { total, mails } = await admin.get(failed)
    expect(total).toBe(2)
    expect(mails).toMatchObject([
      { text: 'An address without a member: Your receipt', reason: expect.stringMatching(/550/) },
      { text: expect.stringMatching(/^.+: Your receipt$/), failed_at: expect.any(String) },
    ])
    expect((await read(portal))('mail').facts).toMatchObject({ 'Failed in the last 7 days': '2' })
    const problems = '/api/admin/notifications/problems'
    expect(await admin.get(problems)).toHaveLength(2)
    portal.mail.accept(emailOf('oem'))
    const [, one] = mails
    expect(await (await resend({ id: one?.id })).json()).toEqual({
      message: 'Sending 1 email again',
    })
    expect((await resend({ id: one?.id })).status).toBe(409)
    expect((await portal.mails()).map(({ envelope }) => envelope.to)).toEqual([[emailOf('oem')]])
    expect(await admin.get(problems)).toHaveLength(1)
    portal.mail.accept('stranger@far.example')
    expect(await admin.post('/api/admin/system/mails/resend', {})).toEqual({
      message: 'Sending 1 email again',
    })
    expect(await portal.mails()).toHaveLength(2)
    expect(await admin.get(failed)).toEqual({ total: 0, mails: [] })
  })
})

describe('the state of the mails', () => {
  test.each([
    [
      '535 5.7.8 Authentication credentials invalid',
      /^The mail server does not accept the portal’s password, so no email is sent\. Check SMTP_URL and restart the portal\. It answered: .*535 5\.7\.8/,
    ],
    [
      '550 5.1.0 sender rejected',
      /^The mail server does not let the portal send emails\. Check MAIL_FROM/,
    ],
    [
      '550 5.4.5 Daily user sending limit exceeded',
      /^The mail server’s daily limit is reached\. 1 email waits until it accepts them again, usually tomorrow\./,
    ],
  ])(
    'says at once why no email is sent after %s, until it works again',
    async (reply, sentence) => {
      const portal = await testPortal('SQLite')
      const admin = await portal.as('admin')
      const month = async () => (await admin.get('/api/admin/stats/month')).isMailStopped
      portal.mail.answer('MAIL FROM', reply)
      await admin.post('/api/admin/system/mails/test')
      await portal.mails()
      expect((await read(portal))('mail').problems).toEqual([expect.stringMatching(sentence)])
      expect(await mailCheck.problems?.(portal.running)).toEqual([expect.stringMatching(sentence)])
      expect(await month()).toBe(true)
      portal.mail.answer('MAIL FROM', undefined)
      // Not due before the pause is over, but at once by the button.
      expect(await portal.mails()).toHaveLength(0)
      await admin.post('/api/admin/system/mails/retry')
      expect(await portal.mails()).toHaveLength(1)
      expect((await read(portal))('mail').problems).toEqual([])
      expect(await month()).toBe(false)
    },
  )
})

describe('a test mail', () => {
  test('is written to a file without a mail server', async () => {
    const admin = await (await testPortal('SQLite', { withoutMailServer: true })).as('admin')
    const answer = { message: 'No mail server is set, so the test email was written to a file' }
    expect(await admin.post('/api/admin/system/mails/test')).toEqual(answer)
    const welcome = { kind: 'welcome', subject: 'Welcome', text: 'Hello' }
    expect(await admin.post('/api/admin/settings/mails/test', welcome)).toEqual(answer)
  })

  test('is sent to the administrator who asks, thirty times an hour', async () => {
    const portal = await testPortal('SQLite')
    const admin = await portal.as('admin')
    const { message } = await admin.post('/api/admin/system/mails/test')
    expect(message).toMatch(/^Test email sent to /)
    expect((await portal.mails()).at(-1)?.subject).toBe('Test email from Panel')
    await portal.db.updateTable('rate_count').set({ hits: 30 }).execute()
    expect((await admin.request('POST', '/api/admin/system/mails/test')).status).toBe(429)
    // The settings also send test mails: both count together.
    const welcome = { kind: 'welcome', subject: 'Welcome', text: 'Hello' }
    const other = await admin.request('POST', '/api/admin/settings/mails/test', welcome)
    expect([other.status, await other.text()]).toEqual([
      429,
      'You have sent 30 test emails within an hour. Please try again in 60 minutes.',
    ])
  })
})

test('durations, sizes and networks read well', () => {
  expect([minutes(1), minutes(90), days(1), days(3)].map(duration)).toEqual([
    '1 minute',
    '90 minutes',
    '24 hours',
    '3 days',
  ])
  expect([0, 900, 4096, 3.4 * 1024 ** 2, 12 * 1024 ** 3].map(size)).toEqual([
    '0 bytes',
    '900 bytes',
    '4.0 KB',
    '3.4 MB',
    '12 GB',
  ])
  expect(['203.0.113.9', '2001:db8:1:2::/64', 'unknown'].map(maskedNetwork)).toEqual([
    '203.0.x.x',
    '2001:db8:…',
    'unknown',
  ])
})

test('little free space needs attention', () => {
  const gigabyte = 1024 ** 3
  expect(spaceProblems({ free: 100 * gigabyte, total: 500 * gigabyte })).toEqual([])
  expect(spaceProblems({ free: gigabyte, total: 500 * gigabyte })[0]).toMatch(/^Only 1\.0 GB/)
  expect(spaceProblems({ free: gigabyte / 4, total: 500 * gigabyte })[0]).toMatch(/are refused/)
})
