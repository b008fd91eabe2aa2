/**
 * The outbox: a mail is a row written in the same transaction as what caused it; a sender claims
 * rows with a lease, sends, retries. A crash between the server's yes and our note of it may send
 * a mail twice (same Message-ID), never not at all.
 */
import { days } from '#shared/dates.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../ids.ts'

declare module '../database/database.ts' {
  interface Tables {
    outbox: {
      id: string
      created_at: string
      kind: string
      recipient: string
      subject: string
      body_text: string | null
      body_html: string | null
      /** Not sent after this moment; null: sent however late. */
      expires_at: string | null
      attempts: number
      next_try_at: string
      leased_until: string | null
      sent_at: string | null
      failed_at: string | null
      last_error: string | null
    }
  }
}

/** A mail to one person. Subject and sender never hold what a user typed. */
export interface Mail {
  /** What it is about, for the log and the record: 'sign-in-link', 'job-approved'… */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  expiresAt?: Date
}

/** A mail on its way, with the id that makes its Message-ID the same at every try. */
export interface OutgoingMail {
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
}

/** Carries one letter out of the portal, or throws; `responseCode` on the error is SMTP's. */
export type Deliver = (letter: OutgoingMail) => Promise<void>

/** Puts a mail into the outbox; call it in the transaction of what it tells about. */
export async function queueMail(db: Database, mail: Mail, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('outbox')
    .values({
      id: newId(now),
      created_at: at,
      kind: mail.kind,
      recipient: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      expires_at: mail.expiresAt?.toISOString() ?? null,
      attempts: 0,
      next_try_at: at,
      leased_until: null,
      sent_at: null,
      failed_at: null,
      last_error: null,
    })
    .execute()
}

/** Frees the mails a dead process had in hand; only where no other process can be sending. */
export async function releaseLeases(db: Database): Promise<void> {
  await db.updateTable('outbox').set({ leased_until: null }).where('sent_at', 'is', null).execute()
}

/** Forgets the records of mails that left, or failed, more than 90 days ago. */
export async function sweepOutbox(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days(90)).toISOString()
  await db
    .deleteFrom('outbox')
    .where((is) => is.or([is('sent_at', '<', before), is('failed_at', '<', before)]))
    .execute()
}
