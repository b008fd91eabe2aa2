/**
 * The pause of the outbox, shared by all processes: while the mail server accepts no mail of the portal
 * (mail-errors.ts), one process retries one mail after growing delays, and all other mails wait.
 */

import type { Instant } from '#shared/dates.ts'
import { minutes } from '#shared/durations.ts'
import type { Database } from '../database/database.ts'
import type { PauseKind } from './mail-errors.ts'

declare module '../database/database.ts' {
  interface Tables {
    mail_pause: MailPause
  }
}

export interface MailPause {
  /** Always 1. */
  id: number
  kind: PauseKind
  /** What the mail server answered last, with masked addresses. */
  reason: string
  since: Instant
  tries: number
  next_try_at: Instant
}

/** An unreachable server is tried again soon; a server that refuses may lock the account after repeated tries. */
const maxDelays: Record<PauseKind, number> = {
  unreachable: minutes(1),
  busy: minutes(15),
  password: minutes(15),
  sender: minutes(15),
  limit: minutes(15),
}
/** No pause is longer, except because the clock was set back. */
const maxPause = minutes(16)
/** How long the attempt of a crashed process keeps other processes from trying. */
const probeLease = minutes(2)

export const findPause = (db: Database): Promise<MailPause | undefined> =>
  db.selectFrom('mail_pause').selectAll().executeTakeFirst()

/** A shorter pause is not shown as a delay. */
const noticeableAfter = minutes(1)

/** Whether the person who waits for a mail should see that it is delayed. */
export async function isMailDelayed(db: Database, now: Date): Promise<boolean> {
  const pause = await findPause(db)
  return pause !== undefined && now.getTime() - Date.parse(pause.since) >= noticeableAfter
}

export function isResting({ next_try_at }: MailPause, now: Date): boolean {
  const rest = Date.parse(next_try_at) - now.getTime()
  return rest > 0 && rest <= maxPause
}

/** False when another process is already trying whether the pause is over. */
export async function claimProbe(
  db: Database,
  { next_try_at, tries }: MailPause,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .updateTable('mail_pause')
    .set({ next_try_at: new Date(now.getTime() + probeLease).toISOString() })
    .where('next_try_at', '=', next_try_at)
    .where('tries', '=', tries)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Begins the pause, or makes the one that was read (`earlier`) longer; returns when it is tried again. */
export async function pauseMails(
  db: Database,
  earlier: MailPause | undefined,
  { kind, reason }: Pick<MailPause, 'kind' | 'reason'>,
  now: Date,
): Promise<Instant> {
  const tries = (earlier?.tries ?? 0) + 1
  const delay = Math.min(5000 * 2 ** (tries - 1), maxDelays[kind])
  const next_try_at = new Date(now.getTime() + delay).toISOString()
  const values = { kind, reason, tries, next_try_at }
  await db
    .insertInto('mail_pause')
    .values({ id: 1, since: now.toISOString(), ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
  return next_try_at
}

/** Lets the next mail try immediately whether the pause is over. */
export async function retryAfterPause(db: Database, now: Date): Promise<void> {
  await db.updateTable('mail_pause').set({ next_try_at: now.toISOString() }).execute()
}

export async function endPause(db: Database): Promise<void> {
  await db.deleteFrom('mail_pause').execute()
}
