import { parseUrl } from '#shared/links.ts'

/** A segment of a text, with an `href` when it is a web address, e-mail address or phone number. */
interface TextSegment {
  text: string
  href?: string
  /** The number for wa.me, when it is an Indian mobile number. */
  whatsapp?: string
}

const addressPattern =
  /(?<web>\b(?:https?:\/\/|www\.)[^\s<>"]+)|(?<mail>(?:\bmailto:)?[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\?[^\s<>"]+)?)|(?<phone>(?<![\p{L}\p{N}.,/-])\+?\d[\d ()-]{7,16}\d(?![\p{L}\p{N}]))/giu

/** Splits plain text into segments and links web addresses, e-mail addresses and phone numbers. */
export function linkify(text: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const match of text.matchAll(addressPattern)) {
    const { web, mail, phone } = match.groups ?? {}
    const segment = web ? webSegment(web) : mail ? mailSegment(mail) : phoneSegment(phone ?? '')
    if (!segment) continue
    if (match.index > end) segments.push({ text: text.slice(end, match.index) })
    segments.push(segment)
    end = match.index + segment.text.length
  }
  if (end < text.length) segments.push({ text: text.slice(end) })
  return segments
}

function webSegment(match: string): TextSegment | undefined {
  const text = withoutPunctuation(match)
  const href = /^www\./i.test(text) ? `https://${text}` : text
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

function phoneSegment(match: string): TextSegment | undefined {
  const digits = match.replace(/\D/g, '')
  const national = digits.replace(/^(0|91|0091)(?=\d{10}$)/, '')
  if (national.length === 10 && /^[1-9]/.test(national) && isIndianNumber(match, digits, national))
    return {
      text: match,
      href: `tel:+91${national}`,
      ...(/^[6-9]/.test(national) && { whatsapp: `91${national}` }),
    }
  if (match.startsWith('+') && digits.length >= 9 && digits.length <= 15)
    return { text: match, href: `tel:+${digits}` }
  return undefined
}

/** Ten digits without a prefix are accepted only when they can be a mobile number. */
const isIndianNumber = (match: string, digits: string, national: string): boolean =>
  digits !== national || /^[6-9]/.test(national) || match.startsWith('+')
