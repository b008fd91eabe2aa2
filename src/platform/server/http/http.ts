/** What every route needs: who may call, what may be sent, how a refusal is answered. */
import { randomUUID } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { busyMessage, Refusal, type RefusalKind } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '../database/database-errors.ts'
import { isDeadlock } from '../database/row-locks.ts'
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

/** What the portal knows of a request before any route runs. */
export interface RequestContext {
  id: string
  /** The address of the client; behind trusted proxies, the one they name. */
  client: string
  findCaller: (c: Context) => Promise<Caller | undefined>
}

export type PortalEnv = { Variables: { arrival: RequestContext; caller: Caller | undefined } }
export type SignedInEnv = { Variables: { arrival: RequestContext; caller: Caller } }

/** One header of the request, as Node has it: a Request makes all its Headers to answer for one. */
export function requestHeader(c: Context, name: string): string | undefined {
  const incoming: unknown = c.env?.incoming?.headers
  if (!isRecord(incoming)) return c.req.header(name)
  const value = incoming[name]
  return typeof value === 'string' ? value : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

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

/** Turns whatever was thrown into an answer. The only place that knows HTTP statuses. */
export function answerError(log: Log): (error: Error, c: Context) => Response {
  return (error, c) => {
    if (error instanceof Refusal) {
      if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter))
      return c.text(error.message, statusOf[error.kind])
    }
    if (isDatabaseUnavailable(error)) {
      log.error({ err: error }, 'the database does not answer')
      c.header('Retry-After', '5')
      return c.text('The portal cannot reach its database; please try again in a moment', 503)
    }
    if (isStatementTimeout(error)) {
      log.error({ err: error }, 'a statement took too long')
      c.header('Retry-After', '30')
      return c.text(busyMessage, 503)
    }
    if (isDeadlock(error)) {
      log.warn({ err: error }, 'two transactions waited for each other')
      return c.text('Somebody else was changing the same just now; please try again', 409)
    }
    const reference = randomUUID().slice(0, 8)
    log.error({ reference, method: c.req.method, path: c.req.path, err: error }, 'defect')
    return c.text(`Something went wrong on our side (reference ${reference})`, 500)
  }
}

/** Who may call a route, as its guard declares it. */
export type RouteAccess = 'anyone' | 'signed-in' | readonly Role[]

const declared = new WeakMap<object, RouteAccess>()

function guard<Env extends PortalEnv | SignedInEnv>(
  who: RouteAccess,
  handler: MiddlewareHandler<Env>,
): MiddlewareHandler<Env> {
  declared.set(handler, who)
  return handler
}

/** Lets everybody past, signed in or not. */
export const anyone = (): MiddlewareHandler<PortalEnv> => guard('anyone', (_c, next) => next())

/** Lets any signed-in person past, or only these roles; past it, `c.var.caller` is certain. */
export const only = (...allowed: Role[]): MiddlewareHandler<SignedInEnv> =>
  guard(allowed.length > 0 ? allowed : 'signed-in', async (c, next) => {
    const caller = await c.var.arrival.findCaller(c)
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
 * Every route of the server with who may call it. Throws when one of them does not begin with a
 * guard, so that a route which forgets to say who may call it can never be mounted.
 */
export function declaredRoutes(server: Hono<PortalEnv>): DeclaredRoute[] {
  const first = new Map<string, DeclaredRoute>()
  for (const { method, path, handler } of server.routes) {
    const key = `${method} ${path}`
    if (path.endsWith('*') || first.has(key)) continue
    const who = declared.get(handler)
    if (who === undefined) throw new Error(`${key} does not say who may call it`)
    first.set(key, { method, path, access: who })
  }
  return [...first.values()]
}

const largestJson = 100 * 1024
const longestJson = 30_000

/** Reads the JSON body as the contract says, or refuses with the contract's own first message. */
export function body<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<
  PortalEnv,
  string,
  { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
> {
  return async (c, next) => {
    c.req.addValidatedData('json', parsed(schema, await readJson(c)) as object)
    await next()
  }
}

/** Reads the query as the contract says; a name given twice is refused. */
export function query<Schema extends z.ZodType>(
  schema: Schema,
): MiddlewareHandler<
  PortalEnv,
  string,
  { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } }
> {
  return async (c, next) => {
    const given: Record<string, string> = {}
    for (const [name, values] of Object.entries(c.req.queries())) {
      if (values.length > 1) throw new Refusal('invalid', `Please give "${name}" only once`)
      given[name] = values[0] ?? ''
    }
    c.req.addValidatedData('query', parsed(schema, given) as object)
    await next()
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  // Only where the schema has no words of its own.
  const result = schema.safeParse(value, {
    error: ({ path }) => `Please check ${path?.length ? `"${path.join('.')}"` : 'what you sent'}`,
  })
  if (result.success) return result.data
  throw new Refusal('invalid', result.error.issues[0]?.message ?? 'Please check what you sent')
}

async function readJson(c: Context): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw new Refusal('wrong-type', 'Please send JSON')
  if (Number(c.req.header('content-length') ?? 0) > largestJson) throw tooLarge()
  const text = await inTime(c, readText(c.req.raw, largestJson)).catch((error: unknown) => {
    throw error instanceof Refusal ? error : notWhole()
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'The request is not well-formed JSON')
  }
}

/** A connection has minutes for files; who takes them for JSON is let go. */
async function inTime(c: Context, text: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      c.header('Connection', 'close')
      reject(notWhole())
    }, longestJson)
  })
  try {
    return await Promise.race([text, late])
  } finally {
    clearTimeout(timer)
  }
}

const notWhole = () => new Refusal('invalid', 'The request did not arrive whole')
const tooLarge = () => new Refusal('too-large', 'This is more than the portal takes at once')

async function readText(request: Request, limit: number): Promise<string> {
  if (request.headers.get('transfer-encoding') === null) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
