/** Guards: who may call a route. Each route begins with one. */
import type { Hono, MiddlewareHandler } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import type { PortalEnv, SignedInEnv } from './request-context.ts'

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

const guardCaller = (allowed: 'signed-in' | readonly Role[]): MiddlewareHandler<SignedInEnv> =>
  guard(allowed, async (c, next) => {
    const caller = await c.var.request.findCaller(c)
    if (!caller) throw new Refusal('signed-out', 'Please log in')
    if (allowed !== 'signed-in' && !(caller.role && allowed.includes(caller.role)))
      throw new Refusal('forbidden', "You don't have permission to do this")
    c.set('caller', caller)
    await next()
  })

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
