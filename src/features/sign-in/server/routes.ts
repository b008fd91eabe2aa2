import type { Context } from 'hono'
import { userAnswer } from '#features/members/answers.ts'
import { userFromRow } from '#features/members/server/member-json-queries.ts'
import { hashSecret } from '#platform/server/core/ids.ts'
import { anyone, signedIn, signedOut } from '#platform/server/http/guards.ts'
import { type Route, route } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { messageAnswer } from '#shared/message-answer.ts'
import { Refusal } from '#shared/refusal.ts'
import { linkRequestAnswer, sessionsAnswer, verificationAnswer } from '../answers.ts'
import { linkRequest, linkSent, verification } from '../contract.ts'
import * as endpoints from '../endpoints.ts'
import { deviceName, isSessionAlive, limitationOf, sessionLifetime } from '../rules.ts'
import { type Cookies, cookiesOf } from './cookies.ts'
import { deleteOtherKnownBrowsers } from './known-browser-queries.ts'
import {
  deleteOwnSession,
  deleteSession,
  deleteSessions,
  hasSecondFactor,
  listSessions,
} from './queries.ts'
import { redeem } from './redeem.ts'
import { requestLink, type SignInLink } from './request-link.ts'

const device = (c: Context): string => deviceName(c.req.header('user-agent') ?? '')

interface SignInOptions {
  /** Called after a sign-in link was created and its mail queued. */
  onLink?: ((link: SignInLink) => void) | undefined
  /** True while every administrator needs a second factor. */
  isSecondFactorRequired?: (() => boolean) | undefined
}

export function signInRoutes(
  world: World,
  { onLink, isSecondFactorRequired = () => false }: SignInOptions = {},
): Route[] {
  const cookies = cookiesOf(world.secure)
  return [
    route(
      endpoints.postLinkRequest,
      anyone(),
      { summary: 'Email a sign-in link', body: linkRequest, answer: linkRequestAnswer },
      async ({ body, c }) => {
        const origin = { device: device(c), client: c.var.request.client }
        const { pending, link, isDelayed } = await requestLink(world, body, origin, {
          pending: cookies.pending(c),
          known: cookies.known(c),
        })
        cookies.setPending(c, pending)
        if (link) onLink?.(link)
        return isDelayed ? { ...linkSent, mail_delayed: true as const } : linkSent
      },
    ),
    route(
      endpoints.postVerification,
      anyone(),
      { summary: 'Sign in with a link or a code', body: verification, answer: verificationAnswer },
      async ({ body: proof, c }) => {
        const { person, secret, known } = await redeem(world, proof, {
          client: c.var.request.client,
          pending: cookies.pending(c),
          session: cookies.session(c),
          known: cookies.known(c),
          device: device(c),
        })
        cookies.setSession(c, secret, sessionLifetime(person.role).total)
        cookies.setKnown(c, known)
        cookies.clearPending(c)
        const state = {
          role: person.role,
          has_second_factor: await hasSecondFactor(world.db, person.id),
          confirmed_at: null,
        }
        const limitation = limitationOf(state, isSecondFactorRequired())
        return limitation ? c.json({ second_factor: limitation }, 202) : userFromRow(person)
      },
    ),
    route(
      endpoints.getUser,
      signedIn(),
      { summary: 'The signed-in user', answer: userAnswer },
      ({ c }) => {
        const row = c.get('sessionWithPerson')
        if (!row) throw signedOut()
        return userFromRow(row)
      },
    ),
    ...sessionRoutes(world, cookies),
  ]
}

const noSuchSession = () => new Refusal('missing', 'This session has already ended')

/**
 * Makes the browser forget the pictures and lists that it has cached. It keeps its storage, which has
 * half-filled forms of all people who share the device, and its cookies.
 */
const clearCache = (c: Context): void => c.header('Clear-Site-Data', '"cache"')

const sessionRoutes = ({ db, now }: World, cookies: Cookies): Route[] => [
  route(
    endpoints.postLogout,
    anyone(),
    { summary: 'End this session', answer: messageAnswer },
    async ({ c }) => {
      const session = cookies.session(c)
      if (session !== undefined) await deleteSession(db, hashSecret(session))
      cookies.clearSession(c)
      clearCache(c)
      return { message: 'Logged out' }
    },
  ),
  route(
    endpoints.postLogoutEverywhere,
    signedIn(),
    { summary: 'End every session of the caller', answer: messageAnswer },
    async ({ caller, c }) => {
      await deleteSessions(db, caller.id)
      await deleteOtherKnownBrowsers(db, caller.id, hashSecret(cookies.known(c) ?? ''))
      cookies.clearSession(c)
      clearCache(c)
      return { message: 'Signed out everywhere' }
    },
  ),
  route(
    endpoints.getSessions,
    signedIn(),
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
    signedIn(),
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
