import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { knownBrowserLifetime, linkLifetime } from '../rules.ts'

export type Cookies = ReturnType<typeof cookiesOf>

/**
 * Reads and writes the cookies of sessions, of pending requests and of known browsers.
 * Over https their names begin with `__Host-`.
 */
export function cookiesOf(secure: boolean) {
  const prefix = secure ? '__Host-' : ''
  const session = `${prefix}session`
  const pending = `${prefix}pending`
  const knownCookie = `${prefix}known`
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const reader = (name: string) => {
    const pattern = new RegExp(`(?:^|;) *${name}=([\\w-]{43}) *(?:;|$)`)
    return (c: Context) => c.req.header('cookie')?.match(pattern)?.[1]
  }
  return {
    session: reader(session),
    pending: reader(pending),
    known: reader(knownCookie),
    setSession: (c: Context, secret: string, lifetime: number) =>
      setCookie(c, session, secret, { ...options, maxAge: seconds(lifetime) }),
    setPending: (c: Context, secret: string) =>
      setCookie(c, pending, secret, { ...options, maxAge: seconds(linkLifetime) }),
    setKnown: (c: Context, secret: string) =>
      setCookie(c, knownCookie, secret, { ...options, maxAge: seconds(knownBrowserLifetime) }),
    clearSession: (c: Context) => deleteCookie(c, session, options),
    clearPending: (c: Context) => deleteCookie(c, pending, options),
  }
}
