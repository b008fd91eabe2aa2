import { parseUrl } from '../links.ts'
import { oneLine, withoutTextMark } from './text.ts'

const maxLength = 254
/** The maximum length of a typed address with the text around it. */
const maxTyped = 1000
// Includes invisible characters: two addresses that look alike must not be two people.
const forbidden = /[\s"`,;:<>()[\]\\]|\p{Cc}|\p{Cf}|\p{Cs}/u
const localPart = /^(?!')[^@.]+(\.[^@.]+)*(?<!')$/u
const domain =
  /^(?=.{1,253}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * The canonical form in which e-mail addresses are stored and compared: trimmed, without wrappers and invisible
 * characters, lower-case, the domain in ASCII. undefined when the text is not one plain address (contract 11.6:
 * unchanged by NFKC, no double quotes, commas, spaces or second @, at most 254 characters). Idempotent.
 */
export function readEmail(input: string): string | undefined {
  if (input.length > maxTyped) return undefined
  const typed = withoutWrapper(withoutTextMark(oneLine(input)).replace(/[\u200C\u200D]/g, ''))
  if (typed.length > maxLength || typed.normalize('NFKC') !== typed) return undefined
  const address = typed.toLowerCase()
  if (address.length > maxLength || address.normalize('NFKC') !== address) return undefined
  const [local, unicodeHost, ...rest] = address.split('@')
  if (local === undefined || unicodeHost === undefined || rest.length > 0) return undefined
  const host = asciiDomain(unicodeHost)
  if (forbidden.test(address) || local.length > 64 || !localPart.test(local)) return undefined
  return domain.test(host) ? `${local}@${host}` : undefined
}

/**
 * The address in 'mailto:…', '<…>', 'Asha Patil <…>', '"Asha" [mailto:…]', '… (Asha Patil)' and 'Email: …', without
 * quotation marks and what ends a sentence around it, with the apostrophe of a keyboard for those of a telephone.
 */
function withoutWrapper(typed: string): string {
  const [, before = '', bracketed] =
    /^([^<>]*)<([^<>]*)>[\s.,;]*$/.exec(typed) ??
    /^([^[\]]*)\[([^[\]]*)\][\s.,;]*$/.exec(typed) ??
    /^([^()@]*)\(([^()]*)\)[\s.,;]*$/.exec(typed) ??
    []
  const alone = bareAddress(bracketed ?? typed.replace(/\s*\([^()@]*\)$/, ''))
  // Mail programs write an address twice; if the two differ, the intended one is unknown.
  if (before.includes('@') && bareAddress(before).toLowerCase() !== alone.toLowerCase())
    return typed
  return alone
}

const labels =
  /^(?:(?:[^\p{L}\p{N}@"'<([]+\s*)?(?:e-?mail|mail|ई-?मेल)(?:\s*(?:id|address))?(?:\s*:|\s+-)\s*|mailto:\s*)+/iu
const around = /^[^\p{L}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}]+|^[\s"'‘“<([]+|[\s"'’”>)\].,;]+$/gu

const bareAddress = (typed: string): string =>
  typed
    .replace(/(@[^?]*)\?.*$/, '$1')
    .replace(around, '')
    .replace(labels, '')
    .replace(around, '')
    .replace(/[‘’ʼ]/g, "'")

/** The addresses of a text with several, as typed; the text itself where it is not a list of addresses. */
export function splitEmails(text: string): string[] {
  const parts = text
    .split(/(?:[/,;|&\s]|:::)+|\s(?:and|or)\s/i)
    .filter((part) => part !== '' && part !== '*')
  const addresses = parts.filter((part) => part.includes('@'))
  return addresses.length > 1 && addresses.length === parts.length ? addresses : [text]
}

/** 'xn--…' for an internationalised domain, so that one mailbox has one canonical form. */
function asciiDomain(host: string): string {
  if (/^[\u0020-\u007e]*$/.test(host)) return host
  return parseUrl(`http://${host}`)?.hostname ?? host
}

export const isEmail = (input: string): boolean => readEmail(input) !== undefined
