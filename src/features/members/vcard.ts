/** A visiting card as phones and mail programs take it in (RFC 6350). */

export interface VCard {
  name: string
  company?: string | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  website?: string | undefined
  /** As typed, over several lines. */
  address?: string | null | undefined
  city?: string | undefined
  note?: string | undefined
}

/** The text of a .vcf file; what is empty or hidden is left out. */
export function vcard(card: VCard): string {
  const name = card.name || card.company || 'Member'
  const lines: (string | false)[] = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeText(name)}`,
    `N:${nameParts(name)}`,
    !!card.company && `ORG:${escapeText(card.company)}`,
    !!card.phone && `TEL;VALUE=text;TYPE="cell,voice":${escapeText(card.phone)}`,
    !!card.email && `EMAIL;TYPE=work:${escapeText(card.email)}`,
    !!card.website && `URL:${card.website}`,
    !!(card.address || card.city) &&
      `ADR;TYPE=work:;;${escapeText(card.address ?? '')};${escapeText(card.city ?? '')};;;`,
    !!card.note && `NOTE:${escapeText(card.note)}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line === false ? [] : [`${foldLine(line)}\r\n`])).join('')
}

const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\,;]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

/** Family name; given names: the last word is taken for the family's. */
function nameParts(name: string): string {
  const words = name.trim().split(/\s+/)
  const family = words.length > 1 ? (words.at(-1) ?? '') : ''
  const given = words.length > 1 ? words.slice(0, -1).join(' ') : name
  return `${escapeText(family)};${escapeText(given)};;;`
}

/** Lines have at most 75 octets; no letter is cut in two. */
function foldLine(line: string): string {
  const measure = new TextEncoder()
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const letter of line) {
    const octets = measure.encode(letter).length
    if (size + octets > 75) {
      parts.push(part)
      part = ' '
      size = 1
    }
    part += letter
    size += octets
  }
  return [...parts, part].join('\r\n')
}

/** 'asha-patil.vcf': a file name of plain letters. */
export const vcardFileName = (name: string): string =>
  `${
    name
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase()
      .slice(0, 60) || 'member'
  }.vcf`
