import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days } from '#shared/durations.ts'
import { engines } from '#test/support/engines.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { queueMail, queueMails, resendFailed, selectFailed } from './outbox.ts'

const link = 'https://portal.example/dues#token=3zNk'
const mailWithLink = (to: string) => ({
  kind: 'dues-notice',
  to,
  subject: 'Your dues',
  text: `Please open ${link} 🪵`,
  html: `<a href="${link}">Open</a>`,
})

describe.each(engines)('texts of mails on %s', (engine) => {
  test('are encrypted in the database, and sent as they were written', async () => {
    const { db, world, mails } = await testPortal(engine)
    const now = world.now()
    await queueMail(db, mailWithLink('one@ply.example'), now)
    await queueMail(db, { ...mailWithLink('held@ply.example'), heldBack: 'held back: many' }, now)
    await db.transaction().execute((tx) =>
      queueMails(
        tx,
        Array.from({ length: 130 }, (_, at) => mailWithLink(`many${at}@ply.example`)),
        now,
      ),
    )
    const stored = await db.withoutPlugins().selectFrom('outbox').selectAll().execute()
    expect(stored).toHaveLength(132)
    expect(JSON.stringify(stored)).not.toMatch(/3zNk|token/)
    expect(new Set(stored.map(({ body_text: text }) => text)).size).toBe(132)
    const sent = await mails()
    expect(sent).toHaveLength(131)
    for (const { text, html } of sent) {
      expect(text).toContain(`Please open ${link} 🪵`)
      expect(html).toContain(`href="${link}"`)
    }
    const after = await db.withoutPlugins().selectFrom('outbox').selectAll().execute()
    expect(after.filter(({ body_text, body_html }) => body_text ?? body_html)).toEqual([])
  })

  test('of an earlier version are read as they are', async () => {
    const { db, world, mails } = await testPortal(engine)
    await queueMail(db.withoutPlugins(), mailWithLink('old@ply.example'), world.now())
    expect((await mails())[0]?.text).toContain(link)
  })

  test('whose key is missing hold up no other mail; they are tried again, and fail after three days', async () => {
    const { db, world, mails, advanceClock } = await testPortal(engine)
    await queueMail(db, mailWithLink('lost@ply.example'), world.now())
    await db.withoutPlugins().updateTable('outbox').set({ body_text: 'sealed:gone.AAAA' }).execute()
    await queueMail(db, mailWithLink('next@ply.example'), world.now())
    expect((await mails()).map(({ envelope }) => envelope.to)).toEqual([['next@ply.example']])
    const [left] = await db
      .withoutPlugins()
      .selectFrom('outbox')
      .selectAll()
      .where('sent_at', 'is', null)
      .execute()
    expect(left).toMatchObject({ attempts: 1, leased_until: null, failed_at: null })
    advanceClock(days(3) + 1000)
    expect(await mails()).toHaveLength(1)
    const [lost] = await db
      .selectFrom('outbox')
      .selectAll()
      .where('failed_at', 'is not', null)
      .execute()
    expect(lost).toMatchObject({
      recipient: 'lost@ply.example',
      last_error: 'its text cannot be read: the key file is another one',
    })
  })

  test('of failed mails can be sent again', async () => {
    const { db, world, mails } = await testPortal(engine)
    const now = world.now()
    await queueMail(db, mailWithLink('again@ply.example'), now)
    await db.updateTable('outbox').set({ failed_at: now.toISOString() }).execute()
    expect(await selectFailed(db, now).select('recipient').execute()).toHaveLength(1)
    expect(await resendFailed(db, now)).toBe(1)
    expect((await mails())[0]?.text).toContain(link)
  })
})

test('deleted links leave no trace in the pages of SQLite', async () => {
  const { db, world } = await testPortal('SQLite')
  const plain = db.withoutPlugins()
  const now = world.now()
  for (let index = 0; index < 50; index++)
    await queueMail(plain, mailWithLink(`one${index}@ply.example`), now)
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  const file = rows[0]?.file ?? ''
  const bytes = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return readFileSync(file)
  }
  expect((await bytes()).includes(link)).toBe(true)
  await plain.deleteFrom('outbox').execute()
  expect((await bytes()).includes(link)).toBe(false)
})
