/** How often one person may save. Administrators are not limited (contract 9.8). */
import { days, hours } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { countOf } from '#shared/sentences.ts'
import type { Database } from '../database/database.ts'
import { countHit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'

/** `done` completes 'You have … 60 times within an hour'. The megabytes are those of `bytes`. */
const writeLimits = {
  profile: { done: 'saved your profile', hourly: 60, daily: 150 },
  'posting-changes': { done: 'changed job postings', hourly: 120, daily: 400 },
  postings: { done: 'saved job postings', hourly: 30, daily: 300, hourlyMegabytes: 4 },
  'saved-jobs': { done: 'saved or removed jobs', hourly: 6000, daily: 50_000 },
}

interface WriteLimit {
  done: string
  hourly: number
  daily: number
  hourlyMegabytes?: number
}

type WriteKind = keyof typeof writeLimits

/**
 * Counts a write of the caller; throws when it is one too many. Call it outside the transaction of the
 * write, so that refused and failed writes count too. `bytes` is the size of what is stored.
 */
export async function countWrite(
  db: Database,
  { id, role }: Pick<Caller, 'id' | 'role'>,
  kind: WriteKind,
  now: Date,
  bytes = 0,
): Promise<void> {
  if (role === 'admin') return
  const { done, hourly, daily, hourlyMegabytes }: WriteLimit = writeLimits[kind]
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
  if (hourlyMegabytes === undefined) return
  const limit = { max: hourlyMegabytes * 1_000_000, windowMs: hours(1) }
  const wait = await countHit(db, `${kind} bytes in an hour ${id}`, limit, now, bytes)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `You have ${done} of more than ${hourlyMegabytes} MB within an hour. Please try again in ${inWords(wait)}.`,
      { retryAfter: wait },
    )
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes > 60
    ? countOf(Math.ceil(minutes / 60), 'hour', 'hours')
    : countOf(minutes, 'minute', 'minutes')
}
