/** From a link or a code to a session (contract 11): one use, one winner, one transaction. */
import { timingSafeEqual } from 'node:crypto'
import { createPerson } from '#features/members/server/actions.ts'
import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import type { Database } from '#platform/server/database/database.ts'
import { clearHits } from '#platform/server/http/rate-limit.ts'
import { hashOf, newId, newSecret } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
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

export interface Redeemed {
  person: PersonRow
  /** The new value of the session cookie. */
  secret: string
}

interface Browser {
  /** Value of the pending cookie, if the browser has one. */
  pending: string | undefined
  /** The session it came with; it ends when the new one begins. */
  session: string | undefined
  device: string
}

const words = {
  unknown: 'This sign-in link is not known. Please ask for a new one.',
  used: 'This sign-in link has already been used. Please ask for a new one.',
  replaced: 'You have signed in with another link since. Please ask for a new one.',
  expired: 'This sign-in link has expired. Please ask for a new one.',
  dead: 'Too many wrong codes. Please ask for a new link.',
  otherBrowser:
    'This link was opened in another browser. Please enter the six digits from the same e-mail.',
  wrongCode: 'This code is not right. Please check the six digits in the newest e-mail.',
}

/** Signs in with a link, a code or both; every other outcome is a Refusal in friendly words. */
export async function redeem(
  world: World,
  verification: Verification,
  browser: Browser,
): Promise<Redeemed> {
  const request =
    'token' in verification
      ? await requestOfLink(world, verification.token, verification.code, browser.pending)
      : await requestOfCode(world, verification.email, verification.code, browser.pending)
  return world.db.transaction().execute((db) => beginSession(db, world.now(), request, browser))
}

async function requestOfLink(
  world: World,
  token: string,
  code: string | undefined,
  pending: string | undefined,
): Promise<SignInRequest> {
  const request = await findRequest(world.db, hashOf(token))
  if (request?.purpose !== 'login') throw new Refusal('missing', words.unknown)
  refuseIfOver(request, world.now())
  const isBound = request.pending_hash !== null
  if (!isBound || same(request.pending_hash, pending && hashOf(pending))) return request
  if (code === undefined) throw new Refusal('forbidden', words.otherBrowser)
  if (await isCodeOf(world.db, request, code)) return request
  throw wrongCode(request)
}

async function requestOfCode(
  world: World,
  email: string,
  code: string,
  pending: string | undefined,
): Promise<SignInRequest> {
  if (pending === undefined)
    throw new Refusal(
      'gone',
      'Please ask for a new link in this browser, then enter its code here.',
    )
  const own = (await listOpenRequests(world.db, email, world.now())).filter((request) =>
    same(request.pending_hash, hashOf(pending)),
  )
  const newest = own.at(-1)
  if (!newest) throw new Refusal('gone', 'This code has expired. Please ask for a new link.')
  if (own.every((request) => request.tries >= maxCodeAttempts))
    throw new Refusal('gone', words.dead)
  for (const request of own.toReversed())
    if (await isCodeOf(world.db, request, code)) {
      if (request.purpose === 'login') return request
    }
  throw wrongCode(newest)
}

function refuseIfOver(request: SignInRequest, now: Date): void {
  if (request.expires_at <= now.toISOString()) throw new Refusal('gone', words.expired)
  if (request.used_at !== null && !request.reusable) throw new Refusal('conflict', words.used)
  if (request.closed_at !== null) throw new Refusal('conflict', words.replaced)
  if (request.tries >= maxCodeAttempts) throw new Refusal('gone', words.dead)
}

/** Counts the try before it compares, so that calls at once get no more tries than calls in turn. */
async function isCodeOf(db: Database, request: SignInRequest, code: string): Promise<boolean> {
  return (
    (await countCodeAttempt(db, request.id)) && same(request.code_hash, hashOf(request.id + code))
  )
}

function wrongCode(request: SignInRequest): Refusal {
  return request.tries + 1 >= maxCodeAttempts
    ? new Refusal('gone', words.dead)
    : new Refusal('invalid', words.wrongCode)
}

function same(kept: string | null, given: string | undefined): boolean {
  if (kept === null || given === undefined || kept.length !== given.length) return false
  return timingSafeEqual(Buffer.from(kept), Buffer.from(given))
}

async function beginSession(
  db: Database,
  now: Date,
  request: SignInRequest,
  browser: Browser,
): Promise<Redeemed> {
  if (!(await redeemRequest(db, request.id, now))) throw new Refusal('conflict', words.used)
  const person =
    (await findPersonByEmail(db, request.email)) ?? (await createPerson(db, request.email, now))
  if (!person.is_active)
    throw new Refusal(
      'forbidden',
      'This account has been switched off. Please write to the association.',
    )
  await closeRequests(db, request.email, now)
  await clearHits(db, rateLimitKeys(request.email))
  if (browser.session !== undefined) await deleteSession(db, hashOf(browser.session))
  const secret = newSecret()
  const id = newId(now)
  await insertSession(db, {
    id_hash: hashOf(secret),
    id,
    person_id: person.id,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    device: browser.device,
    epoch: person.session_epoch,
  })
  await trimSessions(db, person.id, id, maxSessions - 1)
  return { person, secret }
}
