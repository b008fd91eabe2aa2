/**
 * Sensitive changes, by which somebody could redirect money, mails or accounts: where members pay, the texts of mails,
 * the address that a member signs in with. An administrator with a second factor must have confirmed it recently
 * (`assertConfirmed`), and all administrators get one mail about each action.
 */
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { greetingFor } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import { type Mail, queueMails } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { countOf } from '#shared/sentences.ts'
import { listActiveAdmins } from './queries.ts'

export interface SensitiveChange {
  /** What was changed: 'UPI ID', 'Asha Patil of Teak & Co'. */
  label: string
  before: string
  after: string
}

/** What an administrator did, with the old and the new values. */
export interface SensitiveAction {
  kind: string
  title: string
  /** The verb and object of the sentence in the mail: 'changed these settings'. */
  did: string
  changes: readonly SensitiveChange[]
  /** What to do when it was not expected. */
  advice: string
  button: { label: string; href: string }
}

export type SensitiveMailWorld = Pick<World, 'info' | 'now' | 'publicUrl'>

/** Mails the action to all active administrators. Call it in the transaction of the changes. */
export async function queueSensitiveChangeMails(
  world: SensitiveMailWorld,
  db: Database,
  admin: Pick<Caller, 'id'>,
  action: SensitiveAction,
): Promise<void> {
  const admins = await listActiveAdmins(db)
  const who = admins.find(({ id }) => id === admin.id)?.name || 'An administrator'
  const mails = admins.map((recipient) => sensitiveChangeMail(world, recipient, who, action))
  await queueMails(db, mails, world.now())
}

/** An import may change the emails of thousands. */
const maxListed = 200

function sensitiveChangeMail(
  world: SensitiveMailWorld,
  recipient: { email: string; name: string },
  who: string,
  { kind, title, did, changes, advice, button }: SensitiveAction,
): Mail {
  const more = changes.length - maxListed
  const content = {
    title,
    paragraphs: [
      greetingFor(recipient.name),
      `${who} ${did}:`,
      ...changes
        .slice(0, maxListed)
        .map(
          ({ label, before, after }) =>
            `${label}\nBefore: ${before || 'empty'}\nNow: ${after || 'empty'}`,
        ),
      ...(more > 0 ? [`There are ${countOf(more, 'more change', 'more changes')}.`] : []),
      advice,
    ],
    button,
  }
  return { kind, to: recipient.email, subject: title, ...renderMail(content, world.info()) }
}
