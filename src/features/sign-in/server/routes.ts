import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { userAnswer } from '#features/members/answers.ts'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { anyone, type Caller, only, requestHeader } from '#platform/server/http/http.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import { hashSecret } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/durations.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import { sessionsAnswer } from '../answers.ts'
import { linkRequest, linkSent, verification } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
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

declare module 'hono' {
  interface ContextVariableMap {
    /** The row of the session joined with the caller's person; set by `callerResolver`. */
    sessionWithPerson: SessionWithPerson | undefined
  }
}

const device = (c: Context): string => deviceName(c.req.header('user-agent') ?? '')

/** `onLink` is called after a sign-in link was created and its mail queued. */
export function signInRoutes(world: World, onLink?: (link: SignInLink) => void): Route[] {
  const cookies = cookiesOf(world.secure)
  return [
    route(
      endpoints.postLinkRequest,
      anyone(),
      { summary: 'Mail a sign-in link', body: linkRequest, answer: messageAnswer },
      async ({ body, c }) => {
        const origin = { device: device(c), client: c.var.request.client }
        const { pending, link } = await requestLink(world, body, origin, cookies.pending(c))
        cookies.setPending(c, pending)
        if (link) onLink?.(link)
        return linkSent
      },
    ),
    route(
      endpoints.postVerification,
      anyone(),
      { summary: 'Sign in with a link or a code', body: verification, answer: userAnswer },
      async ({ body: proof, c }) => {
        const pending = cookies.pending(c)
        await countRedeemAttempt(
          world,
          c.var.request.client,
          'token' in proof
            ? hashSecret(proof.token)
            : `${proof.email} ${pending && hashSecret(pending)}`,
        )
        const browser = { pending, session: cookies.session(c), device: device(c) }
        const { person, secret } = await redeem(world, proof, browser)
        cookies.setSession(c, secret, sessionLifetime(person.role).total)
        cookies.clearPending(c)
        return userFromRow(person)
      },
    ),
    route(
      endpoints.getUser,
      only(),
      { summary: 'The signed-in user', answer: userAnswer },
      ({ c }) => {
        if (!c.var.sessionWithPerson) throw new Refusal('signed-out', 'Please log in')
        return userFromRow(c.var.sessionWithPerson)
      },
    ),
    ...sessionRoutes(world, cookies),
  ]
}

const noSuchSession = () => new Refusal('missing', 'This session is not there any more')

const sessionRoutes = ({ db, now }: World, cookies: Cookies): Route[] => [
  route(
    endpoints.postLogout,
    anyone(),
    { summary: 'End this session', answer: messageAnswer },
    async ({ c }) => {
      const session = cookies.session(c)
      if (session !== undefined) await deleteSession(db, hashSecret(session))
      cookies.clearSession(c)
      return { message: 'Logged out' }
    },
  ),
  route(
    endpoints.postLogoutEverywhere,
    only(),
    { summary: 'End every session of the caller', answer: messageAnswer },
    async ({ caller, c }) => {
      await deleteSessions(db, caller.id)
      cookies.clearSession(c)
      return { message: 'Logged out everywhere' }
    },
  ),
  route(
    endpoints.getSessions,
    only(),
    { summary: 'The sessions of the caller', answer: sessionsAnswer },
    async ({ caller }) => {
      const sessions = await listSessions(db, caller.id)
      return sessions
        .filter((s) => isSessionAlive({ ...s, begun_at: s.created_at }, caller.role, now()))
        .map((s) => ({ ...s, current: s.id === caller.session }))
    },
  ),
  route(
    endpoints.deleteSession,
    only(),
    {
      summary: 'End a session of the caller',
      answer: messageAnswer,
      notFound: noSuchSession().message,
    },
    async ({ caller, params }) => {
      if (!(await deleteOwnSession(db, caller.id, params.id))) throw noSuchSession()
      return { message: 'Session ended' }
    },
  ),
]

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
      .catch((error: unknown) => log.warn({ err: error }, 'updating seen_at of a session failed'))
      .finally(() => pendingTouches.delete(idHash))
    await Promise.race([touched, sleep(maxTouchWait, undefined, { ref: false })])
  }
}

/** True when a request has no session cookie. A request that has one may still be signed out. */
export function visitorCheck(world: World): (c: Context) => boolean {
  const cookies = cookiesOf(world.secure)
  return (c) => cookies.session(c) === undefined
}

type Cookies = ReturnType<typeof cookiesOf>

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
