import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import { hashSecret, newId, newSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { countHit, enforceLimit } from '#platform/server/http/rate-limit.ts'
import { isMailDelayed } from '#platform/server/mail/mail-pause.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import { withinStrangerLimits } from '#platform/server/mail/stranger-limits.ts'
import type { World } from '#platform/server/world.ts'
import { limits } from '#shared/limits.ts'
import { isMemberRole } from '#shared/roles.ts'
import { duration } from '#shared/sentences.ts'
import type { LinkRequest } from '../contract.ts'
import { linkLifetime, reusableLinkLifetime, shownCode } from '../rules.ts'
import { hashCode, newCode } from './codes.ts'
import { findKnownBrowser } from './known-browser-queries.ts'
import { linkMail, noLinkMail, type RequestOrigin, signInUrl } from './mails.ts'
import { countAddressRequest, isWithinKnownLimits } from './request-limits.ts'
import {
  hasPendingRequest,
  insertRequest,
  listOpenRequests,
  type SignInRequest,
} from './request-queries.ts'

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
  /** True while mails wait, or when too many were requested from this network. */
  isDelayed: boolean
}

/** The cookies of a browser that requests a link. */
interface RequestCookies {
  pending: string | undefined
  /** The cookie of a browser in which a person has signed in before. */
  known: string | undefined
}

/**
 * Creates a request for a sign-in link and queues its mail. The steps and the answer to the browser
 * are the same for every address, so that it does not reveal accounts; only the mail differs.
 * Past the limits it throws Refusal 'too-many' with the same message for every address.
 */
export async function requestLink(
  world: World,
  { email, type }: LinkRequest,
  origin: RequestOrigin,
  cookies: RequestCookies,
): Promise<RequestedLink> {
  const now = world.now()
  const knownBrowser = await findKnownBrowser(world.db, hashSecret(cookies.known ?? ''), email)
  const listOpen = async (db: Database) =>
    (await listOpenRequests(db, email, now)).filter((request) => request.type === type)
  const isOwn =
    knownBrowser !== undefined &&
    (await isWithinKnownLimits(world.db, knownBrowser, await listOpen(world.db), now))
  if (!isOwn) await enforceLimit(world.db, limits.linksOfClient, origin.client, now)
  // A refusal rolls back its own count: only requests that sent a mail count against an address.
  return world.db.transaction().execute(async (db) => {
    const { client } = origin
    if (!isOwn) await countAddressRequest(db, { email, client, listOpen: () => listOpen(db), now })
    const pending = await pendingSecret(db, cookies.pending, now)
    const { link, mayBeHeldBack } = await createRequest(world, db, {
      request: { email, type, known: knownBrowser ?? null },
      origin,
      pending,
    })
    const isDelayed = mayBeHeldBack || (await isMailDelayed(db, now))
    await logFlood(db, world)
    return { pending, link, isDelayed }
  })
}

/** Stores the request and queues its mail. */
async function createRequest(
  world: World,
  db: Database,
  {
    request: { email, type, known },
    origin,
    pending,
  }: {
    request: LinkRequest & { known: string | null }
    origin: RequestOrigin
    pending: string
  },
): Promise<{ link: SignInLink | undefined; mayBeHeldBack: boolean }> {
  const now = world.now()
  const person = await findPersonByEmail(db, email)
  const refusal = refusalReason(type, person)
  const codeKind = type === 'admin' || person?.role === 'admin' ? 'letters' : 'digits'
  const code = newCode(codeKind)
  const secrets = { token: newSecret(), code: shownCode(code) }
  const request = newRequest(now, email, secrets.token, linkLifetime)
  await insertRequest(db, {
    ...request,
    code_hash: hashCode(world.secrets, request.id, code),
    pending_hash: hashSecret(pending),
    type,
    known_id: known,
    code_kind: codeKind,
    purpose: refusal ? 'nothing' : 'login',
  })
  const recipient = { email, name: person?.name ?? '' }
  const written = refusal
    ? noLinkMail(world, recipient, refusal, origin)
    : linkMail(world, recipient, secrets, origin)
  const { client } = origin
  const context = { client, isRegistered: person !== undefined }
  const limiter = { db, log: world.log }
  const { mail, mayBeHeldBack } = await withinStrangerLimits(limiter, written, context, now)
  await queueMail(db, mail, now)
  const link = { to: email, url: signInUrl(world.publicUrl, secrets.token), code: secrets.code }
  return { link: refusal ? undefined : link, mayBeHeldBack }
}

/** A request whose link works in any browser, without a code. */
function newRequest(at: Date, email: string, token: string, lifetime: number): SignInRequest {
  return {
    id: newId(at),
    token_hash: hashSecret(token),
    code_hash: '',
    code_kind: 'digits',
    pending_hash: null,
    email,
    type: 'member',
    known_id: null,
    purpose: 'login',
    reusable: false,
    tries: 0,
    link_tries: 0,
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + lifetime).toISOString(),
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
  const limit = limits.linksOfPortal
  const wait = await countHit(db, limit, '', now())
  if (wait > 0)
    log.warn({ within: duration(limit.window) }, 'unusually many requests for sign-in links')
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
  const token = newSecret()
  const lifetime = reusable ? reusableLinkLifetime : linkLifetime
  await insertRequest(world.db, {
    ...newRequest(world.now(), email, token, lifetime),
    reusable,
  })
  return signInUrl(world.publicUrl, token)
}
