import { describe, expect, onTestFinished, test } from 'vitest'
import { days, hours, minutes } from '#shared/durations.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { letterhead, mailTo, openOutbox } from '#test/support/portal/outbox.ts'
import { emailOf } from '#test/support/portal/personas.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { createLog } from '../core/log.ts'
import { smtpDelivery } from './deliver.ts'
import { endPause, findPause } from './mail-pause.ts'
import { queueMail, queueMails, resendFailed, sweepOutbox } from './outbox.ts'
import { createMailSender } from './sender.ts'

/** Two processes with a password; `given` are the mails that were reported as undeliverable. */
async function open(engine: Engine) {
  const { db, clock, pass, mail, rows } = await openOutbox(engine)
  const given: string[] = []
  const senders = [1, 2].map(() => {
    const url = mail.url.replace('smtp://', 'smtp://office:secret@')
    const smtp = smtpDelivery(url, 'Panel <portal@panel.example>', letterhead)
    onTestFinished(smtp.close)
    const onGivenUp = async (_db: unknown, { recipient }: { recipient: string }) => {
      given.push(recipient)
    }
    const log = createLog('silent')
    return createMailSender({ db, deliver: smtp, log, now: () => clock.now, onGivenUp })
  })
  const drain = () => Promise.all(senders.map((one) => one.drain()))
  /** Both processes try whenever they may, until the pause or the time is over. */
  const wait = async (ms: number) => {
    const end = clock.now.getTime() + ms
    while (clock.now.getTime() < end) {
      const pause = await findPause(db)
      if (!pause) return
      const next = Date.parse(pause.next_try_at)
      // Without a waiting mail nothing tries.
      pass((next > clock.now.getTime() ? Math.min(next, end) : end) - clock.now.getTime())
      await drain()
    }
  }
  const queue = (count: number, kind = 'test') =>
    queueMails(
      db,
      Array.from({ length: count }, (_, index) => ({
        ...mailTo(`${kind}${index}@x.example`),
        kind,
      })),
      clock.now,
    )
  const recipients = () => mail.mails.map(({ envelope }) => envelope.to[0]).toSorted()
  return { db, clock, pass, mail, rows, given, drain, wait, queue, recipients }
}

const deliveredOnce = (rows: readonly { recipient: string }[]) =>
  rows.map(({ recipient }) => recipient).toSorted()

