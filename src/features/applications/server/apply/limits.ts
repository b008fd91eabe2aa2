/** The limits on applications (contract 9.8). */
import type { Database } from '#platform/server/database/database.ts'
import { countHit, limitClient } from '#platform/server/http/rate-limit.ts'
import { countStrangerMail } from '#platform/server/mail/stranger-limits.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { maxOpenApplications } from '../../rules.ts'
import { countOpen } from '../queries.ts'

/** Counts an attempt to send a form or open a link, valid or not. Call it before reading the body. */
export const countAttempt = ({ db, now }: World, client: string): Promise<void> =>
  limitClient(db, 'apply:attempt', client, { max: 90, windowMs: minutes(15) }, now())

/** Counts a valid application, or valid changes of one. */
export const countSubmission = ({ db, now }: World, client: string): Promise<void> =>
  limitClient(db, 'apply:client', client, { max: 20, windowMs: hours(1) }, now())

/**
 * Counts a submission for an e-mail address. The row of the counter stays locked until the
 * transaction ends, so that concurrent submissions for one address run one after another.
 */
export async function countForEmail(db: Database, email: string, now: Date): Promise<void> {
  const wait = await countHit(db, `apply:address:${email}`, { max: 30, windowMs: days(1) }, now)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      'Too many applications for this email address. Please try again tomorrow.',
      {
        retryAfter: wait,
      },
    )
}

/** Counts the confirmation mail; call it last in the transaction that stores the application. */
export async function countConfirmation(
  db: Database,
  email: string,
  client: string,
  now: Date,
): Promise<void> {
  const wait = await countStrangerMail(db, { topic: 'application', to: email, client }, now)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      'We have received too many applications today. Please try again tomorrow.',
      { retryAfter: wait },
    )
}

/** Call it after `countForEmail` and after the new application is stored, in one transaction. */
export async function assertOpenApplicationLimit(db: Database, email: string): Promise<void> {
  if ((await countOpen(db, email)) > maxOpenApplications)
    throw new Refusal(
      'conflict',
      `There are already ${maxOpenApplications} open applications with this email address. You can withdraw one with the link in its email.`,
    )
}
