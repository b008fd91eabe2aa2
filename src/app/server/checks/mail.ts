/** What waits to be sent, and why. */

import { type Config, isLoopbackAddress } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database/database.ts'
import { findPause, retryAfterPause } from '#platform/server/mail/mail-pause.ts'
import { heldBackReason } from '#platform/server/mail/stranger-limits.ts'
import { dateTime, type Instant } from '#shared/dates.ts'
import { days, minutes } from '#shared/durations.ts'
import { countOf, duration, withFullStop } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { ageOf, type Check, type DataNeeds, type Problem, secondsSince } from './check.ts'

export const mailCheck: Check<DataNeeds> = {
  title: 'Email queue',
  problems: async ({ config, database: { db }, now }) => {
    const queue = await mailQueue(db, now())
    const { heldBack } = queue
    const problem = pauseProblem(queue) ?? stuckProblem(queue, now())
    const problems: Problem[] = [
      ...settingProblems(config),
      ...(problem === undefined ? [] : [problem]),
    ]
    if (heldBack > 0)
      problems.push({
        page: `${countOf(heldBack, 'email to an unregistered address was', 'emails to unregistered addresses were')} held back in the last 24 hours. Someone may be entering other people’s addresses.`,
      })
    return problems
  },
  section: 'mail',
  facts: async ({ config, db, now }) => {
    const { waiting, oldest, failed } = await mailQueue(db, now())
    return [
      ['Waiting', waiting],
      ...(oldest === null ? [] : [['Oldest', dateTime(oldest)] as const]),
      ['Failed in the last 7 days', failed],
      ['Mail server', config.smtpUrl ? 'SMTP' : 'None: emails are saved in the data folder'],
    ]
  },
  metrics: ({ db, now }) => [
    [
      'portal_outbox_waiting',
      'Mails that wait to be sent',
      async () => (await waitingMails(db)).waiting,
    ],
    [
      'portal_outbox_oldest_seconds',
      'Age of the oldest mail that waits',
      async () => secondsSince((await waitingMails(db)).oldest, now()) ?? 0,
    ],
  ],
}

/**
 * Settings with which no mail is delivered, or mails have links that members cannot open. The sample sends no mails.
 * The doctor is silent about a portal without a mail server that only this computer can open, which is a trial.
 */
function settingProblems({ sample, smtpUrl, publicUrl }: Config): Problem[] {
  if (sample) return []
  const isLocal = isLoopbackAddress(publicUrl)
  const noServer = 'SMTP_URL is not set, so no email reaches anybody. Set it to your mail server.'
  const localLinks = `PUBLIC_URL is ${publicUrl}, so links in emails open on this computer only. Set it to the address that members use.`
  const problems: Problem[] = []
  if (smtpUrl === undefined)
    problems.push({ page: noServer, doctor: isLocal ? undefined : noServer })
  if (isLocal)
    problems.push({ page: localLinks, doctor: smtpUrl === undefined ? undefined : localLinks })
  return problems
}

function stuckProblem({ oldest, waiting, lastError }: MailQueue, now: Date): Problem | undefined {
  const age = oldest === null ? 0 : ageOf(oldest, now)
  if (age <= stuckAfter) return undefined
  const reason = lastError === null ? '' : ` Last error: ${withFullStop(lastError)}`
  return {
    page: `Emails have been waiting for ${duration(age)}. Check the mail server and SMTP_URL.${reason}`,
    doctor: `${countOf(waiting, 'email waits', 'emails wait')}, the oldest for ${duration(age)}. Check the mail server.${reason || ' Is the portal running?'}`,
  }
}

type MailQueue = Awaited<ReturnType<typeof mailQueue>>

/** The time `age` milliseconds before `now`, in the format of the database. */
const timeBefore = (now: Date, age: number): Instant => new Date(now.getTime() - age).toISOString()

/** A mail that waits longer is stuck. */
const stuckAfter = minutes(15)

const selectWaiting = (db: Database) =>
  db.selectFrom('outbox').where('sent_at', 'is', null).where('failed_at', 'is', null)

/** How many, and when the oldest was queued. */
async function waitingMails(db: Database) {
  const { count, oldest } = await selectWaiting(db)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { waiting: Number(count), oldest }
}

async function mailQueue(db: Database, now: Date) {
  const error = await selectWaiting(db)
    .select('last_error')
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ended = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['last_error', fn.countAll<number>().as('count')])
    .where('failed_at', '>=', timeBefore(now, days(7)))
    .where((eb) =>
      eb.or([
        eb('last_error', 'is distinct from', heldBackReason),
        eb('failed_at', '>=', timeBefore(now, days(1))),
      ]),
    )
    .groupBy('last_error')
    .execute()
  const countEnded = (isHeldBack: boolean) =>
    sum(
      ended.filter((row) => (row.last_error === heldBackReason) === isHeldBack),
      (row) => Number(row.count),
    )
  return {
    ...(await waitingMails(db)),
    /** Why the last attempt of a waiting mail failed. */
    lastError: error?.last_error ?? null,
    /** Given up within a week. */
    failed: countEnded(false),
    /** Within a day, by the limits on mails to strangers. */
    heldBack: countEnded(true),
    /** While the mail server takes no mail of the portal. */
    pause: await findPause(db),
  }
}

/**
 * Why no email is sent and what to do, as soon as the mail server has refused the portal itself; undefined
 * for a server that is only away or busy, which `stuckAfter` reports.
 */
function pauseProblem({ pause, waiting }: MailQueue): string | undefined {
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

/** Whether the System page reports that no email is sent. */
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
