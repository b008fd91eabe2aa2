/**
 * The outbox: a mail is a row written in the transaction of its cause. The sender claims rows with a
 * lease, sends and retries. After a crash between the mail server's acceptance and the update of the
 * row, a mail is sent twice with the same Message-ID. After three days or five rejections it is failed;
 * for a week its text is kept, so that an administrator can send it again (contract 17.9).
 */

import type { Instant } from '#shared/dates.ts'
import { days } from '#shared/durations.ts'
import { yieldToEventLoop } from '../core/event-loop.ts'
import { newId } from '../core/ids.ts'
import { chunks } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    outbox: OutboxRow
  }
}

interface OutboxRow {
  id: string
  created_at: Instant
  kind: string
  recipient: string
  subject: string
  /** Stored encrypted, like the HTML (sealed-texts.ts). */
  body_text: string | null
  body_html: string | null
  /** The mail is not sent after this time; null for no limit. */
  expires_at: Instant | null
  attempts: number
  next_try_at: Instant
  leased_until: string | null
  sent_at: Instant | null
  failed_at: Instant | null
  last_error: string | null
  /** What is rendered and attached when the mail is sent, like 'receipt:ID'; null for nothing. */
  attachment: string | null
}

/** The maximum number of mails that one sending of an administrator queues. */
export const maxRecipients = 5000

/** A mail to one person. The subject is one line without control characters. */
export interface Mail {
  /** The topic, for the log: 'sign-in-link', 'job-approved'… */
  kind: string
  to: string
  subject: string
  text: string
  html: string
  expiresAt?: Date
  /** A document that is rendered and attached when the mail is sent, like 'receipt:ID'. */
  attachment?: string
  /** Why the mail is never sent, beginning with 'held back: '; it is stored as failed, without its text. */
  heldBack?: `held back: ${string}`
}

/** A mail to be delivered; its Message-ID derives from `id` and is the same at every attempt. */
export interface OutgoingMail {
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Renders what the outbox names as an attachment; undefined when it does not exist any more. */
export type RenderAttachment = (attachment: string) => Promise<MailAttachment | undefined>

/** Delivers one mail or throws; `responseCode` of the error is the SMTP reply code. */
export type Deliver = (mail: OutgoingMail) => Promise<void>

/**
 * Puts a mail into the outbox; call it in the transaction of its cause. A member may have no email: a
 * mail to '' is dropped.
 */
export async function queueMail(db: Database, mail: Mail, now: Date): Promise<void> {
  if (mail.to === '') return
  await db.insertInto('outbox').values(outboxRow(mail, now)).execute()
}

/** Puts many mails into the outbox, and returns their ids in the same order; all have a recipient. */
export async function queueMails(
  db: Database,
  mails: readonly Mail[],
  now: Date,
): Promise<string[]> {
  const rows = mails.map((mail) => outboxRow(mail, now))
  for (const batch of chunks(rows, 100)) {
    await db.insertInto('outbox').values(batch).execute()
    await yieldToEventLoop()
  }
  return rows.map(({ id }) => id)
}

/** The text of a mail has private links, so it is deleted as soon as it is not needed. */
export const withoutText = { body_text: null, body_html: null }

/** How long a failed mail keeps its text and can be sent again. */
const textKept = days(7)

/**
 * The failed mails that can be sent again, all or one of them, newest first. A mail with a time limit (a
 * sign-in link and its code) has no text any more: its reader requests another one.
 */
export const selectFailed = (db: Database, now: Date, id?: string) =>
  db
    .selectFrom('outbox')
    .where('failed_at', '>=', new Date(now.getTime() - textKept).toISOString())
    .where('sent_at', 'is', null)
    .where('body_text', 'is not', null)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? ''))
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')

export async function countFailed(db: Database, now: Date): Promise<number> {
  const { total } = await selectFailed(db, now)
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Queues failed mails again as new ones, all or one of them; returns how many. */
export async function resendFailed(db: Database, now: Date, id?: string): Promise<number> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ created_at: at, next_try_at: at, failed_at: null, last_error: null, attempts: 0 })
    .where('id', 'in', selectFailed(db, now, id).clearOrderBy().select('outbox.id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes the text of the failed mails to an address whose owner is deleted. */
export async function eraseFailedMails(db: Database, recipient: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set(withoutText)
    .where('recipient', '=', recipient)
    .where('failed_at', 'is not', null)
    .execute()
}

/** The prefix of the reason of a mail that is held back. */
const heldBack = 'held back: '

function outboxRow(mail: Mail, now: Date): OutboxRow {
  const at = now.toISOString()
  return {
    id: newId(now),
    created_at: at,
    kind: mail.kind,
    recipient: mail.to,
    subject: mail.subject,
    body_text: mail.heldBack === undefined ? mail.text : null,
    body_html: mail.heldBack === undefined ? mail.html : null,
    expires_at: mail.expiresAt?.toISOString() ?? null,
    attempts: 0,
    next_try_at: at,
    leased_until: null,
    sent_at: null,
    failed_at: mail.heldBack === undefined ? null : at,
    last_error: mail.heldBack ?? null,
    attachment: mail.attachment ?? null,
  }
}

/** Marks waiting mails as sent: those of sample data, which must not leave the portal. */
export async function markUnsentAsSent(db: Database): Promise<void> {
  await db
    .updateTable('outbox')
    .set(({ ref }) => ({ sent_at: ref('created_at'), ...withoutText }))
    .where('sent_at', 'is', null)
    .execute()
}

/** Releases the leases of a crashed process; only safe while no other process is sending. */
export async function releaseLeases(db: Database): Promise<void> {
  await db.updateTable('outbox').set({ leased_until: null }).where('sent_at', 'is', null).execute()
}

/**
 * Deletes the rows of mails sent or failed more than 90 days ago, and those of mails that were held back
 * after a week: strangers make as many of them as they like. Failed mails lose their text after a week.
 */
export async function sweepOutbox(db: Database, now: Date): Promise<void> {
  const ago = (count: number) => new Date(now.getTime() - days(count)).toISOString()
  await db
    .deleteFrom('outbox')
    .where((eb) =>
      eb.or([
        eb('sent_at', '<', ago(90)),
        eb('failed_at', '<', ago(90)),
        eb.and([eb('failed_at', '<', ago(7)), eb('last_error', 'like', `${heldBack}%`)]),
      ]),
    )
    .execute()
  await db
    .updateTable('outbox')
    .set(withoutText)
    .where('failed_at', '<', new Date(now.getTime() - textKept).toISOString())
    .where('body_text', 'is not', null)
    .execute()
}
