import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { clientNetwork, countHit, isLoopback } from '#platform/server/http/rate-limit.ts'
import { hashOf, newCode, newId, newSecret } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours, minutes } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { LinkRequest } from '../contract.ts'
import { linkLifetime, maxOpenRequests, sessionLifetime } from '../rules.ts'
import { linkMail, noLinkMail, type RequestOrigin, signInUrl } from './mails.ts'
import {
  deleteReusableRequests,
  hasPendingRequest,
  insertRequest,
  listOpenRequests,
  sweepRequests,
  sweepSessions,
} from './queries.ts'

/** Asked so often that a person would wait rather than ask again. */
const limits = {
  address: { most: 12, within: hours(1) },
  addressDaily: { most: 30, within: days(1) },
  client: { most: 60, within: hours(1) },
  portal: { most: 300, within: hours(1) },
}

/**
 * Takes a request for a link and answers the value of the pending cookie. Whatever the address is,
 * the same things are done and the same is answered; only the words of the mail differ. Past the
 * limits: 429, in the same words for everybody.
 */
export async function requestLink(
  world: World,
  { email, type }: LinkRequest,
  asker: RequestOrigin,
  presented: string | undefined,
): Promise<string> {
  const now = world.now()
  // Behind a proxy that TRUST_PROXY does not name, everybody would be this one client.
  if (!isLoopback(asker.client))
    refuseFor(
      await countHit(world.db, `link:client:${clientNetwork(asker.client)}`, limits.client, now),
    )
  // A refusal rolls its own count back: only requests that sent a mail count for an address.
  return world.db.transaction().execute(async (db) => {
    const [hourly, daily] = rateLimitKeys(email)
    refuseFor(await countHit(db, hourly, limits.address, now))
    refuseFor(await countHit(db, daily, limits.addressDaily, now))
    const outcome = await openRequest(db, world, { email, type }, asker, presented)
    if ('wait' in outcome) throw tooOften(outcome.wait)
    await watchForFloods(db, world)
    return outcome.pending
  })
}

/** The counters of an address. Whoever gets in has them emptied: strangers cannot use them up. */
export const rateLimitKeys = (email: string): [hourly: string, daily: string] => [
  `link:address:${email}`,
  `link:day:${email}`,
]

function refuseFor(wait: number): void {
  if (wait > 0) throw tooOften(wait)
}

/** Writes the request and its mail; or answers the seconds to wait when enough are open already. */
async function openRequest(
  db: Database,
  world: World,
  { email, type }: LinkRequest,
  asker: RequestOrigin,
  presented: string | undefined,
): Promise<{ pending: string } | { wait: number }> {
  const now = world.now()
  const pending = await pendingSecret(db, presented, now)
  const open = await listOpenRequests(db, email, now)
  if (open.length >= maxOpenRequests) return { wait: secondsUntil(open[0]?.expires_at, now) }
  const person = await findPersonByEmail(db, email)
  const refused = whyNoLink(type, person)
  const secrets = { token: newSecret(), code: newCode() }
  await insertRequest(db, newRequest(email, secrets, pending, refused ? 'nothing' : 'login', now))
  const mail = refused
    ? noLinkMail(world, email, refused, asker)
    : linkMail(world, email, secrets, asker)
  await queueMail(db, mail, now)
  return { pending }
}

function newRequest(
  email: string,
  secrets: { token: string; code: string },
  pending: string | null,
  purpose: 'login' | 'nothing',
  now: Date,
) {
  const id = newId(now)
  return {
    id,
    token_hash: hashOf(secrets.token),
    code_hash: hashOf(id + secrets.code),
    pending_hash: pending === null ? null : hashOf(pending),
    email,
    purpose,
    reusable: false,
    tries: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + linkLifetime).toISOString(),
    used_at: null,
    closed_at: null,
  }
}

/** `type` decides which mail goes out, never a role (contract 11). */
function whyNoLink(
  type: LinkRequest['type'],
  person: PersonRow | undefined,
): 'member' | 'admin' | 'inactive' | undefined {
  if (person && !person.is_active) return 'inactive'
  if (type === 'member' && !isMemberRole(person?.role)) return 'member'
  if (type === 'admin' && person?.role !== 'admin') return 'admin'
  return undefined
}

/** The same browser keeps its pending cookie, so that its older link still fits; others get a new one. */
async function pendingSecret(
  db: Database,
  presented: string | undefined,
  now: Date,
): Promise<string> {
  const known = presented !== undefined && (await hasPendingRequest(db, hashOf(presented), now))
  return known ? presented : newSecret()
}

/** Everybody's requests meet in this one counter, so it is the last thing a transaction touches. */
async function watchForFloods(db: Database, { log, now }: World): Promise<void> {
  const wait = await countHit(db, 'link:portal', limits.portal, now())
  if (wait > 0) log.warn({ within: 'one hour' }, 'unusually many requests for sign-in links')
}

const secondsUntil = (moment: string | undefined, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(moment ?? now.toISOString()) - now.getTime()) / 1000))

function tooOften(seconds: number): Refusal {
  const wait = seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
  return new Refusal(
    'too-many',
    `You have asked for several links already. Please look into your inbox and spam folder, or try again in ${wait}.`,
    seconds,
  )
}

/**
 * A link made by the portal on its own account, bound to no browser: for an operator whose mail is
 * down, or (`reusable`) for the sample association, as long as the process lives.
 */
export async function issueUnboundLink(
  world: World,
  email: string,
  { reusable }: { reusable: boolean },
): Promise<string> {
  const now = world.now()
  const secrets = { token: newSecret(), code: newCode() }
  const request = newRequest(email, secrets, null, 'login', now)
  const life = reusable ? days(3650) : linkLifetime
  await insertRequest(world.db, {
    ...request,
    reusable,
    expires_at: new Date(now.getTime() + life).toISOString(),
  })
  return signInUrl(world.publicUrl, secrets.token)
}

/** Limits on redeeming, per client and per link: guessing gets nowhere. */
export async function countRedeemAttempt(
  world: World,
  client: string,
  link: string,
): Promise<void> {
  const now = world.now()
  const perClient = { most: 60, within: minutes(10) }
  const perLink = { most: 60, within: minutes(10) }
  const wait = Math.max(
    isLoopback(client)
      ? 0
      : await countHit(world.db, `verify:client:${clientNetwork(client)}`, perClient, now),
    await countHit(world.db, `verify:link:${link}`, perLink, now),
  )
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `That was tried too often. Please try again in ${Math.ceil(wait / 60)} minutes, or ask for a new link.`,
      wait,
    )
}

/** The printed links of an earlier process on the sample association end with it. */
export const forgetSampleLinks = deleteReusableRequests

/** Forgets requests and sessions that are over. */
export async function sweepSignIn(db: Database, now: Date): Promise<void> {
  const { idle, all } = sessionLifetime(null)
  const before = (life: number) => new Date(now.getTime() - life).toISOString()
  await sweepRequests(db, now)
  await sweepSessions(db, before(idle), before(all))
}
