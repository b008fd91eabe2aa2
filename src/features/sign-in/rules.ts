import { days, hours, minutes } from '#shared/dates.ts'
import { isEmail } from '#shared/email-address.ts'
import type { Role } from '#shared/roles.ts'

/** What the visitor chose on the login screen. It decides which mail goes out, never a role. */
export const linkTypes = ['member', 'jobseeker', 'admin'] as const
export type LinkType = (typeof linkTypes)[number]

/** Specification section 5, Login. */
export const emailMessage = 'Please enter a valid email address'

/** The message for what was typed as e-mail, or undefined when it may be sent. */
export const emailProblem = (typed: string): string | undefined =>
  isEmail(typed) ? undefined : emailMessage

/** How long a link and its code can be redeemed (contract 11), in milliseconds. */
export const linkLifetime = minutes(10)

/** Wrong codes after which a request for a link is dead (contract 11). */
export const maxCodeAttempts = 5

/** Requests for a link that may be open for one address at a time (contract 11). */
export const maxOpenRequests = 3

export const isCode = (typed: string): boolean => /^\d{6}$/.test(typed)

/** The digits of a code as a person may type or paste it: '123 456', '123-456' and '१२३४५६' are fine. */
export const codeDigits = (typed: string): string =>
  typed.replace(/[\s-]/g, '').replace(/\p{Nd}/gu, asciiDigit)

/** Unicode keeps the ten digits of each script together, the zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** How long a session lasts without use, and in all, in milliseconds (contract 11). */
export function sessionLifetime(role: Role | null): { idle: number; all: number } {
  return role === 'admin' ? { idle: hours(2), all: hours(12) } : { idle: days(14), all: days(60) }
}

/** True while a session begun and last seen at these times (ISO UTC) still holds. */
export function isSessionAlive(
  session: { begun_at: string; seen_at: string },
  role: Role | null,
  now: Date,
): boolean {
  const life = sessionLifetime(role)
  return (
    now.getTime() - Date.parse(session.begun_at) < life.all &&
    now.getTime() - Date.parse(session.seen_at) < life.idle
  )
}

/** Sessions one person may have at a time; the oldest ends when there is one more. */
export const maxSessions = 10

/** 'Chrome on Android': what a person recognises a device by, from its User-Agent. */
export function deviceName(userAgent: string): string {
  const browser =
    [
      ['Edg', 'Edge'],
      ['OPR', 'Opera'],
      ['SamsungBrowser', 'Samsung Internet'],
      ['Firefox', 'Firefox'],
      ['CriOS', 'Chrome'],
      ['Chrome', 'Chrome'],
      ['Safari', 'Safari'],
    ].find(([mark = '']) => userAgent.includes(mark))?.[1] ?? 'A browser'
  const system = [
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS X', 'Mac'],
    ['CrOS', 'ChromeOS'],
    ['Linux', 'Linux'],
  ].find(([mark = '']) => userAgent.includes(mark))?.[1]
  return system ? `${browser} on ${system}` : browser
}
