/** The outbox without a portal: a database, a mail server, and senders. */
import { onTestFinished } from 'vitest'
import { createLog } from '#platform/server/core/log.ts'
import { smtpDelivery } from '#platform/server/mail/deliver.ts'
import { portalLogo } from '#platform/server/mail/mail-page.ts'
import type { Deliver } from '#platform/server/mail/outbox.ts'
import { createMailSender } from '#platform/server/mail/sender.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import type { Engine } from '../engines.ts'
import { testDatabase } from './test-portal.ts'

/** A short mail to an address. */
export const mailTo = (to: string) => ({
  kind: 'test',
  to,
  subject: 'Namaste',
  text: 'Words',
  html: '<p>Words</p>',
})

export const letterhead = () => ({
  name: 'Panel Makers “North”',
  replyTo: 'office@panel.example',
  logo: async () => portalLogo,
})

/** An empty outbox, a mail server, and a clock that a test moves. */
export async function openOutbox(engine: Engine) {
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
