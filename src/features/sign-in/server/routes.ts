import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import {
  anyone,
  body,
  type Caller,
  only,
  type PortalEnv,
  requestHeader,
} from '#platform/server/http/http.ts'
import { hashSecret } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { linkRequest, linkSent, type OpenSession, verification } from '../contract.ts'
import { deviceName, isSessionAlive, linkLifetime, sessionLifetime } from '../rules.ts'
import {
  deleteOwnSession,
  deleteSession,
  deleteSessions,
  findSession,
  listSessions,
  type SessionWithPerson,
  touchSession,
} from './queries.ts'
import { countRedeemAttempt, redeem } from './redeem.ts'
import { requestLink, type SignInLink } from './request-link.ts'

const device = (c: Context): string => deviceName(c.req.header('user-agent') ?? '')

/** `sessionWithPerson`: the session row joined with the caller's person; set by callerResolver. */
type SignInEnv = {
  Variables: PortalEnv['Variables'] & { sessionWithPerson: SessionWithPerson | undefined }
}

/** `onLink` is called after a sign-in link was created and its mail queued. */
export function signInRoutes(world: World, onLink?: (link: SignInLink) => void) {
  const { db } = world
  const cookies = cookiesOf(world.secure)
  return new Hono<SignInEnv>()
    .post('/auth/request-link', anyone(), body(linkRequest), async (c) => {
      const origin = { device: device(c), client: c.var.request.client }
      const { pending, link } = await requestLink(
        world,
        c.req.valid('json'),
        origin,
        cookies.pending(c),
      )
      cookies.setPending(c, pending)
      if (link) onLink?.(link)
      return c.json(linkSent)
    })

    .post('/auth/verify', anyone(), body(verification), async (c) => {
      const proof = c.req.valid('json')
      const pending = cookies.pending(c)
      await countRedeemAttempt(
        world,
        c.var.request.client,
        'token' in proof
          ? hashSecret(proof.token)
          : `${proof.email} ${pending && hashSecret(pending)}`,
      )
      const browser = {
        pending,
        session: cookies.session(c),
        device: device(c),
      }
      const { person, secret } = await redeem(world, proof, browser)
      cookies.setSession(c, secret, sessionLifetime(person.role).total)
      cookies.clearPending(c)
      return c.json(userFromRow(person))
    })

    .get('/user', only(), (c) => {
      if (!c.var.sessionWithPerson) throw new Refusal('signed-out', 'Please log in')
      return c.json(userFromRow(c.var.sessionWithPerson))
    })

    .post('/auth/logout', anyone(), async (c) => {
      const session = cookies.session(c)
      if (session !== undefined) await deleteSession(db, hashSecret(session))
      cookies.clearSession(c)
      return c.json({ message: 'Logged out' })
    })

    .post('/auth/logout-everywhere', only(), async (c) => {
      await deleteSessions(db, c.var.caller.id)
      cookies.clearSession(c)
      return c.json({ message: 'Logged out everywhere' })
    })

    .get('/auth/sessions', only(), async (c) => {
      const { caller } = c.var
      const sessions = (await listSessions(db, caller.id)).filter((s) =>
        isSessionAlive({ ...s, begun_at: s.created_at }, caller.role, world.now()),
      )
      return c.json(sessions.map((s): OpenSession => ({ ...s, current: s.id === caller.session })))
    })

    .delete('/auth/sessions/:id', only(), async (c) => {
      const id = c.req.param('id')
      if (/^[\w-]{1,64}$/.test(id) && (await deleteOwnSession(db, c.var.caller.id, id)))
        return c.json({ message: 'Session ended' })
      throw new Refusal('missing', 'This session is not there any more')
    })
}

const maxTouchWait = 200 // milliseconds

/** Identifies the caller by the session cookie; reads the session from the database on every request. */
export function callerResolver(world: World): (c: Context) => Promise<Caller | undefined> {
  const cookies = cookiesOf(world.secure)
  const touchSoon = createSessionToucher(world)
  return async (c) => {
    const secret = cookies.session(c)
    if (secret === undefined) return undefined
    const idHash = hashSecret(secret)
    const sessionWithPerson = await findSession(world.db, idHash)
    const now = world.now()
    if (!sessionWithPerson || !isSessionAlive(sessionWithPerson, sessionWithPerson.role, now))
      return undefined
    if (now.getTime() - Date.parse(sessionWithPerson.seen_at) > minutes(5))
      await touchSoon(idHash, now)
    c.set('sessionWithPerson', sessionWithPerson)
    return sessionWithPerson
  }
}

/**
 * Updates `seen_at` of a session. The request waits at most `maxTouchWait`: while a large import
 * holds the write lock, the update (one per session) completes after the request.
 */
function createSessionToucher({ db, log }: World): (idHash: string, now: Date) => Promise<void> {
  const pendingTouches = new Set<string>()
  return async (idHash, now) => {
    if (pendingTouches.has(idHash)) return
    pendingTouches.add(idHash)
    const touched = touchSession(db, idHash, now)
      .catch((error: unknown) => log.warn({ err: error }, 'a session was not noted as seen'))
      .finally(() => pendingTouches.delete(idHash))
    await Promise.race([touched, sleep(maxTouchWait, undefined, { ref: false })])
  }
}

/** True when a request has no session cookie. A request that has one may still be signed out. */
export function visitorCheck(world: World): (c: Context) => boolean {
  const cookies = cookiesOf(world.secure)
  return (c) => cookies.session(c) === undefined
}

/** Reads and writes the session cookie and the pending cookie. Over https their names begin with `__Host-`. */
function cookiesOf(secure: boolean) {
  const prefix = secure ? '__Host-' : ''
  const session = `${prefix}session`
  const pending = `${prefix}pending`
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const reader = (name: string) => {
    const pattern = new RegExp(`(?:^|;) *${name}=([\\w-]{43}) *(?:;|$)`)
    return (c: Context) => requestHeader(c, 'cookie')?.match(pattern)?.[1]
  }
  return {
    session: reader(session),
    pending: reader(pending),
    setSession: (c: Context, secret: string, lifetime: number) =>
      setCookie(c, session, secret, { ...options, maxAge: seconds(lifetime) }),
    setPending: (c: Context, secret: string) =>
      setCookie(c, pending, secret, { ...options, maxAge: seconds(linkLifetime) }),
    clearSession: (c: Context) => deleteCookie(c, session, options),
    clearPending: (c: Context) => deleteCookie(c, pending, options),
  }
}
