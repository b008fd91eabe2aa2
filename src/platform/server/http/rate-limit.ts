/** Rate limits, counted in the database so that they hold across processes and restarts. */
import { sql } from 'kysely'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Database } from '../database/database.ts'
import { clientAddress, clientNetwork, limitFactor, networkOf } from './client-network.ts'

declare module '../database/database.ts' {
  interface Tables {
    rate_count: { key: string; hits: number; ends_at: string }
  }
}

export interface RateLimit {
  /** How many hits are allowed within the window. */
  max: number
  /** Length of the window in milliseconds, from the first hit. */
  windowMs: number
}

/** How far the clocks of two processes may differ. */
const clockTolerance = minutes(1)

/** A window that ends later than this began before the clock was set back; it counts as ended. */
const latestEnd = ({ windowMs }: RateLimit, now: Date): string =>
  new Date(now.getTime() + windowMs + clockTolerance).toISOString()

/** Counts `amount` hits; returns 0 while within the limit, else the seconds until the window ends. */
export async function countHit(
  db: Database,
  key: string,
  limit: RateLimit,
  now: Date,
  amount = 1,
): Promise<number> {
  const at = now.toISOString()
  const endsAt = new Date(now.getTime() + limit.windowMs).toISOString()
  const hasEnded = sql`rate_count.ends_at <= ${at} or rate_count.ends_at > ${latestEnd(limit, now)}`
  const { hits, ends_at } = await db
    .insertInto('rate_count')
    .values({ key, hits: amount, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${hasEnded} then ${amount} else rate_count.hits + ${amount} end`,
        ends_at: sql<string>`case when ${hasEnded} then ${endsAt} else rate_count.ends_at end`,
      }),
    )
    .returning(['hits', 'ends_at'])
    .executeTakeFirstOrThrow()
  if (hits <= limit.max) return 0
  return Math.max(1, Math.ceil((Date.parse(ends_at) - now.getTime()) / 1000))
}

/** A /48 network has this many times the limit of one client. */
const customerFactor = 10

/**
 * The counters of a client: its network and, for IPv6, the /48 network that a provider gives to one
 * customer, who would otherwise be 65,536 clients.
 */
export const clientKeys = (name: string, client: string): string[] => [
  ...new Set(
    [clientNetwork(client), networkOf(clientAddress(client), 48)].map(
      (network) => `${name}:${network}`,
    ),
  ),
]

/**
 * Counts a hit of a client's network. A local trial is not counted, and an address that many visitors
 * share has a larger limit (contract 9.8).
 */
export async function countClientHit(
  db: Database,
  name: string,
  client: string,
  { max, windowMs }: RateLimit,
  now: Date,
  amount = 1,
): Promise<number> {
  const factor = limitFactor(client)
  if (factor === Number.POSITIVE_INFINITY) return 0
  for (const [index, key] of clientKeys(name, client).entries()) {
    const limit = { max: max * factor * (index === 0 ? 1 : customerFactor), windowMs }
    // What one network was refused does not count for the others of the customer.
    const wait = await countHit(db, key, limit, now, amount)
    if (wait > 0) return wait
  }
  return 0
}

/** Counts a hit of a client's network, and refuses it above the limit. */
export async function limitClient(
  db: Database,
  name: string,
  client: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  const wait = await countClientHit(db, name, client, limit, now)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `Too many requests from your connection. Please try again in ${Math.ceil(wait / 60)} minutes.`,
      { retryAfter: wait },
    )
}

/** Resets counters, for a client that turned out to be legitimate. */
export async function clearHits(db: Database, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_count').where('key', 'in', keys).execute()
}

/** What is left of a limit without counting a hit, and the seconds until its window ends. */
export async function hitsLeft(
  db: Database,
  key: string,
  limit: RateLimit,
  now: Date,
): Promise<{ left: number; seconds: number }> {
  const row = await db
    .selectFrom('rate_count')
    .select(['hits', 'ends_at'])
    .where('key', '=', key)
    .where('ends_at', '>', now.toISOString())
    .where('ends_at', '<=', latestEnd(limit, now))
    .executeTakeFirst()
  if (!row) return { left: limit.max, seconds: 0 }
  const seconds = Math.max(1, Math.ceil((Date.parse(row.ends_at) - now.getTime()) / 1000))
  return { left: limit.max - row.hits, seconds }
}

/** Takes counted hits back, of something that did not happen after all. */
export async function returnHits(db: Database, key: string, amount: number): Promise<void> {
  await db
    .updateTable('rate_count')
    .set({
      hits: sql<number>`case when rate_count.hits > ${amount} then rate_count.hits - ${amount} else 0 end`,
    })
    .where('key', '=', key)
    .execute()
}

/** Deletes counters whose window has ended. */
export async function sweepHits(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('rate_count').where('ends_at', '<=', now.toISOString()).execute()
}
