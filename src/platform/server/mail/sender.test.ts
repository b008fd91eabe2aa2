import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { days, hours, minutes } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { mailTo, openOutbox as setUp } from '#test/support/outbox.ts'
import { emailOf } from '#test/support/personas.ts'
import { testDatabase, testPortal } from '#test/support/test-portal.ts'
import { createLog } from '../core/log.ts'
import { fileDelivery } from './deliver.ts'
import { queueMail, releaseLeases, sweepOutbox } from './outbox.ts'
import { createMailSender } from './sender.ts'

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

  test('continues immediately after the clock was set back by a day', async () => {
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
  const { sql = '', parameters = [] } = queries.find(({ sql }) => sql.includes('person')) ?? {}
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  const details = rows.map(({ detail }) => detail).join('\n')
  expect(details).toContain('SEARCH person USING')
  expect(details).not.toContain('SCAN person')
})
