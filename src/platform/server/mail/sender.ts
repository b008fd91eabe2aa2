/**
 * Sends the mails of the outbox: claims each with a lease, delivers, retries, gives up. An error about the
 * portal's account pauses all mails instead (mail-pause.ts).
 */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Instant } from '#shared/dates.ts'
import { clockTolerance, days, minutes } from '#shared/durations.ts'
import { type Log, maskEmail } from '../core/log.ts'
import { reasonOf } from '../core/startup-error.ts'
import type { Database, Tables } from '../database/database.ts'
import { classifyMailError } from './mail-errors.ts'
import {
  claimProbe,
  endPause,
  findPause,
  isResting,
  type MailPause,
  pauseMails,
  retryAfterPause,
} from './mail-pause.ts'
import { type Deliver, type RenderAttachment, withoutText } from './outbox.ts'

const lease = minutes(2)
const batchSize = 20
const concurrency = 4
const maxRetryDelay = minutes(15)
const giveUpAfter = days(3)
const maxRejections = 5

interface MailSenderOptions {
  db: Database
  deliver: Deliver
  log: Log
  now: () => Date
  renderAttachment?: RenderAttachment
  /**
   * Called in the transaction that gives up a mail: rejected permanently, or undelivered for days. Not called while the
   * mail server accepts no mail of the portal, which is not caused by the recipients.
   */
  onGivenUp?: (db: Database, mail: GivenUpMail, now: Date) => Promise<void>
}

interface GivenUpMail {
  id: string
  kind: string
  recipient: string
}

interface MailSender {
  /** Sends the mails due now; resolves to how many were sent, once no due mail is unclaimed. */
  drain: () => Promise<number>
  /** Drains in the background: call it after a mail may have been queued. */
  wake: () => void
  /** Stops the background work after the mails being sent. */
  stop: () => Promise<void>
}

/** Starts no work until `wake` or `drain` is called; with `every` (ms) it also polls the outbox. */
export function createMailSender(options: MailSenderOptions, every?: number): MailSender {
  let running: Promise<number> | undefined
  let again = false
  let stopped = false

  const drain = (): Promise<number> => {
    if (running) {
      again = true
      return running
    }
    running = drainOnce(options, () => stopped).finally(() => {
      running = undefined
      if (again && !stopped) wake()
      again = false
    })
    return running
  }
  const wake = () => {
    if (stopped) return
    drain().catch((error: unknown) => options.log.error({ err: error }, 'sending mails failed'))
  }
  const timer = every === undefined ? undefined : setInterval(wake, every)
  timer?.unref()
  return {
    drain,
    wake,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running?.catch(() => 0)
    },
  }
}

