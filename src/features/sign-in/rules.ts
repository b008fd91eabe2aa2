import type { Instant } from '#shared/dates.ts'
import { days, hours, minutes } from '#shared/durations.ts'
import type { Role } from '#shared/roles.ts'
import { duration } from '#shared/sentences.ts'
import { isEmail } from '#shared/values/email.ts'
import { latinDigits } from '#shared/values/text.ts'

/** The choice on the login screen. It decides which mail goes out, never a role. */
export const linkTypes = ['member', 'jobseeker', 'admin'] as const
export type LinkType = (typeof linkTypes)[number]

/** The message of the login form (contract 5.1). */
export const emailMessage = 'Please enter a valid email address'

/** The error message for an e-mail address, or undefined when it is valid. */
export const emailProblem = (typed: string): string | undefined =>
  isEmail(typed) ? undefined : emailMessage

/** How long a link and its code work (contract 11.3), in milliseconds. */
export const linkLifetime = minutes(10)

/** The same, written out for sentences. */
export const linkLifetimeText = duration(linkLifetime)

/** How long a link of the sample association works: longer than its process runs. */
export const reusableLinkLifetime = days(3650)

/** Code attempts per request with the pending cookie, right or wrong (contract 11.3). */
export const maxCodeAttempts = 5

/** Code attempts per request with its link, right or wrong (contract 11.3). */
export const maxLinkAttempts = 10

/** Open requests per address (contract 11.3). */
export const maxOpenRequests = 3

/** Known browsers per person (contract 11.7). */
export const maxKnownBrowsers = 10

/** How long the cookie of a known browser lasts: browsers keep no cookie for longer. */
export const knownBrowserLifetime = days(400)

/** Six digits, or the code of an administrator: eight letters and digits without 0, O, 1, I and L. */
export type CodeKind = 'digits' | 'letters'

/** Takes a code as `normalCode` returns it. */
export const isCode = (code: string): boolean => /^(?:\d{6}|[2-9A-HJKMNP-Z]{8})$/.test(code)

/** The code as mails show it: '123456', 'ABCD-EFGH'. */
export const shownCode = (code: string): string => code.replace(/^(\w{4})(?=\w{4}$)/, '$1-')

/**
 * Normalises a typed or pasted code: '123 456', '123-456' and '१२३४५६' all become '123456', 'abcd efgh'
 * becomes 'ABCDEFGH'.
 */
export const normalCode = (typed: string): string =>
  latinDigits(typed)
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toUpperCase()

/** How long a session lasts unused, and at most, in milliseconds (contract 11.4). */
export function sessionLifetime(role: Role | null): { idle: number; total: number } {
  return role === 'admin'
    ? { idle: hours(2), total: hours(12) }
    : { idle: days(14), total: days(60) }
}

/** True while a session that began and was last seen at these times (ISO UTC) is valid. */
export function isSessionAlive(
  session: { begun_at: Instant; seen_at: Instant },
  role: Role | null,
  now: Date,
): boolean {
  const { idle, total } = sessionLifetime(role)
  return (
    now.getTime() - Date.parse(session.begun_at) < total &&
    now.getTime() - Date.parse(session.seen_at) < idle
  )
}

/** How long a session waits for the second factor after signing in (contract 11.10), in milliseconds. */
export const maxWaitForSecondFactor = minutes(30)

/** How long a confirmation of the second factor counts as recent (contract 11.10), in milliseconds. */
const confirmationLifetime = minutes(15)

/** The same, written out for sentences. */
export const confirmationLifetimeText = duration(confirmationLifetime)

export interface SecondFactorState {
  role: Role | null
  has_second_factor: boolean
  /** When the second factor was last confirmed in this session. */
  confirmed_at: Instant | null
}

/** Why a session is limited; undefined for a full session (contract 11.10). */
export function limitationOf(
  { role, has_second_factor, confirmed_at }: SecondFactorState,
  isRequired: boolean,
): 'confirm' | 'enrol' | undefined {
  if (role !== 'admin') return undefined
  if (!has_second_factor) return isRequired ? 'enrol' : undefined
  return confirmed_at === null ? 'confirm' : undefined
}

/** True when a person with a second factor must confirm it again before a sensitive action. */
export const isConfirmationDue = (
  { has_second_factor, confirmed_at }: SecondFactorState,
  now: Date,
): boolean =>
  has_second_factor &&
  (confirmed_at === null ||
    // A time in the future is also expired: the clock was set back.
    Math.abs(now.getTime() - Date.parse(confirmed_at)) >= confirmationLifetime)

/** Sessions per person (contract 11.4); signing in once more deletes the oldest. */
export const maxSessions = 10

/** A readable device name from a User-Agent header, such as 'Chrome on Android'. */
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
