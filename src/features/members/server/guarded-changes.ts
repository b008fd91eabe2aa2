/**
 * Changes by which money, mails or accounts could be led astray: where members pay, what mails say, the address that
 * a member signs in with. They take a recent confirmation of the second factor of those who have one
 * (`assertConfirmed`), and all administrators are mailed what changed, in one mail for each act.
 */
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { greetingFor } from '#platform/server/mail/mail-content.ts'
import { renderMail } from '#platform/server/mail/mail-page.ts'
import { type Mail, queueMails } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { countOf } from '#shared/sentences.ts'
import { listActiveAdmins } from './queries.ts'

export interface GuardedChange {
  /** What was changed: 'UPI ID', 'Asha Patil of Teak & Co'. */
  label: string
  before: string
  after: string
}

/** What an administrator did, with the old and the new values. */
export interface GuardedAct {
  kind: string
  title: string
  /** What the list of changes is: 'changed these settings'. */
  did: string
  changes: readonly GuardedChange[]
  /** What to do when it was not expected. */
  advice: string
  button: { label: string; href: string }
}

export type GuardWorld = Pick<World, 'info' | 'now' | 'publicUrl'>

/** Mails the act to all active administrators. Call it in the transaction of the changes. */
export async function queueGuardedMails(
  world: GuardWorld,
  db: Database,
  admin: Pick<Caller, 'id'>,
  act: GuardedAct,
): Promise<void> {
  const admins = await listActiveAdmins(db)
  const who = admins.find(({ id }) => id === admin.id)?.name || 'An administrator'
  const mails = admins.map((recipient) => guardedMail(world, recipient, who, act))
  await queueMails(db, mails, world.now())
}

/** An import may change the emails of thousands. */
const maxListed = 200

function guardedMail(
  world: GuardWorld,
  recipient: { email: string; name: string },
  who: string,
  { kind, title, did, changes, advice, button }: GuardedAct,
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
