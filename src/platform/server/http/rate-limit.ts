/** Rate limits, counted in the database so that they hold across processes and restarts. */
import { sql } from 'kysely'
import type { Instant } from '#shared/dates.ts'
import { clockTolerance } from '#shared/durations.ts'
import type { Limit, RefusingLimit } from '#shared/limits.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from '../database/database.ts'
import { type Client, clientNetwork, limitFactor, networkOf } from './client-network.ts'
import type { Caller } from './request-context.ts'

declare module '../database/database.ts' {
  interface Tables {
    rate_count: { key: string; hits: number; ends_at: Instant }
  }
}

/** A window that ends later than this began before the clock was set back; it counts as ended. */
const latestEnd = ({ window }: Limit, now: Date): Instant =>
  new Date(now.getTime() + window + clockTolerance).toISOString()

/** Whole seconds to wait until a moment, at least 1. */
export const secondsUntil = (moment: Instant, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(moment) - now.getTime()) / 1000))

/** A /48 network has this many times the limit of one client. */
const customerFactor = 10

/** Whose hits are counted: the client for limits of clients and networks, otherwise an address or an id. */
type LimitKey = string | Client

/**
 * The counters of a limit, each with its own; none for a local trial. A client has two: its network and, for
 * IPv6, the /48 network that a provider gives to one customer, who would otherwise be 65,536 clients.
 */
function countersOf({ name, who, max }: Limit, key: LimitKey): { key: string; max: number }[] {
  if (who === 'all') return [{ key: name, max }]
  if (typeof key === 'string') return [{ key: `${name}:${key}`, max }]
  if (key.kind === 'trial') return []
  const own = { key: `${name}:${clientNetwork(key)}`, max: max * limitFactor(key) }
  const customer = { key: `${name}:${networkOf(key.address, 48)}`, max: own.max }
  if (who === 'network') return [customer]
  return own.key === customer.key ? [own] : [own, { ...customer, max: own.max * customerFactor }]
}

/** Counts one hit; returns 0 while within the limit, else the seconds until the window ends. */
export const countHit = (db: Database, limit: Limit, key: LimitKey, now: Date): Promise<number> =>
  countAmount(db, limit, { key, now, amount: 1 })

/** Like `countHit`, for `amount` hits, such as bytes. */
export async function countAmount(
  db: Database,
  limit: Limit,
  { key, now, amount }: { key: LimitKey; now: Date; amount: number },
): Promise<number> {
  const at = now.toISOString()
  const endsAt = new Date(now.getTime() + limit.window).toISOString()
  const hasEnded = sql`rate_count.ends_at <= ${at} or rate_count.ends_at > ${latestEnd(limit, now)}`
  for (const counter of countersOf(limit, key)) {
    const { hits, ends_at } = await db
      .insertInto('rate_count')
      .values({ key: counter.key, hits: amount, ends_at: endsAt })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          hits: sql<number>`case when ${hasEnded} then ${amount} else rate_count.hits + ${amount} end`,
          ends_at: sql<Instant>`case when ${hasEnded} then ${endsAt} else rate_count.ends_at end`,
        }),
      )
      .returning(['hits', 'ends_at'])
      .executeTakeFirstOrThrow()
    // Hits of one network that were refused do not count against the other networks of the
    // customer.
    if (hits > counter.max) return secondsUntil(ends_at, now)
  }
  return 0
}

/** Counts one hit, and refuses it above the limit. */
export async function enforceLimit(
  db: Database,
  limit: RefusingLimit,
  key: LimitKey,
  now: Date,
): Promise<void> {
  const wait = await countHit(db, limit, key, now)
  if (wait > 0) throw tooMany(limit, wait)
}

export const tooMany = (limit: RefusingLimit, seconds: number): Refusal =>
  new Refusal('too-many', limit.sentence(seconds, limit), {
    code: limit.code,
    retryAfter: seconds,
  })

/**
 * Counts saves of one's own data; administrators are not limited (contract 9.8). Call it outside of the transaction, so
 * that refused and failed saves are also counted.
 */
export async function countSave(
  db: Database,
  { id, role }: Pick<Caller, 'id' | 'role'>,
  limits: readonly RefusingLimit[],
  { now, amount = 1 }: { now: Date; amount?: number },
): Promise<void> {
  if (role === 'admin') return
  for (const limit of limits) {
    const wait = await countAmount(db, limit, { key: id, now, amount })
    if (wait > 0) throw tooMany(limit, wait)
  }
}

/** Resets the counters of a key whose requests turned out to be legitimate. */
export async function clearHits(
  db: Database,
  limits: readonly Limit[],
  key: LimitKey,
): Promise<void> {
  const keys = limits.flatMap((limit) => countersOf(limit, key)).map((counter) => counter.key)
  if (keys.length > 0) await db.deleteFrom('rate_count').where('key', 'in', keys).execute()
}

/** The hits of all callers who share a counter, and the seconds until their window ends. */
export async function readHits(
  db: Database,
  limit: Limit,
  key: LimitKey,
  now: Date,
): Promise<{ hits: number; seconds: number }> {
  const row = await db
    .selectFrom('rate_count')
    .select(['hits', 'ends_at'])
    .where('key', '=', countersOf(limit, key)[0]?.key ?? '')
    .where('ends_at', '>', now.toISOString())
    .where('ends_at', '<=', latestEnd(limit, now))
    .executeTakeFirst()
  return row ? { hits: row.hits, seconds: secondsUntil(row.ends_at, now) } : { hits: 0, seconds: 0 }
}

/** Subtracts hits that were counted for something that did not happen. */
export async function returnHits(
  db: Database,
  limit: Limit,
  key: LimitKey,
  amount = 1,
): Promise<void> {
  for (const counter of countersOf(limit, key))
    await db
      .updateTable('rate_count')
      .set({
        hits: sql<number>`case when rate_count.hits > ${amount} then rate_count.hits - ${amount} else 0 end`,
      })
      .where('key', '=', counter.key)
      .execute()
}

/** Deletes counters whose window has ended. */
export async function sweepHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_count').where('ends_at', '<=', now.toISOString()).execute()
}
