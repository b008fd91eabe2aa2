import { parseUrl } from './links.ts'

const maxLength = 254
// Includes invisible characters: two addresses that look alike must not be two people.
const forbidden = /[\s"'`,;:<>()[\]\\]|\p{Cc}|\p{Cf}|\p{Cs}/u
const localPart = /^[^@.]+(\.[^@.]+)*$/u
const domain =
  /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * The canonical form in which e-mail addresses are stored and compared: trimmed, lower-case, the domain
 * in ASCII. undefined when the text is not one plain address (contract 11.6: unchanged by NFKC, no quotes,
 * commas, spaces or second @, at most 254 characters). Idempotent.
 */
export function canonicalEmail(input: string): string | undefined {
  const trimmed = input.trim()
  if (trimmed.length > maxLength || trimmed.normalize('NFKC') !== trimmed) return undefined
  const address = trimmed.toLowerCase()
  if (address.length > maxLength || address.normalize('NFKC') !== address) return undefined
  const [local, unicodeHost, ...rest] = address.split('@')
  if (local === undefined || unicodeHost === undefined || rest.length > 0) return undefined
  const host = asciiDomain(unicodeHost)
  if (forbidden.test(address) || local.length > 64 || !localPart.test(local)) return undefined
  return domain.test(host) ? `${local}@${host}` : undefined
}

/** 'xn--…' for an internationalised domain, so that one mailbox has one canonical form. */
function asciiDomain(host: string): string {
  if (/^[\u0020-\u007e]*$/.test(host)) return host
  return parseUrl(`http://${host}`)?.hostname ?? host
}

export const isEmail = (input: string): boolean => canonicalEmail(input) !== undefined
