/** What every route uses: access guards, validation of body and query, and error answers. */
import { randomUUID } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { isRecord } from '#shared/records.ts'
import { busyMessage, Refusal, type RefusalKind } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import { DatabaseUnavailable, isDeadlock, isStatementTimeout } from '../database/database-errors.ts'
import type { Log } from '../log.ts'

/** The signed-in person behind a request, read from the database at that request. */
export interface Caller {
  id: string
  role: Role | null
  name: string
  email: string
  company_name: string
  /** The session the request came with. */
  session: string
}

/** Set by the request middleware before any route runs; read it as `c.var.request`. */
export interface RequestContext {
  id: string
  /** The client's IP address; behind trusted proxies, the address they report. */
  client: string
  /** The signed-in person, read from the database at every call; undefined without a session. */
  findCaller: (c: Context) => Promise<Caller | undefined>
}

export type PortalEnv = { Variables: { request: RequestContext; caller: Caller | undefined } }
export type SignedInEnv = { Variables: { request: RequestContext; caller: Caller } }

/**
 * One header of the request. Read from Node's own header object where there is one, because a Fetch
 * Request builds its full Headers object to answer for a single name.
 */
export function requestHeader(c: Context, name: string): string | undefined {
  const incoming: unknown = c.env?.incoming?.headers
  if (!isRecord(incoming)) return c.req.header(name)
  const value = incoming[name]
  return typeof value === 'string' ? value : undefined
}

const statusOf = {
  invalid: 400,
  'signed-out': 401,
  forbidden: 403,
  missing: 404,
  'not-allowed': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>

/** The error handler of the server: the only place that maps refusals and errors to HTTP statuses. */
export function answerError(log: Log): (error: Error, c: Context) => Response {
  return (error, c) => {
    if (error instanceof Refusal) {
      const { code, field, retryAfter } = error.details
      if (code !== undefined) c.header('Error-Code', code)
      if (field !== undefined) c.header('Error-Field', field)
      if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
      return c.text(error.message, statusOf[error.kind])
    }
    if (error instanceof DatabaseUnavailable) {
      log.error({ err: error }, 'database unavailable')
      c.header('Retry-After', '5')
      return c.text('The portal cannot reach its database; please try again in a moment', 503)
    }
    if (isStatementTimeout(error)) {
      log.error({ err: error }, 'statement timeout')
      c.header('Retry-After', '30')
      return c.text(busyMessage, 503)
    }
    if (isDeadlock(error)) {
      log.warn({ err: error }, 'deadlock between transactions')
      return c.text('Somebody else was changing the same just now; please try again', 409)
    }
    const reference = randomUUID().slice(0, 8)
    log.error({ reference, method: c.req.method, path: c.req.path, err: error }, 'defect')
    return c.text(`Something went wrong on our side (reference ${reference})`, 500)
  }
}

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

/** Guard: any signed-in person, or only people with these roles. Sets `c.var.caller`. */
export const only = (...allowed: Role[]): MiddlewareHandler<SignedInEnv> =>
  guard(allowed.length > 0 ? allowed : 'signed-in', async (c, next) => {
    const caller = await c.var.request.findCaller(c)
    if (!caller) throw new Refusal('signed-out', 'Please log in')
    if (allowed.length > 0 && !(caller.role && allowed.includes(caller.role)))
      throw new Refusal('forbidden', 'You may not do this')
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

/** The query parameters by name; a name that is given twice is refused. */
export function readQuery(c: Context): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new Refusal('invalid', `Please give "${name}" only once`)
    parameters[name] = values[0] ?? ''
  }
  return parameters
}

/** The value as the schema reads it; refuses with the schema's first message and that field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  // Used only where the schema has no message of its own.
  const result = schema.safeParse(value, {
    error: ({ path }) => `Please check ${path?.length ? `"${path.join('.')}"` : 'what you sent'}`,
  })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Refusal('invalid', issue?.message ?? 'Please check what you sent', {
    field: issue?.path.length ? encodeURIComponent(issue.path.join('.')) : undefined,
  })
}
