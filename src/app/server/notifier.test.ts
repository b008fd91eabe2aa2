import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { recordEvent } from '#features/notifications/server/events.ts'
import { notifyAdmins } from '#features/notifications/server/notify.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import { sendOem, signInAdmin, submitApplication } from '#test/support/applications.ts'
import { engines } from '#test/support/engines.ts'
import { noticeTokenIn, openNotices } from '#test/support/notices.ts'
import { emailOf } from '#test/support/personas.ts'
import { posting } from '#test/support/samples.ts'
import { type TestPortal, testPortal } from '#test/support/test-portal.ts'
import { recordFailedSweep } from './daily-sweep.ts'
import { eventSources } from './event-sources.ts'

/** The mails to the administrator that are queued now. */
async function notified(portal: TestPortal) {
  portal.mail.clear()
  await notifyAdmins(portal.world, eventSources)
  const mails = await portal.mails()
  return mails.filter(({ to }) => to?.[0]?.address === emailOf('admin'))
}

const apply = (portal: TestPortal, index: number) =>
  submitApplication(portal, sendOem, {
    email: `applicant${index}@rosewood.example`,
    whatsappNumber: `+91 98250 1234${index}`,
    companyName: `Rosewood ${index}`,
  })

const choose = async (portal: TestPortal, kind: string, delivery: string) =>
  (await portal.as('admin')).put('/api/admin/notifications', { kind, delivery })

