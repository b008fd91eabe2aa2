import { parseUrl } from '#shared/links.ts'
import { readEmail } from '#shared/values/email.ts'
import { findPhones } from '#shared/values/phone.ts'

/** A segment of a text, with an `href` when it is a web address, e-mail address or phone number. */
interface TextSegment {
  text: string
  href?: string
  /** The number for wa.me, when it can be a mobile number. */
  whatsapp?: string
}

const topDomains = 'com|in|net|org|biz|info|online|shop|store|site|app|io'
const shortLinks = 'forms\\.gle|bit\\.ly|goo\\.gl|wa\\.me|t\\.me|g\\.page'
const freeMail = 'gmail|yahoo|rediffmail|hotmail|outlook|icloud'

const addressPattern = new RegExp(
  [
    /(?<web>\b(?:https?:\/\/|www\.)[^\s<>"]+)/u,
    // What is glued to an address: 'Email-hr@teak.in'.
    /(?<label>\b(?:e-?mail(?:[ -]?id)?|mail[ -]?id|id)-(?=[\p{L}\p{N}._%+'-]+@))/u,
    /(?<mail>(?:\bmailto:)?[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\?[^\s<>"]+)?)/u,
    // 'hr (at) teak (dot) in', 'hr at teak dot in', and 'hr @gmail.com' as telephones write it.
    /(?<spelt>[\p{L}\p{N}._%+-]+ ?[[({] ?at ?[\])}] ?[\p{L}\p{N}-]+(?:(?:\.| ?[[({] ?dot ?[\])}] ?)[\p{L}\p{N}-]+)+)/u,
    new RegExp(
      `(?<spoken>(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+-]+ at [\\p{L}\\p{N}-]+(?: dot [\\p{L}\\p{N}-]+)* dot (?:${topDomains})(?!\\p{L}))`,
      'u',
    ),
    new RegExp(
      `(?<spaced>[\\p{L}\\p{N}._%+-]+ ?@ ?(?:${freeMail})\\.\\p{L}{2,}(?:\\.\\p{L}{2})?)`,
      'u',
    ),
    new RegExp(`(?<short>(?<![\\p{L}\\p{N}@._/-])(?:[a-z]+\\.)*(?:${shortLinks})/[^\\s<>"]+)`, 'u'),
    new RegExp(
      `(?<bare>(?<![\\p{L}\\p{N}@._/-])[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9-]+)*\\.(?:${topDomains})(?![\\p{L}\\p{N}@])(?:/[^\\s<>"]*)?)`,
      'u',
    ),
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

/** Splits plain text into segments and links web addresses, e-mail addresses and phone numbers. */
export function linkify(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    const segment = addressSegment(match)
    if (!segment) continue
    if (match.index > end) segments.push(...phoneSegments(text.slice(end, match.index)))
    segments.push(segment)
    end = match.index + segment.text.length
  }
  if (end < text.length) segments.push(...phoneSegments(text.slice(end)))
  return segments
}

function addressSegment({ 0: match, groups = {} }: RegExpMatchArray): TextSegment | undefined {
  if (groups.label || (groups.bare && !isWebName(groups.bare))) return undefined
  if (groups.web ?? groups.bare ?? groups.short) return webSegment(match)
  if (groups.mail) return mailSegment(match)
  const email = readEmail(
    match
      .replace(/ ?[[({] ?at ?[\])}] ?| at /i, '@')
      .replace(/ ?[[({] ?dot ?[\])}] ?| dot /gi, '.')
      .replace(/ /g, ''),
  )
  return email ? { text: match, href: `mailto:${email}` } : undefined
}

/** 'M.Com' is a degree, 'Mr. Shah.In office' the end of a sentence, 'e.g.in' neither. */
function isWebName(bare: string): boolean {
  const [host = ''] = bare.split('/')
  const labels = host.split('.')
  const domain = labels.pop() ?? ''
  return labels.every((label) => label.length >= 2) && !/^\p{Lu}\p{Ll}/u.test(domain)
}

function webSegment(match: string): TextSegment | undefined {
  const text = withoutPunctuation(match)
  const href = /^https?:/i.test(text) ? text : `https://${text}`
  return parseUrl(href) ? { text, href } : undefined
}

function mailSegment(match: string): TextSegment {
  const text = withoutPunctuation(match)
  return { text, href: /^mailto:/i.test(text) ? text : `mailto:${text}` }
}

/** Drops trailing punctuation, and a closing bracket whose opening bracket is outside the address. */
function withoutPunctuation(match: string): string {
  const text = match.replace(/[.,;:!?'’”*]+$/u, '')
  const isOpen = text.split('(').length < text.split(')').length
  return text.endsWith(')') && isOpen ? withoutPunctuation(text.slice(0, -1)) : text
}

function phoneSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const { dial, whatsapp, text: typed, index } of findPhones(text)) {
    if (index > end) segments.push({ text: text.slice(end, index) })
    segments.push({ text: typed, href: `tel:${dial}`, ...(whatsapp && { whatsapp }) })
    end = index + typed.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}