async function drainOnce(options: MailSenderOptions, isStopped: () => boolean): Promise<number> {
  const { db, now } = options
  let sent = 0
  for (;;) {
    const pause = await findPause(db)
    if (isStopped() || (pause && isResting(pause, now()))) return sent
    const due = await dueMails(options, pause !== undefined)
    if (due.length === 0) return sent
    if (pause && !(await claimProbe(db, pause, now()))) return sent
    const ids = due.values()
    let isPaused = false
    const worker = async () => {
      for (const id of ids) {
        if (isStopped() || isPaused) return
        const outcome = await sendOne(options, id, pause)
        if (outcome === 'sent') sent += 1
        if (outcome === 'paused') isPaused = true
        else if (pause) await (outcome === 'skipped' ? retryAfterPause(db, now()) : endPause(db))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
}

/**
 * Condition: the next attempt is due, and no other sender has the mail. A time further ahead than any delay means that
 * the clock was set back, so it counts as due.
 */
function isDue(eb: ExpressionBuilder<Tables, 'outbox'>, now: Date) {
  const at = now.toISOString()
  const beyond = (ms: number) => new Date(now.getTime() + ms + clockTolerance).toISOString()
  return eb.and([
    eb.or([eb('next_try_at', '<=', at), eb('next_try_at', '>', beyond(maxRetryDelay))]),
    eb.or([
      eb('leased_until', 'is', null),
      eb('leased_until', '<', at),
      eb('leased_until', '>', beyond(lease)),
    ]),
  ])
}

/**
 * Mails to people of the portal go before mails to strangers, so that a visitor who types many addresses
 * into a form delays only those. During a pause, only the mail that has waited longest for its next try is
 * sent.
 */
async function dueMails(
  { db, now: clock }: MailSenderOptions,
  isPaused: boolean,
): Promise<string[]> {
  const now = clock()
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => isDue(eb, now))
    .$if(!isPaused, (mails) =>
      mails.orderBy((eb) => {
        const person = eb
          .selectFrom('person')
          .select('person.id')
          .whereRef('person.email', '=', 'outbox.recipient')
          // Repeats the condition of the unique index of emails; without it, each mail would read
          // all people.
          .where('person.email', '<>', '')
        return eb.case().when(eb.exists(person)).then(0).else(1).end()
      }),
    )
    .orderBy('next_try_at')
    .limit(isPaused ? 1 : batchSize)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Claims and sends one mail. 'refused': the mail server took the portal's account, but not this mail;
 * 'paused': it takes no mail; 'skipped': no attempt was made.
 */
async function sendOne(
  { db, deliver, log, now, onGivenUp, renderAttachment }: MailSenderOptions,
  id: string,
  pause: MailPause | undefined,
): Promise<'sent' | 'refused' | 'paused' | 'skipped'> {
  const row = await claim(db, id, now())
  if (!row) return 'skipped'
  const logFields = {
    mail: id,
    kind: row.kind,
    to: maskEmail(row.recipient),
    attempt: row.attempts,
  }
  if (row.expires_at !== null && row.expires_at <= now().toISOString()) {
    await fail(db, row, 'expired before it was sent', now())
    log.warn(logFields, 'mail not sent: expired')
    return 'skipped'
  }
  try {
    if (row.body_text === null)
      throw new Error('its text cannot be read: the key file is another one')
    const attached = row.attachment === null ? undefined : await renderAttachment?.(row.attachment)
    await deliver({
      id,
      kind: row.kind,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text,
      html: row.body_html ?? '',
      attachments: attached ? [attached] : [],
    })
  } catch (error) {
    const reason = maskedReasonOf(error)
    log.warn({ ...logFields, reason }, 'mail not sent')
    const kind = classifyMailError(error)
    if (kind !== undefined) {
      const next_try_at = await pauseMails(db, pause, { kind, reason }, now())
      // The server accepted other mails in the meantime, so a mail that has waited for days is itself the problem.
      if (!pause && isTooOld(row, now()))
        await recordFailure(db, row, error, { now: now(), onGivenUp })
      else await requeue(db, row, { next_try_at, reason, isFirst: !pause }, now())
      return 'paused'
    }
    await recordFailure(db, row, error, { now: now(), onGivenUp })
    return hasAnswer(error) ? 'refused' : 'skipped'
  }
  await db
    .updateTable('outbox')
    .set({ sent_at: now().toISOString(), last_error: null, leased_until: null, ...withoutText })
    .where('id', '=', id)
    .execute()
  log.info(logFields, 'mail sent')
  return 'sent'
}

function claim(db: Database, id: string, now: Date) {
  return db
    .updateTable('outbox')
    .set({
      leased_until: new Date(now.getTime() + lease).toISOString(),
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => isDue(eb, now))
    .returningAll()
    .executeTakeFirst()
}

/** Marks a mail as failed. Its text is kept for a week, unless the mail has a time limit (outbox.ts). */
async function fail(
  db: Database,
  { id, expires_at }: Pick<AttemptedMail, 'id' | 'expires_at'>,
  last_error: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      failed_at: now.toISOString(),
      last_error,
      leased_until: null,
      ...(expires_at !== null && withoutText),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Postpones a mail until the pause is over, without counting the attempt. The mail that began the pause may be its
 * cause, so older mails are retried later. A mail that has waited for too long is given up with the reason of the
 * pause.
 */
async function requeue(
  db: Database,
  { id, created_at }: AttemptedMail,
  { next_try_at, reason, isFirst }: { next_try_at: Instant; reason: string; isFirst: boolean },
  now: Date,
): Promise<void> {
  const age = now.getTime() - Date.parse(created_at)
  const later = new Date(now.getTime() + Math.min(age / 2, maxRetryDelay)).toISOString()
  await db
    .updateTable('outbox')
    .set({
      leased_until: null,
      attempts: sql<number>`attempts - 1`,
      next_try_at: isFirst && later > next_try_at ? later : next_try_at,
      last_error: reason,
    })
    .where('id', '=', id)
    .execute()
  const at = now.toISOString()
  const waiting = db
    .updateTable('outbox')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('leased_until', 'is', null)
  await waiting
    .set({ failed_at: at, last_error: 'expired before it was sent', ...withoutText })
    .where('expires_at', '<=', at)
    .execute()
  await waiting
    .set({ failed_at: at, last_error: reason })
    .where('expires_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - giveUpAfter).toISOString())
    .execute()
}

interface AttemptedMail extends GivenUpMail {
  created_at: Instant
  expires_at: Instant | null
  attempts: number
}

const isTooOld = ({ created_at }: AttemptedMail, now: Date): boolean =>
  now.getTime() - Date.parse(created_at) > giveUpAfter

async function recordFailure(
  db: Database,
  row: AttemptedMail,
  error: unknown,
  { now, onGivenUp }: { now: Date; onGivenUp: MailSenderOptions['onGivenUp'] },
): Promise<void> {
  const isRejected = isPermanentError(error) && row.attempts >= maxRejections
  if (isRejected || isTooOld(row, now))
    return db.transaction().execute(async (tx) => {
      await fail(tx, row, maskedReasonOf(error), now)
      await onGivenUp?.(tx, row, now)
    })
  const delay = Math.min(5000 * 2 ** (row.attempts - 1), maxRetryDelay)
  await db
    .updateTable('outbox')
    .set({
      leased_until: null,
      next_try_at: new Date(now.getTime() + delay).toISOString(),
      last_error: maskedReasonOf(error),
    })
    .where('id', '=', row.id)
    .execute()
}

/** True when the mail server answered; otherwise nothing is known about it. */
const hasAnswer = (error: unknown): boolean =>
  typeof (error as { responseCode?: unknown } | null)?.responseCode === 'number'

function isPermanentError(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode
  return typeof code === 'number' && code >= 500
}

/** The error message, with addresses masked, because mail servers repeat them in their replies. */
const maskedReasonOf = (error: unknown): string =>
  reasonOf(error)
    .replace(/[^\s<>@]+@[^\s<>]+/g, maskEmail)
    .slice(0, 300)
