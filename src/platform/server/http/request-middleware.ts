/** What happens to every request before its route: its id, its client, the headers of its answer. */
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { Refusal } from '#shared/refusal.ts'
import type { Log } from '../log.ts'
import type { PortalEnv, RequestContext } from './http.ts'

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

const headers: [string, string][] = [
  ['Content-Security-Policy', contentPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()'],
]

interface RequestMiddlewareOptions {
  log: Log
  publicUrl: string
  secure: boolean
  /** How many reverse proxies stand in front and name the client; 0: none. */
  trustProxy: number
  whoIs: RequestContext['findCaller']
  /** Called after every request that may have written something. */
  afterWrite: () => void
}

/** Sets `arrival`, answers foreign origins, sets the security headers, logs. */
export function requestMiddleware(needs: RequestMiddlewareOptions): MiddlewareHandler<PortalEnv> {
  const own = needs.secure
    ? [...headers, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const]
    : headers
  return async (c, next) => {
    const began = performance.now()
    const id = randomUUID()
    c.set('arrival', { id, client: clientOf(c, needs.trustProxy), findCaller: needs.whoIs })
    for (const [name, value] of own) c.header(name, value)
    c.header('X-Request-Id', id)
    c.header('Cache-Control', 'no-store')
    const unsafe = !/^(GET|HEAD|OPTIONS)$/.test(c.req.method)
    if (unsafe && isCrossSite(c, needs)) {
      c.res = c.text('This request comes from another website and was refused', 403)
    } else {
      refuseNullCharacter(c)
      await next()
    }
    if (unsafe) needs.afterWrite()
    const { status } = c.res
    const level = status >= 500 ? 'error' : unsafe ? 'info' : 'debug'
    if (needs.log.isLevelEnabled(level))
      needs.log[level](
        {
          request: id,
          method: c.req.method,
          path: c.req.path,
          status,
          person: c.var.caller?.id,
          ms: Math.round((performance.now() - began) * 10) / 10,
        },
        'request',
      )
  }
}

/** A character 0 is in no address of ours and in no text that a database keeps. */
function refuseNullCharacter(c: Context): void {
  const [path = '', asked = ''] = c.req.url.split('?')
  if (path.includes('%00')) throw new Refusal('missing', 'There is nothing at this address')
  if (asked.includes('%00')) throw new Refusal('invalid', 'Please use plain text')
}

/**
 * True for a call that a browser made for another site (contract 11). A program that is no
 * browser sends neither header and carries no cookie it was not given.
 */
function isCrossSite(c: Context, { publicUrl, secure }: RequestMiddlewareOptions): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin !== publicUrl && (secure || origin !== originOfHost(c))
  const site = c.req.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Reached by another name than PUBLIC_URL (127.0.0.1 for localhost), a page is still our own. */
const originOfHost = (c: Context): string => `http://${c.req.header('host') ?? ''}`

function clientOf(c: Context, proxies: number): string {
  const socket: unknown = c.env?.incoming?.socket?.remoteAddress
  const direct = typeof socket === 'string' ? socket : '127.0.0.1'
  if (proxies === 0) return direct
  const named = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const found = named.at(-proxies) ?? ''
  return isIP(found) ? found : direct
}
