/** Sends the mails of the outbox: claims each with a lease, delivers, retries, gives up. */
import { type ExpressionBuilder, sql } from 'kysely'
import { days, minutes } from '#shared/durations.ts'
import type { Database, Tables } from '../database/database.ts'
import { type Log, maskEmail } from '../log.ts'
import { reasonOf } from '../startup-error.ts'
import type { Deliver, RenderAttachment } from './outbox.ts'

const lease = minutes(2)
const batchSize = 20
const concurrency = 4
/** How far the clocks of two processes may differ. */
const clockTolerance = minutes(1)
const maxRetryDelay = minutes(15)
const giveUpAfter = days(3)
const maxRejections = 5
/** Milliseconds without any attempt after the mail server could not be reached. */
const unreachablePause = 5000

interface MailSenderOptions {
  db: Database
  deliver: Deliver
  log: Log
  now: () => Date
  renderAttachment?: RenderAttachment
  /** Called in the transaction that gives up a mail: rejected permanently, or undelivered for days. */
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
  let pausedUntil = 0

  const drain = (): Promise<number> => {
    if (running) {
      again = true
      return running
    }
    const pause = pausedUntil - options.now().getTime()
    // A longer pause began before the clock was set back.
    if (pause > 0 && pause <= unreachablePause) return Promise.resolve(0)
    running = drainOnce(options, () => stopped)
      .then(({ sent, unreachable }) => {
        if (unreachable) pausedUntil = options.now().getTime() + unreachablePause
        return sent
      })
      .finally(() => {
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

interface DrainResult {
  sent: number
  /** The mail server could not be reached: the other mails keep their attempts. */
  unreachable: boolean
}

async function drainOnce(
  options: MailSenderOptions,
  isStopped: () => boolean,
): Promise<DrainResult> {
  const result: DrainResult = { sent: 0, unreachable: false }
  const isOver = () => isStopped() || result.unreachable
  for (;;) {
    const due = await dueMails(options.db, options.now())
    if (due.length === 0 || isOver()) return result
    const ids = due.values()
    const worker = async () => {
      for (const id of ids) {
        if (isOver()) return
        const outcome = await sendOne(options, id)
        if (outcome === 'sent') result.sent += 1
        if (outcome === 'unreachable') result.unreachable = true
      }
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
  }
}

/**
 * Condition: it is time for the next attempt, and no other sender has the mail. A time further ahead
 * than the portal ever sets one was set before the clock was set back.
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
 * Mails to people of the portal go before mails to strangers, so that whoever types many addresses into
 * a form delays only those.
 */
async function dueMails(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((eb) => isDue(eb, now))
    .orderBy((eb) => {
      const person = eb
        .selectFrom('person')
        .select('person.id')
        .whereRef('person.email', '=', 'outbox.recipient')
        // As the unique index of emails says it: otherwise all people are read for each mail.
        .where('person.email', '<>', '')
      return eb.case().when(eb.exists(person)).then(0).else(1).end()
    })
    .orderBy('next_try_at')
    .limit(batchSize)
    .execute()
  return rows.map((row) => row.id)
}

/** Claims and sends one mail; 'skipped' when another sender has it or it was not sent. */
async function sendOne(
  { db, deliver, log, now, onGivenUp, renderAttachment }: MailSenderOptions,
  id: string,
): Promise<'sent' | 'skipped' | 'unreachable'> {
  const row = await claim(db, id, now())
  if (!row) return 'skipped'
  const logFields = {
    mail: id,
    kind: row.kind,
    to: maskEmail(row.recipient),
    attempt: row.attempts,
  }
  if (row.expires_at !== null && row.expires_at <= now().toISOString()) {
    await finish(db, id, {
      failed_at: now().toISOString(),
      last_error: 'expired before it was sent',
    })
    log.warn(logFields, 'mail not sent: expired')
    return 'skipped'
  }
  try {
    const attached = row.attachment === null ? undefined : await renderAttachment?.(row.attachment)
    await deliver({
      id,
      kind: row.kind,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text ?? '',
      html: row.body_html ?? '',
      attachments: attached ? [attached] : [],
    })
  } catch (error) {
    await recordFailure(db, row, error, { now: now(), onGivenUp })
    log.warn({ ...logFields, reason: maskedReasonOf(error) }, 'mail not sent')
    return isUnreachable(error) ? 'unreachable' : 'skipped'
  }
  await finish(db, id, { sent_at: now().toISOString(), last_error: null })
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

/** Marks a mail as sent or failed and deletes its bodies, because they contain private links. */
async function finish(
  db: Database,
  id: string,
  outcome: { sent_at?: string; failed_at?: string; last_error: string | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...outcome, body_text: null, body_html: null, leased_until: null })
    .where('id', '=', id)
    .execute()
}

interface AttemptedMail extends GivenUpMail {
  created_at: string
  attempts: number
}

async function recordFailure(
  db: Database,
  row: AttemptedMail,
  error: unknown,
  { now, onGivenUp }: { now: Date; onGivenUp: MailSenderOptions['onGivenUp'] },
): Promise<void> {
  const isRejected = isPermanentError(error) && row.attempts >= maxRejections
  const isTooOld = now.getTime() - Date.parse(row.created_at) > giveUpAfter
  if (isRejected || isTooOld)
    return db.transaction().execute(async (tx) => {
      await finish(tx, row.id, { failed_at: now.toISOString(), last_error: maskedReasonOf(error) })
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

/** True when Nodemailer failed to connect (command CONN); ECONNECTION means a lost connection. */
function isUnreachable(error: unknown): boolean {
  const { command, code } = (error ?? {}) as { command?: unknown; code?: unknown }
  return command === 'CONN' && code !== 'ECONNECTION'
}

function isPermanentError(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode
  return typeof code === 'number' && code >= 500
}

/** The error message, with addresses masked, because mail servers repeat them in their replies. */
const maskedReasonOf = (error: unknown): string =>
  reasonOf(error)
    .replace(/[^\s<>@]+@[^\s<>]+/g, maskEmail)
    .slice(0, 300)
