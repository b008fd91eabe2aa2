/** Guards: who may call a route. Each route begins with one. */
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import type { Caller, Limitation, PortalEnv, SignedInEnv } from './request-context.ts'

/** Who may call a route, as declared by its guard. */
export type RouteAccess = 'anyone' | 'signed-in' | readonly Role[]

const accessByGuard = new WeakMap<object, RouteAccess>()

function guard<Env extends PortalEnv | SignedInEnv>(
  access: RouteAccess,
  handler: MiddlewareHandler<Env>,
): MiddlewareHandler<Env> {
  accessByGuard.set(handler, access)
  return handler
}

/** What a guard declares; undefined for any other handler. */
export const accessOf = (handler: object): RouteAccess | undefined => accessByGuard.get(handler)

/** Guard: any caller, signed in or not. */
export const anyone = (): MiddlewareHandler<PortalEnv> => guard('anyone', (_c, next) => next())

/** Guard: any signed-in person. Sets `c.var.caller`. */
export const signedIn = (): MiddlewareHandler<SignedInEnv> => guardCaller('signed-in')

/** Guard: signed-in people with one of these roles. Sets `c.var.caller`. */
export const only = (...allowed: [Role, ...Role[]]): MiddlewareHandler<SignedInEnv> =>
  guardCaller(allowed)

/**
 * Guard for sensitive actions: like `only`, but callers with a second factor must have confirmed it recently (contract
 * 11.10).
 */
export const onlyConfirmed = (...allowed: [Role, ...Role[]]): MiddlewareHandler<SignedInEnv> =>
  guardCaller(allowed, { isConfirmed: true })

/** Guard for the second factor itself: administrators, including those in sessions limited for these reasons. */
export const onlyLimited = (...limitations: Limitation[]): MiddlewareHandler<SignedInEnv> =>
  guardCaller(['admin'], { limitations })

/** Like `onlyLimited`, but the second factor of a full session must have been confirmed recently. */
export const onlyLimitedConfirmed = (
  ...limitations: Limitation[]
): MiddlewareHandler<SignedInEnv> => guardCaller(['admin'], { limitations, isConfirmed: true })

interface CallerOptions {
  /** Sessions limited for one of these reasons are also admitted. */
  limitations?: readonly Limitation[]
  isConfirmed?: boolean
}

const guardCaller = (
  allowed: 'signed-in' | readonly Role[],
  { limitations = [], isConfirmed = false }: CallerOptions = {},
): MiddlewareHandler<SignedInEnv> =>
  guard(allowed, async (c, next) => {
    const caller = (await c.get('request').findCaller(c)) ?? limitedCaller(c, limitations)
    // Set before the checks, so that the log names the person of a refused request.
    c.set('caller', caller)
    if (allowed !== 'signed-in' && !(caller.role && allowed.includes(caller.role)))
      throw new Refusal('forbidden', "You don't have permission to do this")
    if (isConfirmed) assertConfirmed(caller)
    await next()
  })

/** The refusal of a caller without a session. */
export const signedOut = () => new Refusal('signed-out', 'Please log in')

/** The person of a session limited for one of these reasons. Refusal 'signed-out' for any other request. */
function limitedCaller(c: Context, limitations: readonly Limitation[]): Caller {
  const limited = c.get('limitedCaller')
  if (!limited) throw signedOut()
  if (limitations.includes(limited.limitation)) return limited.caller
  throw limited.limitation === 'confirm'
    ? new Refusal('signed-out', "Please confirm it's you", { code: 'second-factor-needed' })
    : new Refusal('signed-out', 'Please set up a second factor', { code: 'second-factor-missing' })
}

/** Refuses a sensitive action unless the caller's second factor, if there is one, was confirmed recently. */
export function assertConfirmed({ isConfirmationDue }: Caller): void {
  if (!isConfirmationDue) return
  throw new Refusal('forbidden', "Please confirm it's you to continue", {
    code: 'confirmation-needed',
  })
}

export interface DeclaredRoute {
  method: string
  path: string
  access: RouteAccess
}

/**
 * Every route of the server with its access. Throws when a route does not begin with a guard, so that
 * the portal never starts with a route that does not declare who may call it.
 */
export function declaredRoutes(server: Hono<PortalEnv>): DeclaredRoute[] {
  const first = new Map<string, DeclaredRoute>()
  for (const { method, path, handler } of server.routes) {
    const key = `${method} ${path}`
    if (path.endsWith('*') || first.has(key)) continue
    const access = accessOf(handler)
    if (access === undefined) throw new Error(`${key} does not say who may call it`)
    first.set(key, { method, path, access })
  }
  return [...first.values()]
}
