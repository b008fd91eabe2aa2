/** How many sign-in mails an address gets, and from whom (contract 11.7). */

import type { Database } from '#platform/server/database/database.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import {
  clearHits,
  countHit,
  returnHits,
  secondsUntil,
  tooMany,
} from '#platform/server/http/rate-limit.ts'
import { type Limit, limits } from '#shared/limits.ts'
import { maxCodeAttempts, maxOpenRequests } from '../rules.ts'
import type { SignInRequest } from './request-queries.ts'

const limitsOfAddress = [limits.linksOfAddress, limits.linksOfAddressDaily]
const limitsOfBrowser = [limits.linksOfBrowser, limits.linksOfBrowserDaily]

/** The limits of a client's requests for one address. */
const limitsFromClient = (email: string): Limit[] =>
  [limits.linksFromClient, limits.linksFromClientDaily].map((limit) => ({
    ...limit,
    name: `${limit.name}:${email}`,
  }))

/**
 * Resets what a sign-in shows to be legitimate: the counters of the address, of the client for it and of the
 * browser. One request of the client is subtracted: people who share an address, and people who sign in
 * often, do not use up its limit.
 */
export async function clearRequests(
  db: Database,
  email: string,
  client: Client,
  known: string,
): Promise<void> {
  await clearHits(db, limitsOfAddress, email)
  await clearHits(db, limitsFromClient(email), client)
  await clearHits(db, limitsOfBrowser, known)
  await returnHits(db, limits.linksOfClient, client)
}

/** Counts a request of a known browser; false beyond its own limits. */
export async function isWithinKnownLimits(
  db: Database,
  known: string,
  open: readonly SignInRequest[],
  now: Date,
): Promise<boolean> {
  const own = open.filter((request) => request.known_id === known)
  if (withUsableCode(own).length >= maxOpenRequests) return false
  for (const limit of limitsOfBrowser) if ((await countHit(db, limit, known, now)) > 0) return false
  return true
}

/**
 * Counts a request for an address; Refusal 'too-many' past the limits, which rolls the count back. An
 * address without a valid mail always gets one, so one visitor cannot use up the requests of another: at
 * every moment there is a mail that works, or the next request sends one.
 */
export async function countAddressRequest(
  db: Database,
  {
    email,
    client,
    listOpen,
    now,
  }: { email: string; client: Client; listOpen: () => Promise<SignInRequest[]>; now: Date },
): Promise<void> {
  // The counter of the address comes first: its row makes concurrent requests wait for each other.
  let wait = 0
  for (const limit of limitsOfAddress) wait = Math.max(wait, await countHit(db, limit, email, now))
  for (const limit of limitsFromClient(email))
    wait = Math.max(wait, await countHit(db, limit, client, now))
  const open = await listOpen()
  const newest = open.at(-1)
  if (!newest) return
  const usable = withUsableCode(open)
  const untilMailExpires = secondsUntil(newest.expires_at, now)
  if (usable.length >= maxOpenRequests)
    throw tooMany(
      limits.linksOfAddress,
      secondsUntil(usable[0]?.expires_at ?? now.toISOString(), now),
    )
  if (wait > 0) throw tooMany(limits.linksOfAddress, Math.min(wait, untilMailExpires))
}

/** Only these count among the open requests. */
const withUsableCode = (requests: readonly SignInRequest[]): SignInRequest[] =>
  requests.filter(({ tries }) => tries < maxCodeAttempts)
