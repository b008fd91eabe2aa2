const longest = 254
// Invisible characters are refused too: two addresses that look alike must not be two people.
const forbidden = /[\s"'`,;:<>()[\]\\]|\p{Cc}|\p{Cf}|\p{Cs}/u
const localPart = /^[^@.]+(\.[^@.]+)*$/u
const domain =
  /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * The one spelling under which the portal keeps and compares an e-mail address: trimmed and
 * lower-cased; undefined when the text is not one plain address (contract 11: NFKC must not
 * change it, no quotes, commas, spaces or second @, at most 254 characters). Idempotent.
 */
export function canonicalEmail(typed: string): string | undefined {
  const trimmed = typed.trim()
  if (trimmed.length > longest || trimmed.normalize('NFKC') !== trimmed) return undefined
  const address = trimmed.toLowerCase()
  if (address.length > longest || address.normalize('NFKC') !== address) return undefined
  const [local, typedHost, ...more] = address.split('@')
  if (local === undefined || typedHost === undefined || more.length > 0) return undefined
  const host = asciiDomain(typedHost)
  if (forbidden.test(address) || local.length > 64 || !localPart.test(local)) return undefined
  return domain.test(host) ? `${local}@${host}` : undefined
}

/** 'xn--…' for a domain in other letters: one mailbox has one spelling. */
function asciiDomain(host: string): string {
  if (/^[\u0020-\u007e]*$/.test(host)) return host
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
}

export const isEmail = (typed: string): boolean => canonicalEmail(typed) !== undefined