describe.each(engines)('while the mail server refuses the portal itself, on %s,', (engine) => {
  test('invitations and notices wait while the password is refused, and each is sent once', async () => {
    const { db, mail, rows, given, drain, wait, queue, recipients } = await open(engine)
    await queue(40, 'invitation')
    await queue(30, 'dues-notice')
    mail.answer('AUTH', '535 5.7.8 Username and Password not accepted')
    await drain()
    await wait(hours(6))
    // Four connections of each process at first, then one try with growing delays.
    expect(mail.refusals()).toBeLessThanOrEqual(8 + 10 + 6 * 4)
    expect(await findPause(db)).toMatchObject({
      kind: 'password',
      reason: expect.stringContaining('535 5.7.8'),
      since: '2025-01-05T09:00:00.000Z',
    })
    expect((await rows()).every((row) => row.failed_at === null && row.attempts === 0)).toBe(true)
    mail.answer('AUTH', undefined)
    await wait(minutes(15))
    expect(recipients()).toEqual(deliveredOnce(await rows()))
    expect(recipients()).toHaveLength(70)
    expect((await rows()).every(({ sent_at, attempts }) => sent_at && attempts === 1)).toBe(true)
    expect(await findPause(db)).toBeUndefined()
    expect(given).toEqual([])
  })

  test('one mail that the server always answers with 421 does not keep the others, and is reported after three days', async () => {
    const portal = await testPortal(engine)
    // Mails to people go first.
    await portal.as('admin')
    const { db, clock } = portal
    const to = emailOf('admin')
    await queueMail(db, mailTo(to), clock.now)
    for (let index = 0; index < 10; index += 1)
      await queueMail(db, mailTo(`a${index}@x.example`), clock.now)
    const given: string[] = []
    const { drain } = createMailSender({
      db,
      deliver: async (mail) => {
        if (mail.to === to)
          throw Object.assign(new Error('421'), { command: 'DATA', responseCode: 421 })
      },
      log: createLog('silent'),
      now: () => clock.now,
      onGivenUp: async (_db, { recipient }) => {
        given.push(recipient)
      },
    })
    const waiting = () =>
      db.selectFrom('outbox').select('recipient').where('sent_at', 'is', null).execute()
    for (let step = 0; step < 5; step += 1) {
      await drain()
      portal.advanceClock(minutes(1))
    }
    expect(await waiting()).toEqual([{ recipient: to }])
    portal.advanceClock(days(3))
    // Another mail is taken, so that the pause ends.
    await queueMail(db, mailTo('new@x.example'), clock.now)
    await endPause(db)
    await drain()
    expect(given).toEqual([to])
  })

  test('after three days they are failed with the reason, administrators get no mail for each, and they can be sent again', async () => {
    const { db, clock, mail, rows, given, drain, queue, recipients, pass } = await open(engine)
    await queue(40)
    const expiresAt = new Date(clock.now.getTime() + minutes(10))
    await queueMail(db, { ...mailTo('code@x.example'), kind: 'sign-in-link', expiresAt }, clock.now)
    mail.answer('AUTH', '535 5.7.8 Username and Password not accepted')
    await drain()
    pass(days(3) + hours(1))
    await drain()
    const failed = await rows()
    expect(failed.map(({ last_error }) => last_error?.slice(0, 29))).toEqual([
      ...Array(40).fill('Invalid login: 535 5.7.8 User'),
      'expired before it was sent',
    ])
    expect(failed.every(({ failed_at }) => failed_at !== null)).toBe(true)
    expect(given).toEqual([])
    mail.answer('AUTH', undefined)
    const [one] = failed
    expect(await resendFailed(db, clock.now, one?.id)).toBe(1)
    expect(await resendFailed(db, clock.now)).toBe(39)
    expect(await resendFailed(db, clock.now)).toBe(0)
    pass(minutes(15))
    await drain()
    expect(recipients()).toEqual(
      deliveredOnce(failed.filter(({ kind }) => kind !== 'sign-in-link')),
    )
    expect((await rows()).filter(({ body_text }) => body_text !== null)).toEqual([])
  })

  test('a failed mail keeps its text for a week', async () => {
    const { db, clock, pass, mail, rows, drain, queue } = await open(engine)
    await queue(1)
    mail.reject('test0@x.example')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await drain()
      pass(minutes(15))
    }
    pass(days(6))
    await sweepOutbox(db, clock.now)
    expect(await rows()).toMatchObject([{ body_text: 'Words', body_html: '<p>Words</p>' }])
    pass(days(1))
    await sweepOutbox(db, clock.now)
    expect(await rows()).toMatchObject([{ body_text: null, body_html: null }])
    expect(await resendFailed(db, clock.now)).toBe(0)
  })
})

describe('while the mail server refuses the portal itself', () => {
  test.each([
    ['MAIL FROM', '550 5.1.0 <portal@panel.example> sender rejected', 0, 'sender'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 0, 'sender'],
    ['RCPT TO', '421 4.3.0 Temporary error, closing connection', 0, 'busy'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 25, 'limit'],
    ['DATA', '454 Throttling failure: Daily message quota exceeded.', 25, 'limit'],
    ['AUTH', '454 4.7.0 Too many login attempts, please try again later.', 0, 'busy'],
  ] as const)('mails wait after %s %s', async (command, reply, accepted, kind) => {
    const { db, mail, rows, given, drain, wait, queue, recipients } = await open('SQLite')
    await queue(60)
    mail.answer(command, reply, accepted)
    await drain()
    expect(mail.mails).toHaveLength(accepted)
    expect(await findPause(db)).toMatchObject({ kind })
    await wait(hours(4))
    expect(mail.mails).toHaveLength(accepted)
    mail.answer(command, undefined)
    await wait(minutes(16))
    expect(recipients()).toEqual(deliveredOnce(await rows()))
    expect((await rows()).every(({ failed_at }) => failed_at === null)).toBe(true)
    expect(await findPause(db)).toBeUndefined()
    expect(given).toEqual([])
  })

  test('a recipient that does not exist fails its mail alone', async () => {
    const { db, pass, mail, rows, given, drain, queue } = await open('SQLite')
    await queue(10)
    mail.reject('test3@x.example')
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await drain()
      pass(minutes(15))
    }
    expect(mail.mails).toHaveLength(9)
    const failed = (await rows()).filter(({ failed_at }) => failed_at !== null)
    expect(failed).toMatchObject([
      { recipient: 'test3@x.example', attempts: 5, body_text: 'Words' },
    ])
    expect(given).toEqual(['test3@x.example'])
    expect(await findPause(db)).toBeUndefined()
  })
})
