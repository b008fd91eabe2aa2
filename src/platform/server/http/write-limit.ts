/** How often one person may save. Administrators are not limited (contract 9.8). */
import { days, hours } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from '../database/database.ts'
import { countHit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'

/** `done` completes 'You have … 60 times within an hour'. */
const writeLimits = {
  profile: { done: 'saved your profile', hourly: 60, daily: 150 },
  postings: { done: 'saved job postings', hourly: 120, daily: 400 },
  'saved-jobs': { done: 'saved or removed jobs', hourly: 600, daily: 3000 },
} as const

export type WriteKind = keyof typeof writeLimits

/**
 * Counts a write of the caller; throws when it is one too many. Call it outside the transaction of the
 * write, so that refused and failed writes count too.
 */
export async function countWrite(
  db: Database,
  { id, role }: Caller,
  kind: WriteKind,
  now: Date,
): Promise<void> {
  if (role === 'admin') return
  const { done, hourly, daily } = writeLimits[kind]
  for (const [period, max, windowMs] of [
    ['an hour', hourly, hours(1)],
    ['a day', daily, days(1)],
  ] as const) {
    const wait = await countHit(db, `${kind} in ${period} ${id}`, { max, windowMs }, now)
    if (wait > 0)
      throw new Refusal(
        'too-many',
        `You have ${done} ${max} times within ${period}. Please try again in ${inWords(wait)}.`,
        { retryAfter: wait },
      )
  }
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 60) return `${Math.ceil(minutes / 60)} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
