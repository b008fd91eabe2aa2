import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, hours, minutes } from '#shared/durations.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { emailOf } from '#test/support/personas.ts'
import { testDatabase, testPortal } from '#test/support/test-portal.ts'
import { createLog } from '../log.ts'
import { fileDelivery, smtpDelivery } from './deliver.ts'
import { portalLogo } from './mail-page.ts'
import { findPause } from './mail-pause.ts'
import {
  type Deliver,
  queueMail,
  queueMails,
  releaseLeases,
  resendFailed,
  sweepOutbox,
} from './outbox.ts'
import { createMailSender } from './sender.ts'

const mailTo = (to: string) => ({
  kind: 'test',
  to,
  subject: 'Namaste',
  text: 'Words',
  html: '<p>Words</p>',
})

const letterhead = () => ({
  name: 'Panel Makers “North”',
  replyTo: 'office@panel.example',
  logo: async () => portalLogo,
})

async function setUp(engine: Engine) {
  const { db } = await testDatabase(engine)
  const clock = { now: new Date('2025-01-05T09:00:00.000Z') }
  const mail = await startMailServer()
  onTestFinished(mail.stop)
  const smtp = smtpDelivery(mail.url, 'Panel <portal@panel.example>', letterhead)
  onTestFinished(smtp.close)
  const sender = (deliver: Deliver) =>
    createMailSender({ db, deliver, log: createLog('silent'), now: () => clock.now })
  const rows = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()
  const pass = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms)
  }
  return { db, clock, pass, mail, smtp, sender, rows }
}