describe.each(engines)('notifying administrators on %s', (engine) => {
  test('mails a payment that a member reports, with a link that opens the reported payments', async () => {
    const { portal, admin, ids, charge } = await openNotices(engine, 1)
    await charge(ids[0] ?? '')
    const links = await admin.post('/api/admin/dues/notices/links', { selection: { ids } })
    const report = async (reference: string) => {
      const form = new FormData()
      const token = noticeTokenIn(links.members[0]?.link)
      for (const [name, value] of Object.entries({
        token,
        reference,
        amount: '5000',
        paid_on: '2025-01-05',
      }))
        form.append(name, value)
      const answer = await portal.visitor().request('POST', '/api/dues/notice/report', form)
      expect(answer.status).toBe(200)
    }
    await report('UTR 4123 5678')
    await report('utr-41235678')
    const [mail, ...others] = await notified(portal)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A member has reported a payment')
    expect(mail?.text).toContain('• Member A, Teak & Co')
    expect(mail?.text).not.toContain('4123')
    expect(mail?.text).toContain('/admin/renewals?reports=open')
    // One that was decided before its mail is left out.
    await report('UTR 9999 0000')
    const [, second] = await admin.get('/api/admin/dues/reports')
    await admin.post(`/api/admin/dues/reports/${second?.id}/reject`, { reason: 'Not received' })
    portal.advanceClock(minutes(11))
    expect(await notified(portal)).toEqual([])
    await choose(portal, 'payment', 'digest')
    await notified(portal)
    portal.advanceClock(days(1))
    const [digest] = await notified(portal)
    expect(digest?.text).toContain('Reported payment (1)')
  })

  test('mails an application immediately, then at most one mail in ten minutes with a count', async () => {
    const portal = await testPortal(engine)
    await portal.as('admin')
    await apply(portal, 1)
    const [first, ...others] = await notified(portal)
    expect(others).toEqual([])
    expect(first?.subject).toBe('New membership application')
    expect(first?.text).toContain(
      'One application waits for your decision:\n• Kiran Desai, Rosewood 1 (OEM)',
    )
    expect(first?.text).toContain('/admin?tab=pending-approvals')
    expect(first?.text).not.toContain('rosewood.example')

    await apply(portal, 2)
    await apply(portal, 3)
    expect(await notified(portal)).toEqual([])
    portal.advanceClock(minutes(10))
    expect((await notified(portal)).map(({ subject }) => subject)).toEqual([
      '2 new membership applications',
    ])
    portal.advanceClock(minutes(10))
    expect(await notified(portal)).toEqual([])
  })

  test('mails once when several processes notify at the same time', async () => {
    const portal = await testPortal(engine)
    await portal.as('admin')
    await apply(portal, 1)
    await Promise.all([1, 2, 3].map(() => notifyAdmins(portal.world, eventSources)))
    expect(
      (await portal.mails()).filter(({ to }) => to?.[0]?.address === emailOf('admin')),
    ).toHaveLength(1)
  })

  test('repeats no address that a stranger has typed as a name', async () => {
    const portal = await testPortal(engine)
    await portal.as('admin')
    await submitApplication(portal, sendOem, {
      email: 'applicant@rosewood.example',
      companyName: 'Sign in again at www.evil.example',
    })
    const [mail] = await notified(portal)
    expect(mail?.text).toContain('• Kiran Desai (OEM)')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  test('leaves out what was decided before the mail, and administrators who chose off', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    const { id } = await apply(portal, 1)
    await admin.put(`/api/admin/applications/${id}/status`, { status: 'rejected' })
    expect(await notified(portal)).toEqual([])
    portal.advanceClock(minutes(10))
    await choose(portal, 'application', 'off')
    await apply(portal, 2)
    expect(await notified(portal)).toEqual([])
    await choose(portal, 'application', 'immediate')
    portal.advanceClock(minutes(10))
    expect(await notified(portal)).toEqual([])
  })

  test('mails the digest once a day after 8:00 in India, of what is open then', async () => {
    const portal = await testPortal(engine)
    const oem = await portal.as('oem')
    await portal.as('admin')
    await notified(portal)
    const job = await oem.post('/api/jobs', posting)
    expect(await notified(portal)).toEqual([])
    portal.clock.now = new Date('2025-01-06T02:29:00.000Z')
    expect(await notified(portal)).toEqual([])
    portal.clock.now = new Date('2025-01-06T02:30:00.000Z')
    const digest = await notified(portal)
    expect(digest.map(({ subject }) => subject)).toEqual([
      'Daily digest: 1 item needs your attention',
    ])
    expect(digest[0]?.text).toContain(`• ${posting.title}`)
    expect(digest[0]?.text).toContain('/admin?tab=job-posts')
    portal.advanceClock(hours(5))
    expect(await notified(portal)).toEqual([])

    portal.advanceClock(days(1))
    await Promise.all([1, 2, 3].map(() => notifyAdmins(portal.world, eventSources)))
    expect(
      await portal.db.selectFrom('outbox').select('id').where('kind', '=', 'digest').execute(),
    ).toHaveLength(2)
    await portal.mails()
    await (await signInAdmin(portal)).put(`/api/admin/jobs/${job.id}/status`, {
      status: 'approved',
    })
    portal.advanceClock(days(1))
    expect(await notified(portal)).toEqual([])
  })

  test('reports a mail that is rejected permanently, but not one about events', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await portal.as('oem')
    portal.mail.reject(emailOf('oem'))
    const mail = { subject: 'Namaste', text: 'Words', html: '<p>Words</p>' }
    for (const kind of ['welcome', 'notification', 'digest'])
      await queueMail(portal.db, { kind, to: emailOf('oem'), ...mail }, portal.world.now())
    await queueMail(
      portal.db,
      { kind: 'sign-in-link', to: 'stranger@far.example', ...mail },
      portal.world.now(),
    )
    portal.mail.reject('stranger@far.example')
    for (let attempt = 0; attempt < 5; attempt++) {
      await portal.mails()
      portal.advanceClock(minutes(15))
    }
    const [sent, ...others] = await notified(portal)
    expect(others).toEqual([])
    expect(sent?.subject).toBe('An email could not be delivered')
    expect(sent?.text).toContain('Welcome to a new member')
    expect(sent?.text).not.toContain(emailOf('oem'))
    const problems = await admin.get('/api/admin/notifications/problems')
    expect(problems).toMatchObject([
      { kind: 'bounce', text: expect.stringContaining('Welcome to a new member') },
    ])
    expect(problems[0]?.detail).toContain('550')
    expect(problems[0]?.detail).not.toContain(emailOf('oem'))
  })

  test('reports a failed sweep once a day', async () => {
    const lines: string[] = []
    const portal = await testPortal(engine, {
      log: pino({}, { write: (line: string) => lines.push(line) }),
    })
    await portal.as('admin')
    for (let hour = 0; hour < 3; hour++) {
      await recordFailedSweep(portal.world, 'hourly-sweep', new Error('disk full'))
      portal.advanceClock(hours(1))
    }
    expect((await notified(portal)).map(({ subject }) => subject)).toEqual([
      'A backup or cleanup has failed',
    ])
    expect(lines.filter((line) => line.includes('disk full'))).toHaveLength(3)
  })

  test('rolls back an event with its cause', async () => {
    const { db, world } = await testPortal(engine)
    const cause = db.transaction().execute(async (tx) => {
      await recordEvent(tx, { kind: 'job', subjectId: 'j1' }, world.now())
      throw new Error('undone')
    })
    await expect(cause).rejects.toThrow('undone')
    expect(await db.selectFrom('notification_event').selectAll().execute()).toEqual([])
  })
})

describe.each(engines)('the counts of the sidebar on %s', (engine) => {
  test('count pending applications and jobs, and answer 304 while nothing has changed', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    await apply(portal, 1)
    await (await portal.as('oem')).post('/api/jobs', posting)
    const answer = await admin.request('GET', '/api/admin/waiting')
    expect(await answer.json()).toEqual({ applications: 1, jobs: 1 })
    const etag = answer.headers.get('ETag') ?? ''
    const repeated = await admin.request('GET', '/api/admin/waiting', undefined, {
      'If-None-Match': etag,
    })
    expect(repeated.status).toBe(304)
  })

  test('do not keep a session alive', async () => {
    const portal = await testPortal(engine)
    const admin = await portal.as('admin')
    for (let minute = 0; minute < 125; minute += 25) {
      await admin.request('GET', '/api/admin/waiting')
      portal.advanceClock(minutes(25))
    }
    expect((await admin.request('GET', '/api/admin/waiting')).status).toBe(401)
  })
})
