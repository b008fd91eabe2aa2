import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { userFromRow } from '#features/members/server/queries.ts'
import {
  anyone,
  body,
  type Caller,
  only,
  type PortalEnv,
  requestHeader,
} from '#platform/server/http/http.ts'
import { hashOf } from '#platform/server/ids.ts'
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
import { redeem } from './redeem.ts'
import { countRedeemAttempt, requestLink } from './request-link.ts'

const device = (c: Context): string => deviceName(c.req.header('user-agent') ?? '')

/** `found`: the whole person behind the caller, read with the session. */
type SignInEnv = { Variables: PortalEnv['Variables'] & { found: SessionWithPerson | undefined } }

export function signInRoutes(world: World) {
  const { db } = world
  const cookies = cookiesOf(world.secure)
  return new Hono<SignInEnv>()
    .post('/auth/request-link', anyone(), body(linkRequest), async (c) => {
      const asker = { device: device(c), client: c.var.arrival.client }
      const pending = await requestLink(world, c.req.valid('json'), asker, cookies.pending(c))
      cookies.setPending(c, pending)
      return c.json(linkSent)
    })

    .post('/auth/verify', anyone(), body(verification), async (c) => {
      const given = c.req.valid('json')
      const pending = cookies.pending(c)
      await countRedeemAttempt(
        world,
        c.var.arrival.client,
        'token' in given ? hashOf(given.token) : `${given.email} ${pending && hashOf(pending)}`,
      )
      const browser = {
        pending,
        session: cookies.session(c),
        device: device(c),
      }
      const { person, secret } = await redeem(world, given, browser)
      cookies.setSession(c, secret, sessionLifetime(person.role).all)
      cookies.clearPending(c)
      return c.json(userFromRow(person))
    })

    .get('/user', only(), (c) => {
      if (!c.var.found) throw new Refusal('signed-out', 'Please log in')
      return c.json(userFromRow(c.var.found))
    })

    .post('/auth/logout', anyone(), async (c) => {
      const session = cookies.session(c)
      if (session !== undefined) await deleteSession(db, hashOf(session))
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

/** Milliseconds. */
const longestTouch = 200

/** How the portal tells who is calling: by the session cookie, in the database, at every request. */
export function callerResolver(world: World): (c: Context) => Promise<Caller | undefined> {
  const cookies = cookiesOf(world.secure)
  const touchSoon = sessionToucher(world)
  return async (c) => {
    const secret = cookies.session(c)
    if (secret === undefined) return undefined
    const idHash = hashOf(secret)
    const found = await findSession(world.db, idHash)
    const now = world.now()
    if (!found || !isSessionAlive(found, found.role, now)) return undefined
    if (now.getTime() - Date.parse(found.seen_at) > minutes(5)) await touchSoon(idHash, now)
    c.set('found', found)
    return found
  }
}

/**
 * Notes when a session was seen. Nobody waits for it longer than a moment: while a large import holds
 * the database the note comes after it, once for each session.
 */
function sessionToucher({ db, log }: World): (idHash: string, now: Date) => Promise<void> {
  const underWay = new Set<string>()
  return async (idHash, now) => {
    if (underWay.has(idHash)) return
    underWay.add(idHash)
    const touched = touchSession(db, idHash, now)
      .catch((error: unknown) => log.warn({ err: error }, 'a session was not noted as seen'))
      .finally(() => underWay.delete(idHash))
    await Promise.race([touched, sleep(longestTouch, undefined, { ref: false })])
  }
}

/** True when a request brings no session at all; one that brings any may still be nobody's. */
export function visitorCheck(world: World): (c: Context) => boolean {
  const cookies = cookiesOf(world.secure)
  return (c) => cookies.session(c) === undefined
}

/** The two cookies of signing in; over https their names begin with `__Host-`. */
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
    setSession: (c: Context, secret: string, life: number) =>
      setCookie(c, session, secret, { ...options, maxAge: seconds(life) }),
    setPending: (c: Context, secret: string) =>
      setCookie(c, pending, secret, { ...options, maxAge: seconds(linkLifetime) }),
    clearSession: (c: Context) => deleteCookie(c, session, options),
    clearPending: (c: Context) => deleteCookie(c, pending, options),
  }
}
