/** What the System page, the metrics and the doctor read about the state of the portal. */
import { refusedAct, signInSubject } from '#features/sign-in/server/sign-in-history.ts'
import type { Database } from '#platform/server/database/database.ts'
import { readHits } from '#platform/server/http/rate-limit.ts'
import { findPause, type MailPause, retryAfterPause } from '#platform/server/mail/mail-pause.ts'
import { heldBackReason } from '#platform/server/mail/stranger-limits.ts'
import { days, minutes } from '#shared/durations.ts'
import { limits } from '#shared/limits.ts'
import { countOf, withFullStop } from '#shared/sentences.ts'

interface MailQueue {
  waiting: number
  /** When the oldest waiting mail was queued. */
  oldest: string | null
  /** Why the last attempt of a waiting mail failed. */
  lastError: string | null
  /** Given up within a week. */
  failed: number
  /** Held back within a day by the limits on mails to strangers. */
  heldBack: number
  /** While the mail server takes no mail of the portal. */
  pause: MailPause | undefined
}

const before = (now: Date, age: number): string => new Date(now.getTime() - age).toISOString()

/** A mail that waits longer is stuck. */
export const stuckAfter = minutes(15)

const selectWaiting = (db: Database) =>
  db.selectFrom('outbox').where('sent_at', 'is', null).where('failed_at', 'is', null)

export async function waitingMails(db: Database): Promise<Pick<MailQueue, 'waiting' | 'oldest'>> {
  const { count, oldest } = await selectWaiting(db)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(count), oldest }
}

export async function mailQueue(db: Database, now: Date): Promise<MailQueue> {
  const error = await selectWaiting(db)
    .select('last_error')
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ended = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['last_error', fn.countAll<number>().as('count')])
    .where('failed_at', '>=', before(now, days(7)))
    .where((eb) =>
      eb.or([
        eb('last_error', 'is distinct from', heldBackReason),
        eb('failed_at', '>=', before(now, days(1))),
      ]),
    )
    .groupBy('last_error')
    .execute()
  const sum = (isHeldBack: boolean) =>
    ended
      .filter((row) => (row.last_error === heldBackReason) === isHeldBack)
      .reduce((total, row) => total + Number(row.count), 0)
  return {
    ...(await waitingMails(db)),
    lastError: error?.last_error ?? null,
    failed: sum(false),
    heldBack: sum(true),
    pause: await findPause(db),
  }
}

/**
 * Why no email is sent and what to do, as soon as the mail server has refused the portal itself; undefined
 * for a server that is only away or busy, which `stuckAfter` reports.
 */
export function pauseProblem({ pause, waiting }: MailQueue): string | undefined {
  if (!pause) return undefined
  const answer = `It answered: ${withFullStop(pause.reason)}`
  if (pause.kind === 'password')
    return `The mail server does not accept the portal’s password, so no email is sent. Check SMTP_URL and restart the portal. ${answer}`
  if (pause.kind === 'sender')
    return `The mail server does not let the portal send emails. Check MAIL_FROM, and the user name and password in SMTP_URL, and restart the portal. ${answer}`
  if (pause.kind === 'limit' && waiting > 0)
    return `The mail server’s daily limit is reached. ${countOf(waiting, 'email waits', 'emails wait')} until it accepts them again, usually tomorrow. ${answer}`
  return undefined
}

/** Whether the System page says that no email is sent. */
export const isMailStopped = async (db: Database, now: Date): Promise<boolean> =>
  (await findPause(db)) !== undefined && pauseProblem(await mailQueue(db, now)) !== undefined

/** Makes all waiting mails due now, also during a pause; returns how many. */
export async function retryMails(db: Database, now: Date): Promise<number> {
  await retryAfterPause(db, now)
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ next_try_at: now.toISOString() })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function storedFiles(db: Database): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await db
    .selectFrom('stored_file')
    .select(({ fn }) => [
      fn.countAll<number>().as('files'),
      fn.sum<number | null>('stored_bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}

interface RefusedSignIns {
  /** All within a day, those of unknown addresses included. */
  total: number
  /** How many of the recorded ones have each reason. */
  reasons: ReadonlyMap<string, number>
  /** The networks with most recorded refusals. */
  networks: ReadonlyMap<string, number>
}

const maxRefusals = 5000

/** Refused sign-ins within a day; the history records a few for each person and hour. */
export async function refusedSignIns(db: Database, now: Date): Promise<RefusedSignIns> {
  const counted = await readHits(db, limits.refusals, '', now)
  const rows = await db
    .selectFrom('history')
    .select('after')
    .where('subject', '=', signInSubject)
    .where('act', '=', refusedAct)
    .where('at', '>=', before(now, days(1)))
    .orderBy('at', 'desc')
    .limit(maxRefusals)
    .execute()
  const reasons = new Map<string, number>()
  const networks = new Map<string, number>()
  const add = (counts: Map<string, number>, key: unknown) => {
    if (typeof key === 'string') counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { after } of rows) {
    const { reason, network } = JSON.parse(after ?? '{}')
    add(reasons, reason)
    add(networks, network)
  }
  return { total: Math.max(counted.hits, rows.length), reasons, networks }
}

export async function unsealedEntries(db: Database): Promise<number> {
  const rows = await db.selectFrom('history_unsealed').select('ids').execute()
  return rows.reduce((sum, { ids }) => sum + ids.split(' ').length, 0)
}
