/** Runs around every request: request context, security headers, cross-site check, access log. */

import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { plainTextMessage } from '#shared/fields.ts'
import { portalHeader, portalHeaderValue } from '#shared/portal-header.ts'
import { Refusal } from '#shared/refusal.ts'
import { loggedPath } from '#shared/screens/address.ts'
import type { Log } from '../core/log.ts'
import { type Client, type ClientReader, clientNetwork, internalClient } from './client-network.ts'
import type { FinishedRequest, Monitor } from './monitor.ts'
import type { PortalEnv, RequestContext } from './request-context.ts'

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal"

const headers: [string, string][] = [
  ['Content-Security-Policy', contentPolicy],
  [portalHeader, portalHeaderValue],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()'],
]

interface RequestMiddlewareOptions {
  log: Log
  publicUrl: string
  secure: boolean
  clients: ClientReader
  monitor: Monitor
  findCaller: RequestContext['findCaller']
  /** Called after every request that may have written something. */
  afterWrite: () => void
}

/** Sets `c.var.request`, refuses cross-site writes, sets the security headers, logs. */
export function requestMiddleware(options: RequestMiddlewareOptions): MiddlewareHandler<PortalEnv> {
  const allHeaders = options.secure
    ? [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const]
    : headers
  return async (c, next) => {
    const startedAt = performance.now()
    const id = randomUUID()
    c.set('request', {
      id,
      client: clientOf(c, options.clients),
      findCaller: options.findCaller,
    })
    for (const [name, value] of allHeaders) c.header(name, value)
    c.header('X-Request-Id', id)
    c.header('Cache-Control', 'no-store')
    const isWrite = !/^(GET|HEAD|OPTIONS)$/.test(c.req.method)
    if (isWrite && isCrossSite(c, options)) {
      c.res = c.text('This request came from another website and was refused', 403)
    } else {
      refuseNullCharacter(c)
      await next()
    }
    if (isWrite) options.afterWrite()
    const { status } = c.res
    const milliseconds = performance.now() - startedAt
    options.monitor.finish(finishedRequest(c, status, milliseconds))
    const isRefused = isAccessRefused(c.req.path, status)
    const level = status >= 500 ? 'error' : isWrite || isRefused ? 'info' : 'debug'
    if (options.log.isLevelEnabled(level))
      options.log[level](
        {
          request: id,
          method: c.req.method,
          path: loggedPath(c.req.path),
          status,
          person: c.get('caller')?.id,
          ...(isRefused && { network: clientNetwork(c.get('request').client) }),
          ms: Math.round(milliseconds * 10) / 10,
        },
        'request',
      )
  }
}

/** Whether a request exceeded the rights or limits of the caller. Files answer 404 to callers who may not open them. */
const isAccessRefused = (path: string, status: number): boolean =>
  status === 403 || status === 429 || (status === 404 && path.startsWith('/uploads/'))

/** The route is the pattern of the handler that answered; screens and unknown addresses share one. */
function finishedRequest(c: Context, status: number, milliseconds: number): FinishedRequest {
  const route = routePath(c, -1)
  const isForm = c.req.header('content-type')?.startsWith('multipart/')
  return {
    method: knownMethods.has(c.req.method) ? c.req.method : 'other',
    route: route === '*' || route === '/*' ? 'page' : route,
    status,
    seconds: milliseconds / 1000,
    uploadBytes: isForm ? Number(c.req.header('content-length') ?? 0) || 0 : 0,
  }
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** No path of the portal has a null character, and PostgreSQL cannot store one. */
function refuseNullCharacter(c: Context): void {
  const [path = '', query = ''] = c.req.url.split('?')
  if (path.includes('%00')) throw new Refusal('missing', 'Nothing was found at this address')
  if (query.includes('%00')) throw new Refusal('invalid', plainTextMessage)
}

/**
 * True for a request that a browser sends on behalf of another site (contract 11.8). Programs other
 * than browsers send neither header, and have no session cookie unless they were given one.
 */
function isCrossSite(c: Context, { publicUrl, secure }: RequestMiddlewareOptions): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  // With `Referrer-Policy: no-referrer` browsers send a form without its origin; a sandboxed frame is cross-site.
  if (origin === 'null' && site === 'same-origin') return false
  if (origin !== undefined) return origin !== publicUrl && (secure || origin !== originOfHost(c))
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Without https, a page reached under another name (127.0.0.1 for localhost) is same-origin too. */
const originOfHost = (c: Context): string => `http://${c.req.header('host') ?? ''}`

function clientOf(c: Context, clients: ClientReader): Client {
  const forwarded = c.req.header('x-forwarded-for')
  const { incoming } = c.env ?? {}
  if (incoming) return clients.read(incoming.socket?.remoteAddress, forwarded)
  return forwarded === undefined ? internalClient : clients.read('127.0.0.1', forwarded)
}
