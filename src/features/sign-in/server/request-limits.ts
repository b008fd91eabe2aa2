/** How many sign-in mails an address gets, and from whom (contract 11.7). */
import type { Database } from '#platform/server/database/database.ts'
import {
  clientKeys,
  countClientHit,
  countHit,
  returnHits,
} from '#platform/server/http/rate-limit.ts'
import { days, hours } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { maxCodeAttempts, maxOpenRequests } from '../rules.ts'
import type { SignInRequest } from './request-queries.ts'

/** A person reaches none of these by asking again after a mail did not arrive. */
const limits = {
  address: { max: 12, windowMs: hours(1) },
  addressDaily: { max: 30, windowMs: days(1) },
  /** For one address, from one network: the others keep some of the address's requests. */
  network: { max: 8, windowMs: hours(1) },
  networkDaily: { max: 20, windowMs: days(1) },
  /** Of one known browser. */
  known: { max: 12, windowMs: hours(1) },
  knownDaily: { max: 40, windowMs: days(1) },
  client: { max: 60, windowMs: hours(1) },
}

const keys = {
  address: (email: string) => `link:address:${email}`,
  addressDaily: (email: string) => `link:day:${email}`,
  network: (email: string) => `link:from:${email}`,
  networkDaily: (email: string) => `link:from-day:${email}`,
  known: (id: string) => `link:known:${id}`,
  knownDaily: (id: string) => `link:known-day:${id}`,
}

/** The counters that a sign-in resets: those of the address, of the network and of the browser. */
export const countersOf = (email: string, client: string, known: string): string[] => [
  keys.address(email),
  keys.addressDaily(email),
  ...clientKeys(keys.network(email), client),
  ...clientKeys(keys.networkDaily(email), client),
  keys.known(known),
  keys.knownDaily(known),
]

/** Counts a request of a known browser; false past its own limits. */
export async function isWithinKnownLimits(
  db: Database,
  known: string,
  open: readonly SignInRequest[],
  now: Date,
): Promise<boolean> {
  if (live(open.filter((request) => request.known_id === known)).length >= maxOpenRequests)
    return false
  const hourly = await countHit(db, keys.known(known), limits.known, now)
  return hourly === 0 && (await countHit(db, keys.knownDaily(known), limits.knownDaily, now)) === 0
}

/**
 * Takes a request of a client back that led to a sign-in: people who share an address, and somebody who
 * signs in often, do not use up the limit.
 */
export async function returnClientRequest(db: Database, client: string): Promise<void> {
  for (const key of clientKeys('link:client', client)) await returnHits(db, key, 1)
}

/** Counts a request of a client; Refusal 'too-many' past the limit. */
export async function countClientRequest(db: Database, client: string, now: Date): Promise<void> {
  const wait = await countClientHit(db, 'link:client', client, limits.client, now)
  if (wait > 0) throw tooManyFromClient(wait)
}

/**
 * Counts a request for an address; Refusal 'too-many' past the limits, which rolls the count back. An
 * address without a valid mail always gets one, so nobody can use up the requests of somebody else: at
 * every moment there is a mail that works, or the next request sends one.
 */
export async function countAddressRequest(
  db: Database,
  email: string,
  client: string,
  listOpen: () => Promise<SignInRequest[]>,
  now: Date,
): Promise<void> {
  // The counter of the address comes first: its row makes concurrent requests wait for each other.
  const waits = [
    await countHit(db, keys.address(email), limits.address, now),
    await countHit(db, keys.addressDaily(email), limits.addressDaily, now),
    await countClientHit(db, keys.network(email), client, limits.network, now),
    await countClientHit(db, keys.networkDaily(email), client, limits.networkDaily, now),
  ]
  const open = await listOpen()
  const newest = open.at(-1)
  if (!newest) return
  const liveRequests = live(open)
  const untilNoMail = secondsUntil(newest.expires_at, now)
  if (liveRequests.length >= maxOpenRequests)
    throw tooManyForAddress(secondsUntil(liveRequests[0]?.expires_at, now))
  const wait = Math.max(...waits)
  if (wait > 0) throw tooManyForAddress(Math.min(wait, untilNoMail))
}

/** The requests whose code still works; only these count among the open ones. */
const live = (requests: readonly SignInRequest[]): SignInRequest[] =>
  requests.filter(({ tries }) => tries < maxCodeAttempts)

const secondsUntil = (moment: string | undefined, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(moment ?? now.toISOString()) - now.getTime()) / 1000))

const waitLabel = (seconds: number): string =>
  seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`

const tooManyForAddress = (seconds: number): Refusal =>
  new Refusal(
    'too-many',
    `Several links have already been requested. The newest email in your inbox or spam folder still works: open its link, and enter its code if you're asked for it. Or try again in ${waitLabel(seconds)}.`,
    { code: 'too-many-tries', retryAfter: seconds },
  )

const tooManyFromClient = (seconds: number): Refusal =>
  new Refusal(
    'too-many',
    `Too many links have been requested from your connection. If you already have an email with a link, it still works. Otherwise try again in ${waitLabel(seconds)}.`,
    { code: 'too-many-tries', retryAfter: seconds },
  )
