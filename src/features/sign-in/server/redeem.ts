/**
 * Turns a link or a code into a session (contract 11.3). When one link is used several times at once, one call
 * succeeds.
 */

import { timingSafeEqual } from 'node:crypto'
import {
  findPersonByEmail,
  type PersonRow,
  recordSignIn,
} from '#features/members/server/queries.ts'
import { createPerson } from '#features/members/server/record/new-person.ts'
import { hashSecret, newId, newSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { clockTolerance } from '#shared/durations.ts'
import { limits } from '#shared/limits.ts'
import { Refusal, type RefusalCode, type RefusalKind } from '#shared/refusal.ts'
import type { Verification } from '../contract.ts'
import { type CodeKind, maxCodeAttempts, maxLinkAttempts, maxSessions } from '../rules.ts'
import { checkCodeWithLink, findByCodeWithoutLink } from './codes.ts'
import { rememberBrowser } from './known-browsers.ts'
import { deleteSession, hasSecondFactor, insertSession } from './queries.ts'
import { clearRequests } from './request-limits.ts'
import {
  closeRequests,
  findRequest,
  listOpenRequests,
  redeemRequest,
  type SignInRequest,
} from './request-queries.ts'
import { recordRefusal, recordSignInEntry, type SignInMethod } from './sign-in-history.ts'
import { trimSessions } from './trim-queries.ts'

interface Redeemed {
  person: PersonRow
  /** The value for the session cookie. */
  secret: string
  /** The value for the cookie of the known browser. */
  known: string
}

interface Browser {
  /** The client's address. */
  client: Client
  /** The pending cookie, if the browser sent one. */
  pending: string | undefined
  /** The session cookie the browser sent; that session is deleted when the new one begins. */
  session: string | undefined
  /** The cookie of a browser in which a person has signed in before. */
  known: string | undefined
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
const codeBlocked = refusal(
  'gone',
  'link-blocked',
  'Too many incorrect codes. The link in the email still works. You can also request a new one.',
)
const codesBlockedForADay = refusal(
  'gone',
  'link-blocked',
  'Too many incorrect codes. For the next day, please sign in with the link in the newest email instead.',
)
const codeNeeded = (kind: CodeKind) =>
  new Refusal(
    'forbidden',
    'This link was opened in a different browser. Please enter the code from the same email.',
    { code: kind === 'letters' ? 'code-needed-letters' : 'code-needed' },
  )
const wrongCode = refusal(
  'invalid',
  'code-wrong',
  'That code is incorrect. Please check the code in the newest email.',
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
  const { request, method } =
    'token' in verification
      ? await findByLink(world, verification.token, verification.code, browser)
      : await findByCode(world, verification.email, verification.code, browser)
  try {
    return await world.db
      .transaction()
      .execute((db) => beginSession(db, { request, browser, method, now: world.now() }))
  } catch (error) {
    if (error instanceof Refusal && error.details.code === 'account-off')
      await recordRefusal(world, request.email, 'inactive', browser.client)
    throw error
  }
}

interface MatchedRequest {
  request: SignInRequest
  method: SignInMethod
}

async function findByLink(
  world: World,
  token: string,
  code: string | undefined,
  { pending, client }: Browser,
): Promise<MatchedRequest> {
  const request = await findRequest(world.db, hashSecret(token))
  if (request?.purpose !== 'login') {
    await countGuess(world, client)
    throw linkUnknown()
  }
  assertRedeemable(request, world.now())
  const isBound = request.pending_hash !== null
  if (!isBound || isSameHash(request.pending_hash, pending && hashSecret(pending)))
    return { request, method: 'link' }
  if (request.link_tries >= maxLinkAttempts) throw linkBlocked()
  if (code === undefined) throw codeNeeded(request.code_kind)
  if (await checkCodeWithLink(world, request, code)) return { request, method: 'link and code' }
  await recordRefusal(world, request.email, 'wrong code', client)
  throw request.link_tries + 1 >= maxLinkAttempts ? linkBlocked() : wrongCode()
}

async function findByCode(
  world: World,
  email: string,
  code: string,
  { pending, client }: Browser,
): Promise<MatchedRequest> {
  if (pending === undefined) {
    await countGuess(world, client)
    throw codeFromElsewhere()
  }
  const own = (await listOpenRequests(world.db, email, world.now())).filter((openRequest) =>
    isSameHash(openRequest.pending_hash, hashSecret(pending)),
  )
  const newest = own.at(-1)
  if (!newest) {
    await countGuess(world, client)
    throw codeExpired()
  }
  if (own.every((openRequest) => openRequest.tries >= maxCodeAttempts)) throw codeBlocked()
  const request = await findByCodeWithoutLink(world, email, own, code)
  if (request === 'blocked') throw codesBlockedForADay()
  if (request !== undefined) return { request, method: 'code' }
  const isEnded = newest.tries + 1 >= maxCodeAttempts
  await recordRefusal(world, email, isEnded ? 'too many codes' : 'wrong code', client)
  throw isEnded ? codeBlocked() : wrongCode()
}

function assertRedeemable(request: SignInRequest, now: Date): void {
  if (request.expires_at <= now.toISOString()) throw linkExpired()
  // It was created before the clock was set back; otherwise it would be valid for longer.
  const isFromFuture = Date.parse(request.created_at) > now.getTime() + clockTolerance
  if (isFromFuture && !request.reusable) throw linkExpired()
  if (request.used_at !== null && !request.reusable) throw linkUsed()
  if (request.closed_at !== null) throw linkReplaced()
}

function isSameHash(stored: string | null, presented: string | undefined): boolean {
  if (stored === null || presented === undefined || stored.length !== presented.length) return false
  return timingSafeEqual(Buffer.from(stored), Buffer.from(presented))
}

async function beginSession(
  db: Database,
  { request, browser, method, now }: MatchedRequest & { browser: Browser; now: Date },
): Promise<Redeemed> {
  if (!(await redeemRequest(db, request.id, now))) throw linkUsed()
  const person =
    (await findPersonByEmail(db, request.email)) ?? (await createPerson(db, request.email, now))
  if (!person.is_active) throw accountOff()
  await closeRequests(db, request.email, now)
  const knownBrowser = await rememberBrowser(db, person, browser.known, now)
  await clearRequests(db, request.email, browser.client, knownBrowser.id)
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
  await recordSignInEntry(db, person.id, { method, client: browser.client, session: id }, now)
  // Someone who can only read the mailbox cannot displace sessions with a confirmed second factor.
  const isLimited = person.role === 'admin' && (await hasSecondFactor(db, person.id))
  await trimSessions(db, {
    personId: person.id,
    newest: id,
    others: maxSessions - 1,
    isConfirmed: isLimited ? false : undefined,
    now,
  })
  return { person, secret, known: knownBrowser.secret }
}

/**
 * Counts an attempt with a link or cookie that belongs to no request. Attempts that do belong to one have
 * limits of their own, so that people in one network cannot use up those of each other.
 */
const countGuess = ({ db, now }: World, client: Client): Promise<void> =>
  enforceLimit(db, limits.guesses, client, now())
