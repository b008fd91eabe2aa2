/** Turns a link or a code into a session (contract 11.3). Of concurrent calls with one link, one succeeds. */
import { timingSafeEqual } from 'node:crypto'
import {
  findPersonByEmail,
  type PersonRow,
  recordSignIn,
} from '#features/members/server/queries.ts'
import { createPerson } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import { clearHits, countClientHit, countHit } from '#platform/server/http/rate-limit.ts'
import { hashSecret, newId, newSecret } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/durations.ts'
import { Refusal, type RefusalCode, type RefusalKind } from '#shared/refusal.ts'
import type { Verification } from '../contract.ts'
import { maxCodeAttempts, maxSessions } from '../rules.ts'
import {
  closeRequests,
  countCodeAttempt,
  deleteSession,
  findRequest,
  insertSession,
  listOpenRequests,
  redeemRequest,
  type SignInRequest,
  trimSessions,
} from './queries.ts'
import { rateLimitKeys } from './request-link.ts'

interface Redeemed {
  person: PersonRow
  /** The value for the session cookie. */
  secret: string
}

interface Browser {
  /** The pending cookie, if the browser sent one. */
  pending: string | undefined
  /** The session cookie the browser sent; that session is deleted when the new one begins. */
  session: string | undefined
  device: string
}

const refusal = (kind: RefusalKind, code: RefusalCode, message: string) => () =>
  new Refusal(kind, message, { code })

const linkUnknown = refusal(
  'missing',
  'link-unknown',
  'This sign-in link is invalid or has expired. Please request a new one.',
)
const linkUsed = refusal(
  'conflict',
  'link-used',
  'This sign-in link has already been used. Please request a new one.',
)
const linkReplaced = refusal(
  'conflict',
  'link-replaced',
  'You have since signed in with another link. Please request a new one.',
)
const linkExpired = refusal(
  'gone',
  'link-expired',
  'This sign-in link has expired. Please request a new one.',
)
const codeExpired = refusal(
  'gone',
  'link-expired',
  'This code has expired. Please request a new link.',
)
const codeFromElsewhere = refusal(
  'gone',
  'link-unknown',
  'Please request a new link in this browser, then enter its code here.',
)
const linkBlocked = refusal(
  'gone',
  'link-blocked',
  'Too many incorrect codes. Please request a new link.',
)
const codeNeeded = refusal(
  'forbidden',
  'code-needed',
  'This link was opened in a different browser. Please enter the six digits from the same email.',
)
const wrongCode = refusal(
  'invalid',
  'code-wrong',
  'That code is incorrect. Please check the six digits in the newest email.',
)
const accountOff = refusal(
  'forbidden',
  'account-off',
  'This account is inactive. Please contact the association.',
)

/** Signs in with a link, a code or both. Every failure is a Refusal that the person can read. */
export async function redeem(
  world: World,
  verification: Verification,
  browser: Browser,
): Promise<Redeemed> {
  const request =
    'token' in verification
      ? await findByLink(world, verification.token, verification.code, browser.pending)
      : await findByCode(world, verification.email, verification.code, browser.pending)
  return world.db.transaction().execute((db) => beginSession(db, world.now(), request, browser))
}

async function findByLink(
  world: World,
  token: string,
  code: string | undefined,
  pending: string | undefined,
): Promise<SignInRequest> {
  const request = await findRequest(world.db, hashSecret(token))
  if (request?.purpose !== 'login') throw linkUnknown()
  assertRedeemable(request, world.now())
  const isBound = request.pending_hash !== null
  if (!isBound || isSameHash(request.pending_hash, pending && hashSecret(pending))) return request
  if (code === undefined) throw codeNeeded()
  if (await checkCode(world.db, request, code)) return request
  throw wrongAttempt(request)
}

async function findByCode(
  world: World,
  email: string,
  code: string,
  pending: string | undefined,
): Promise<SignInRequest> {
  if (pending === undefined) throw codeFromElsewhere()
  const own = (await listOpenRequests(world.db, email, world.now())).filter((request) =>
    isSameHash(request.pending_hash, hashSecret(pending)),
  )
  const newest = own.at(-1)
  if (!newest) throw codeExpired()
  if (own.every((request) => request.tries >= maxCodeAttempts)) throw linkBlocked()
  for (const request of own.toReversed())
    if (await checkCode(world.db, request, code)) {
      if (request.purpose === 'login') return request
    }
  throw wrongAttempt(newest)
}

function assertRedeemable(request: SignInRequest, now: Date): void {
  if (request.expires_at <= now.toISOString()) throw linkExpired()
  if (request.used_at !== null && !request.reusable) throw linkUsed()
  if (request.closed_at !== null) throw linkReplaced()
  if (request.tries >= maxCodeAttempts) throw linkBlocked()
}

/** Counts the attempt before comparing, so that concurrent calls get no extra attempts. */
async function checkCode(db: Database, request: SignInRequest, code: string): Promise<boolean> {
  return (
    (await countCodeAttempt(db, request.id)) &&
    isSameHash(request.code_hash, hashSecret(request.id + code))
  )
}

const wrongAttempt = (request: SignInRequest): Refusal =>
  request.tries + 1 >= maxCodeAttempts ? linkBlocked() : wrongCode()

function isSameHash(stored: string | null, presented: string | undefined): boolean {
  if (stored === null || presented === undefined || stored.length !== presented.length) return false
  return timingSafeEqual(Buffer.from(stored), Buffer.from(presented))
}

async function beginSession(
  db: Database,
  now: Date,
  request: SignInRequest,
  browser: Browser,
): Promise<Redeemed> {
  if (!(await redeemRequest(db, request.id, now))) throw linkUsed()
  const person =
    (await findPersonByEmail(db, request.email)) ?? (await createPerson(db, request.email, now))
  if (!person.is_active) throw accountOff()
  await closeRequests(db, request.email, now)
  await clearHits(db, rateLimitKeys(request.email))
  if (browser.session !== undefined) await deleteSession(db, hashSecret(browser.session))
  const secret = newSecret()
  const id = newId(now)
  await insertSession(db, {
    id_hash: hashSecret(secret),
    id,
    person_id: person.id,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    device: browser.device,
    epoch: person.session_epoch,
  })
  await recordSignIn(db, person.id, now)
  await trimSessions(db, person.id, id, maxSessions - 1)
  return { person, secret }
}

/** Counts an attempt to redeem, per client and per link. Past the limits: Refusal 'too-many'. */
export async function countRedeemAttempt(
  world: World,
  client: string,
  link: string,
): Promise<void> {
  const now = world.now()
  const perClient = { max: 60, windowMs: minutes(10) }
  const perLink = { max: 60, windowMs: minutes(10) }
  const wait = Math.max(
    await countClientHit(world.db, 'verify:client', client, perClient, now),
    await countHit(world.db, `verify:link:${link}`, perLink, now),
  )
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `Too many attempts. Please try again in ${Math.ceil(wait / 60)} minutes, or request a new link.`,
      { code: 'too-many-tries', retryAfter: wait },
    )
}
