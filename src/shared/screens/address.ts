/** Addresses of screens as mail systems, phones and people change them. */
import { decodePart } from '../links.ts'
import { screenPaths } from './paths.ts'

/**
 * The path of a screen, written as the portal writes it: '/login/verify' for '/LOGIN/verify/'. Ids and codes are
 * unchanged. Undefined for a path that is no screen's.
 */
export function screenPath(path: string): string | undefined {
  const trimmed = path.replace(/(.)\/+$/, '$1')
  const parts = trimmed.split('/')
  const lower = trimmed.toLowerCase()
  return screenPaths
    .find((pattern) => isPathOf(pattern, lower))
    ?.split('/')
    .map((part, index) => (part.startsWith(':') ? parts[index] : part))
    .join('/')
}

/** Whether a path has a pattern like '/verify/:code', where ':code' is any part that is not empty. */
export function isPathOf(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  return (
    expected.length === actual.length &&
    expected.every((part, index) => (part.startsWith(':') ? actual[index] : part === actual[index]))
  )
}

/** A token after a # that was encoded, once or more often, in a path or a query. */
const encodedToken = /%(?:25)*23token(?:=|%(?:25)*3d)/i

/**
 * The address (path, query and fragment) of a screen with its path as the portal writes it, and with a token after
 * '%23' moved to the fragment, where it belongs. Any other address is unchanged.
 */
export function tidyAddress(address: string): string {
  const [before = '', token] = address.split(encodedToken)
  const [, path = '', rest = ''] = before.match(/^([^?#]*)(.*)$/s) ?? []
  const screen = screenPath(path)
  if (screen === undefined) return address
  return token === undefined
    ? screen + rest
    : `${screen}${rest.replace(/#.*$/s, '')}#token=${token}`
}

/** The path without what may be a token: for logs. */
export const loggedPath = (path: string): string =>
  path.replace(/(?:%(?:25)*23|token(?:=|%(?:25)*3d)).*$/is, '…')

/**
 * The token in a link or its fragment, without the full stop, comma or bracket
 * that a mail program took for a part of it.
 */
export const tokenIn = (link: string): string | undefined =>
  decodePart(link).match(/[#&]token=([\w-](?:[\w.-]*[\w-])?)/)?.[1]
