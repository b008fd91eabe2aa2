/** Takes mails out of the outbox and sees them off: claims with a lease, sends, retries, gives up. */
import { sql } from 'kysely'
import { days, minutes } from '#shared/dates.ts'
import type { Database } from '../database/database.ts'
import { type Log, maskEmail } from '../log.ts'
import type { Deliver } from './outbox.ts'

const lease = minutes(2)
const batch = 20
const abreast = 4
const longestPause = minutes(15)
const giveUpAfter = days(3)
const refusalsTaken = 5
/** How long nothing is tried after no connection came about. */
const quiet = 5000

interface MailSenderOptions {
  db: Database
  deliver: Deliver
  log: Log
  now: () => Date
}

export interface MailSender {
  /** Sends what is due now; resolves when nothing due is left unclaimed. Answers how many left. */
  drain: () => Promise<number>
  /** Says that there may be something to send; drains soon, in the background. */
  wake: () => void
  /** Ends the background work after the mails in hand. */
  stop: () => Promise<void>
}

/** Starts nothing by itself: `wake` or `drain` it; `every` (ms) also makes it look by itself. */
export function createMailSender(needs: MailSenderOptions, every?: number): MailSender {
  let running: Promise<number> | undefined
  let again = false
  let stopped = false
  let quietUntil = 0

  const drain = (): Promise<number> => {
    if (running) {
      again = true
      return running
    }
    if (needs.now().getTime() < quietUntil) return Promise.resolve(0)
    running = drainOnce(needs, () => stopped)
      .then(({ sent, unreachable }) => {
        if (unreachable) quietUntil = needs.now().getTime() + quiet
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
    drain().catch((error: unknown) => needs.log.error({ err: error }, 'outbox'))
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

interface Drained {
  sent: number
  /** No connection came about: the other mails would fare no better, and keep their tries. */
  unreachable: boolean
}

async function drainOnce(needs: MailSenderOptions, isStopped: () => boolean): Promise<Drained> {
  const drained: Drained = { sent: 0, unreachable: false }
  const isOver = () => isStopped() || drained.unreachable
  for (;;) {
    const due = await dueMails(needs.db, needs.now())
    if (due.length === 0 || isOver()) return drained
    const waiting = due.values()
    const work = async () => {
      for (const id of waiting) {
        if (isOver()) return
        const outcome = await sendOne(needs, id)
        if (outcome === 'sent') drained.sent += 1
        if (outcome === 'unreachable') drained.unreachable = true
      }
    }
    await Promise.all(Array.from({ length: abreast }, work))
  }
}

async function dueMails(db: Database, now: Date): Promise<string[]> {
  const at = now.toISOString()
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', at)
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<', at)]))
    .orderBy('next_try_at')
    .limit(batch)
    .execute()
  return rows.map((row) => row.id)
}

/** Claims, sends and notes one mail; 'kept' when another sender has it or it did not go. */
async function sendOne(
  { db, deliver, log, now }: MailSenderOptions,
  id: string,
): Promise<'sent' | 'kept' | 'unreachable'> {
  const row = await claim(db, id, now())
  if (!row) return 'kept'
  const facts = { mail: id, kind: row.kind, to: maskEmail(row.recipient), attempt: row.attempts }
  if (row.expires_at !== null && row.expires_at <= now().toISOString()) {
    await close(db, id, { failed_at: now().toISOString(), last_error: 'too late to be of use' })
    log.warn(facts, 'mail not sent: too late to be of use')
    return 'kept'
  }
  try {
    await deliver({
      id,
      kind: row.kind,
      to: row.recipient,
      subject: row.subject,
      text: row.body_text ?? '',
      html: row.body_html ?? '',
    })
  } catch (error) {
    await noteFailure(db, row, error, now())
    log.warn({ ...facts, reason: reasonOf(error) }, 'mail not sent')
    return isUnreachable(error) ? 'unreachable' : 'kept'
  }
  await close(db, id, { sent_at: now().toISOString(), last_error: null })
  log.info(facts, 'mail sent')
  return 'sent'
}

function claim(db: Database, id: string, now: Date) {
  const at = now.toISOString()
  return db
    .updateTable('outbox')
    .set({
      leased_until: new Date(now.getTime() + lease).toISOString(),
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', at)
    .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<', at)]))
    .returningAll()
    .executeTakeFirst()
}

/** A mail that left, or never will, keeps who, what and when, but not its words: they hold links. */
async function close(
  db: Database,
  id: string,
  end: { sent_at?: string; failed_at?: string; last_error: string | null },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...end, body_text: null, body_html: null, leased_until: null })
    .where('id', '=', id)
    .execute()
}

interface Tried {
  id: string
  created_at: string
  attempts: number
}

async function noteFailure(db: Database, row: Tried, error: unknown, now: Date): Promise<void> {
  const refused = isRefusedForGood(error) && row.attempts >= refusalsTaken
  const tooOld = now.getTime() - Date.parse(row.created_at) > giveUpAfter
  if (refused || tooOld)
    return close(db, row.id, { failed_at: now.toISOString(), last_error: reasonOf(error) })
  const pause = Math.min(5000 * 2 ** (row.attempts - 1), longestPause)
  await db
    .updateTable('outbox')
    .set({
      leased_until: null,
      next_try_at: new Date(now.getTime() + pause).toISOString(),
      last_error: reasonOf(error),
    })
    .where('id', '=', row.id)
    .execute()
}

/** In Nodemailer's words: no connection came about (CONN), and not: it was lost (ECONNECTION). */
function isUnreachable(error: unknown): boolean {
  const { command, code } = (error ?? {}) as { command?: unknown; code?: unknown }
  return command === 'CONN' && code !== 'ECONNECTION'
}

function isRefusedForGood(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode
  return typeof code === 'number' && code >= 500
}

/** A mail server's answer often repeats the address: it is masked, as everywhere in the log. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/[^\s<>@]+@[^\s<>]+/g, maskEmail)
    .slice(0, 300)