describe.each(engines)('the outbox, on %s,', (engine) => {
  test('sends each mail once, to one person, and deletes its bodies', async () => {
    const { db, clock, mail, smtp, sender, rows } = await setUp(engine)
    for (let i = 0; i < 30; i++) await queueMail(db, mailTo(`a${i}@x.example`), clock.now)
    const senders = [sender(smtp), sender(smtp), sender(smtp)]
    await Promise.all(senders.map((mailSender) => mailSender.drain()))
    expect(mail.mails.map((m) => m.envelope.to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, i) => `a${i}@x.example`).sort(),
    )
    expect(mail.mails[0]).toMatchObject({
      subject: 'Namaste',
      from: { name: 'Panel Makers “North”', address: 'portal@panel.example' },
      replyTo: [{ address: 'office@panel.example' }],
    })
    for (const row of await rows())
      expect(row).toMatchObject({ body_text: null, body_html: null, sent_at: expect.any(String) })
  })

  test('sends mails to people of the portal before those to strangers', async () => {
    const portal = await testPortal(engine)
    await portal.as('admin')
    const { db, clock } = portal
    for (let i = 0; i < 60; i++) await queueMail(db, mailTo(`a${i}@x.example`), clock.now)
    portal.advanceClock(1000)
    await queueMail(db, mailTo(emailOf('admin')), clock.now)
    const recipients = (await portal.mails()).map((mailed) => mailed.envelope.to[0])
    expect(recipients).toHaveLength(61)
    // Four mails are sent at the same time.
    expect(recipients.indexOf(emailOf('admin'))).toBeLessThan(4)
  })

  test('stays empty when the transaction of the cause rolls back', async () => {
    const { db, clock, rows } = await setUp(engine)
    const cause = db.transaction().execute(async (tx) => {
      await queueMail(tx, mailTo('a@x.example'), clock.now)
      throw new Error('undone')
    })
    await expect(cause).rejects.toThrow('undone')
    expect(await rows()).toEqual([])
  })

  test('retries with growing delays while the mail server rejects', async () => {
    const { db, clock, pass, mail, smtp, sender, rows } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    const mailSender = sender(smtp)
    mail.refuse(true)
    for (const delay of [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]) {
      await mailSender.drain()
      const due = Date.parse((await rows())[0]?.next_try_at ?? '')
      expect((due - clock.now.getTime()) / 1000).toBe(delay)
      pass(due - clock.now.getTime())
    }
    mail.refuse(false)
    expect(await mailSender.drain()).toBe(1)
    expect(mail.mails).toHaveLength(1)
  })

  test('spends no attempts on other mails while the mail server is unreachable', async () => {
    const { db, clock, pass, mail, smtp, sender, rows } = await setUp(engine)
    for (let i = 0; i < 30; i++) await queueMail(db, mailTo(`a${i}@x.example`), clock.now)
    await mail.stop()
    const mailSender = sender(smtp)
    expect(await mailSender.drain()).toBe(0)
    const tried = async () => (await rows()).filter(({ last_error }) => last_error !== null).length
    expect(await tried()).toBe(4)
    pass(4999)
    await mailSender.drain()
    expect(await tried()).toBe(4)
    pass(1)
    await mailSender.drain()
    expect(await tried()).toBe(5)
    expect((await rows()).every(({ attempts }) => attempts === 0)).toBe(true)
  })

  test('goes on at once after the clock was set back by a day', async () => {
    const { db, clock, pass, mail, smtp, sender, rows } = await setUp(engine)
    for (const to of ['leased@x.example', 'rejected@x.example', 'new@x.example'])
      await queueMail(db, mailTo(to), clock.now)
    const leased = new Date(clock.now.getTime() + minutes(2)).toISOString()
    await db
      .updateTable('outbox')
      .set({ leased_until: leased })
      .where('recipient', '=', 'leased@x.example')
      .execute()
    mail.refuse(true)
    const mailSender = sender(smtp)
    await mailSender.drain()
    mail.refuse(false)
    pass(-days(1))
    expect(await mailSender.drain()).toBe(3)
    expect((await rows()).every(({ sent_at }) => sent_at === clock.now.toISOString())).toBe(true)
  })

  test('tries an unreachable mail server again after the clock was set back by a day', async () => {
    const { db, clock, pass, sender } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    let attempts = 0
    const mailSender = sender(async () => {
      attempts += 1
      throw Object.assign(new Error('connect ECONNREFUSED'), { command: 'CONN' })
    })
    await mailSender.drain()
    pass(-days(1))
    await mailSender.drain()
    expect(attempts).toBe(2)
  })

  test('keeps the Message-ID of a mail at every attempt', async () => {
    const { db, clock, pass, mail, smtp, sender } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    const dropped = sender(async (mailed) => {
      await smtp(mailed)
      throw new Error('the acceptance was lost')
    })
    await dropped.drain()
    pass(minutes(1))
    await sender(smtp).drain()
    expect(mail.mails).toHaveLength(2)
    expect(mail.mails[0]?.messageId).toBe(mail.mails[1]?.messageId)
  })

  test('takes over the mail of a crashed sender after its lease', async () => {
    const { db, clock, pass, mail, smtp, sender } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    sender(() => new Promise(() => {}))
      .drain()
      .catch(() => {})
    await expect
      .poll(
        async () =>
          (await db.selectFrom('outbox').select('leased_until').executeTakeFirst())?.leased_until,
      )
      .toBeTruthy()
    expect(await sender(smtp).drain()).toBe(0)
    pass(minutes(2) + 1)
    expect(await sender(smtp).drain()).toBe(1)
    expect(mail.mails).toHaveLength(1)
  })

  test('releases the leases of the previous process', async () => {
    const { db, clock, smtp, sender } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    await db.updateTable('outbox').set({ leased_until: '2999-01-01T00:00:00.000Z' }).execute()
    await releaseLeases(db)
    expect(await sender(smtp).drain()).toBe(1)
  })

  test('does not send an expired mail', async () => {
    const { db, clock, pass, mail, smtp, sender, rows } = await setUp(engine)
    const expiresAt = new Date(clock.now.getTime() + minutes(10))
    await queueMail(db, { ...mailTo('a@x.example'), expiresAt }, clock.now)
    pass(minutes(10))
    await sender(smtp).drain()
    expect(mail.mails).toEqual([])
    expect((await rows())[0]).toMatchObject({ failed_at: expect.any(String), body_text: null })
  })

  test('gives up a rejected mail after five attempts, any other after three days, with the reason', async () => {
    const { db, clock, pass, sender, rows } = await setUp(engine)
    await queueMail(db, mailTo('a@x.example'), clock.now)
    const rejecting = sender(async () => {
      throw Object.assign(new Error('550 no such user'), { responseCode: 550 })
    })
    for (let i = 0; i < 6; i++) {
      await rejecting.drain()
      pass(minutes(15))
    }
    expect((await rows())[0]).toMatchObject({ attempts: 5, last_error: '550 no such user' })
    await queueMail(db, mailTo('b@x.example'), clock.now)
    const down = sender(async () => {
      throw new Error('connect ECONNREFUSED')
    })
    await down.drain()
    expect((await rows())[1]?.failed_at).toBeNull()
    pass(days(3) + hours(1))
    await down.drain()
    expect((await rows())[1]?.failed_at).not.toBeNull()
    pass(days(91))
    await sweepOutbox(db, clock.now)
    expect(await rows()).toEqual([])
  })
})

