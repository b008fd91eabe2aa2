/**
 * Which requests belong to a session. A session ends by its age (`isSessionAlive`), by signing out here,
 * everywhere or from the profile, by signing in again or on an eleventh device (its row is deleted), and
 * when the person gets another role or e-mail address or is deactivated or deleted (`endSessions` of
 * members; `findSession` in queries.ts compares the epoch).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { hashSecret } from '#platform/server/core/ids.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/durations.ts'
import {
  isConfirmationDue,
  isSessionAlive,
  limitationOf,
  maxWaitForSecondFactor,
} from '../rules.ts'
import { cookiesOf } from './cookies.ts'
import { findSession, type SessionWithPerson, touchSession } from './queries.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The row of the session joined with the caller's person; set by `callerResolver`. */
    sessionWithPerson: SessionWithPerson | undefined
  }
}

const maxTouchWait = 200 // milliseconds

interface CallerOptions {
  /** Calls that an open tab makes automatically; they do not keep a session alive. */
  backgroundPaths?: readonly string[]
  /** True while every administrator needs a second factor. */
  isSecondFactorRequired?: () => boolean
}

/**
 * Identifies the caller by the session cookie; reads the session from the database on every request.
 * In a limited session there is no caller, only `c.var.limitedCaller`.
 */
export function callerResolver(
  world: World,
  { backgroundPaths = [], isSecondFactorRequired = () => false }: CallerOptions = {},
): (c: Context) => Promise<Caller | undefined> {
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
    const limitation = limitationOf(sessionWithPerson, isSecondFactorRequired())
    const age = now.getTime() - Date.parse(sessionWithPerson.begun_at)
    if (limitation === 'confirm' && age >= maxWaitForSecondFactor) return undefined
    // A time in the future is also stale: the clock was set back, which must not make the session longer.
    const seen = Date.parse(sessionWithPerson.seen_at)
    const isStale = Math.abs(now.getTime() - seen) > minutes(5)
    if (isStale && !backgroundPaths.includes(c.req.path)) await touchSoon(idHash, now)
    const caller = Object.assign(sessionWithPerson, {
      hasSecondFactor: sessionWithPerson.has_second_factor,
      isConfirmationDue: isConfirmationDue(sessionWithPerson, now),
    })
    c.set('limitedCaller', limitation && { caller, limitation })
    if (limitation) return undefined
    c.set('sessionWithPerson', sessionWithPerson)
    return caller
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
