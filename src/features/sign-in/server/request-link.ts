import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { countClientHit, countHit } from '#platform/server/http/rate-limit.ts'
import { hashSecret, newCode, newId, newSecret } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { withinStrangerLimits } from '#platform/server/mail/stranger-limits.ts'
import type { World } from '#platform/server/world.ts'
import { days, hours } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { LinkRequest } from '../contract.ts'
import { linkLifetime, maxOpenRequests } from '../rules.ts'
import { linkMail, noLinkMail, type RequestOrigin, signInUrl } from './mails.ts'
import { hasPendingRequest, insertRequest, listOpenRequests } from './queries.ts'

/** Limits on requests. A person reaches none of them by asking again after a mail did not arrive. */
const limits = {
  address: { max: 12, windowMs: hours(1) },
  addressDaily: { max: 30, windowMs: days(1) },
  client: { max: 60, windowMs: hours(1) },
  portal: { max: 300, windowMs: hours(1) },
}

/** A link that was mailed, for an operator without a mail server to read in the terminal. */
export interface SignInLink {
  to: string
  url: string
  code: string
}

interface RequestedLink {
  /** The value for the pending cookie. */
  pending: string
  /** Undefined when the address may not sign in this way: its mail has no link. */
  link: SignInLink | undefined
}

/**
 * Creates a request for a sign-in link and queues its mail. The steps and the answer to the browser
 * are the same for every address, so that nobody can probe for accounts; only the mail differs.
 * Past the limits it throws Refusal 'too-many' with the same message for every address.
 */
export async function requestLink(
  world: World,
  { email, type }: LinkRequest,
  origin: RequestOrigin,
  presentedSecret: string | undefined,
): Promise<RequestedLink> {
  const now = world.now()
  assertNotLimited(await countClientHit(world.db, 'link:client', origin.client, limits.client, now))
  // A refusal rolls back its own count: only requests that sent a mail count against an address.
  return world.db.transaction().execute(async (db) => {
    const [hourly, daily] = rateLimitKeys(email)
    assertNotLimited(await countHit(db, hourly, limits.address, now))
    assertNotLimited(await countHit(db, daily, limits.addressDaily, now))
    const requested = await createRequest(db, world, { email, type }, origin, presentedSecret, now)
    await logFlood(db, world)
    return requested
  })
}

/** The rate-limit keys of an address. Signing in resets them, so strangers cannot use them up. */
export const rateLimitKeys = (email: string): [hourly: string, daily: string] => [
  `link:address:${email}`,
  `link:day:${email}`,
]

function assertNotLimited(seconds: number): void {
  if (seconds > 0) throw tooManyRequests(seconds)
}

/** Stores the request and queues its mail. Throws when too many requests are open. */
async function createRequest(
  db: Database,
  world: World,
  { email, type }: LinkRequest,
  origin: RequestOrigin,
  presentedSecret: string | undefined,
  now: Date,
): Promise<RequestedLink> {
  const pending = await pendingSecret(db, presentedSecret, now)
  const open = await listOpenRequests(db, email, now)
  if (open.length >= maxOpenRequests) throw tooManyRequests(secondsUntil(open[0]?.expires_at, now))
  const person = await findPersonByEmail(db, email)
  const refusal = refusalReason(type, person)
  const secrets = { token: newSecret(), code: newCode() }
  await insertRequest(db, newRequest(email, secrets, pending, refusal ? 'nothing' : 'login', now))
  const recipient = { email, name: person?.name ?? '' }
  const mail = refusal
    ? noLinkMail(world, recipient, refusal, origin)
    : linkMail(world, recipient, secrets, origin)
  const { client } = origin
  const context = { client, isRegistered: person !== undefined }
  await queueMail(db, await withinStrangerLimits({ db, log: world.log }, mail, context, now), now)
  const { token, code } = secrets
  const link = refusal ? undefined : { to: email, url: signInUrl(world.publicUrl, token), code }
  return { pending, link }
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
    token_hash: hashSecret(secrets.token),
    code_hash: hashSecret(id + secrets.code),
    pending_hash: pending === null ? null : hashSecret(pending),
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

/** Why an address gets no link. `type` decides which mail goes out, never a role (contract 11.5). */
function refusalReason(
  type: LinkRequest['type'],
  person: PersonRow | undefined,
): 'member' | 'admin' | 'inactive' | undefined {
  if (person && !person.is_active) return 'inactive'
  if (type === 'member' && !isMemberRole(person?.role)) return 'member'
  if (type === 'admin' && person?.role !== 'admin') return 'admin'
  return undefined
}

/** A browser with a valid pending cookie keeps it, so that its earlier links still work. */
async function pendingSecret(
  db: Database,
  presentedSecret: string | undefined,
  now: Date,
): Promise<string> {
  const isValid =
    presentedSecret !== undefined && (await hasPendingRequest(db, hashSecret(presentedSecret), now))
  return isValid ? presentedSecret : newSecret()
}

/**
 * Warns in the log about unusually many requests. All transactions update this one counter, so it
 * comes last: the row is locked only until the commit that follows.
 */
async function logFlood(db: Database, { log, now }: World): Promise<void> {
  const wait = await countHit(db, 'link:portal', limits.portal, now())
  if (wait > 0) log.warn({ within: 'one hour' }, 'unusually many requests for sign-in links')
}

const secondsUntil = (moment: string | undefined, now: Date): number =>
  Math.max(1, Math.ceil((Date.parse(moment ?? now.toISOString()) - now.getTime()) / 1000))

function tooManyRequests(seconds: number): Refusal {
  const wait = seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`
  return new Refusal(
    'too-many',
    `You have already requested several links. Please check your inbox and spam folder, or try again in ${wait}.`,
    { code: 'too-many-tries', retryAfter: seconds },
  )
}

/**
 * Creates a link that works in any browser and sends no mail: for an operator whose mail server is
 * down, or (`reusable`) for the sample association, until the process ends. Returns its URL.
 */
export async function issueUnboundLink(
  world: World,
  email: string,
  { reusable }: { reusable: boolean },
): Promise<string> {
  const now = world.now()
  const secrets = { token: newSecret(), code: newCode() }
  const request = newRequest(email, secrets, null, 'login', now)
  const lifetime = reusable ? days(3650) : linkLifetime
  await insertRequest(world.db, {
    ...request,
    reusable,
    expires_at: new Date(now.getTime() + lifetime).toISOString(),
  })
  return signInUrl(world.publicUrl, secrets.token)
}