describe.each(engines)('while the mail server refuses the portal itself, on %s,', (engine) => {
  /** Two processes with a password; `given` are the mails that were reported as undeliverable. */
  async function open() {
    const { db, clock, pass, mail, rows } = await setUp(engine)
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

  const deliveredOnce = (rows: Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['rows']>>) =>
    rows.map(({ recipient }) => recipient).toSorted()

  test('387 invitations and 300 notices wait while the password is refused, and each is sent once', async () => {
    const { db, mail, rows, given, drain, wait, queue, recipients } = await open()
    await queue(387, 'invitation')
    await queue(300, 'dues-notice')
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
    expect(recipients()).toHaveLength(687)
    expect((await rows()).every(({ sent_at, attempts }) => sent_at && attempts === 1)).toBe(true)
    expect(await findPause(db)).toBeUndefined()
    expect(given).toEqual([])
  })

  test.each([
    ['MAIL FROM', '550 5.1.0 <portal@panel.example> sender rejected', 0, 'sender'],
    ['MAIL FROM', '530 5.7.0 Authentication required', 0, 'sender'],
    ['RCPT TO', '421 4.3.0 Temporary error, closing connection', 0, 'busy'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 25, 'limit'],
    ['DATA', '454 Throttling failure: Daily message quota exceeded.', 25, 'limit'],
    ['AUTH', '454 4.7.0 Too many login attempts, please try again later.', 0, 'busy'],
  ] as const)('mails wait after %s %s', async (command, reply, accepted, kind) => {
    const { db, mail, rows, given, drain, wait, queue, recipients } = await open()
    await queue(60)
    mail.answer(command, reply, accepted)
    await drain()
    expect(mail.mails).toHaveLength(accepted)
    expect(await findPause(db)).toMatchObject({ kind })
    await wait(hours(26))
    expect(mail.mails).toHaveLength(accepted)
    mail.answer(command, undefined)
    await wait(minutes(16))
    expect(recipients()).toEqual(deliveredOnce(await rows()))
    expect((await rows()).every(({ failed_at }) => failed_at === null)).toBe(true)
    expect(await findPause(db)).toBeUndefined()
    expect(given).toEqual([])
  })

  test('a recipient that does not exist fails its mail alone', async () => {
    const { db, pass, mail, rows, given, drain, queue } = await open()
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

  test('one mail that the server always answers with 421 does not keep the others', async () => {
    const { db, clock, pass, rows } = await setUp(engine)
    for (let index = 0; index < 30; index += 1)
      await queueMail(db, mailTo(`a${index}@x.example`), clock.now)
    const mailSender = createMailSender({
      db,
      deliver: async ({ to }) => {
        if (to === 'a0@x.example')
          throw Object.assign(new Error('421'), { command: 'DATA', responseCode: 421 })
      },
      log: createLog('silent'),
      now: () => clock.now,
    })
    for (let step = 0; step < 3; step += 1) {
      await mailSender.drain()
      pass(minutes(1))
    }
    expect((await rows()).filter(({ sent_at }) => sent_at === null)).toMatchObject([
      { recipient: 'a0@x.example', failed_at: null },
    ])
  })

  test('after three days they are failed with the reason, nobody is told of each, and they can be sent again', async () => {
    const { db, clock, mail, rows, given, drain, wait, queue, recipients, pass } = await open()
    await queue(40)
    const expiresAt = new Date(clock.now.getTime() + minutes(10))
    await queueMail(db, { ...mailTo('code@x.example'), kind: 'sign-in-link', expiresAt }, clock.now)
    mail.answer('AUTH', '535 5.7.8 Username and Password not accepted')
    await drain()
    await wait(days(3) + hours(1))
    const failed = await rows()
    expect(failed.map(({ last_error }) => last_error?.slice(0, 30))).toEqual([
      ...Array(40).fill('Invalid login: 535 5.7.8 Usern'),
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
    const { db, clock, pass, mail, rows, drain, queue } = await open()
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

test('mails that were held back are deleted after a week', async () => {
  const { db } = await testDatabase('SQLite')
  const now = new Date('2025-01-05T09:00:00.000Z')
  await queueMail(db, { ...mailTo('a@x.example'), heldBack: 'held back: too many' }, now)
  const rows = () => db.selectFrom('outbox').select('recipient').execute()
  await sweepOutbox(db, new Date(now.getTime() + days(7)))
  expect(await rows()).toHaveLength(1)
  await sweepOutbox(db, new Date(now.getTime() + days(7) + 1))
  expect(await rows()).toEqual([])
})

describe('mail as files', () => {
  test('writes one .eml file for each mail', async () => {
    const { db, clock, sender } = await setUp('SQLite')
    const folder = mkdtempSync(join(tmpdir(), 'portal-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await queueMail(db, mailTo('a@x.example'), clock.now)
    await sender(fileDelivery(folder, 'portal@panel.example')).drain()
    const names = readdirSync(folder)
    expect(names).toEqual([expect.stringMatching(/\.eml$/)])
    const mail = await PostalMime.parse(readFileSync(join(folder, names[0] ?? '')))
    expect(mail).toMatchObject({ subject: 'Namaste', to: [{ address: 'a@x.example' }] })
    expect(mail.replyTo).toBeUndefined()
  })
})

test('finds the people among the recipients by the index of emails', async () => {
  const { db } = await testDatabase('SQLite')
  const queries: CompiledQuery[] = []
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const deliver = async () => {}
  const log = createLog('silent')
  await createMailSender({ db: noted, deliver, log, now: () => new Date() }).drain()
  const { sql = '', parameters = [] } = queries[0] ?? {}
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  const details = rows.map(({ detail }) => detail).join('\n')
  expect(details).toContain('SEARCH person USING')
  expect(details).not.toContain('SCAN person')
})
