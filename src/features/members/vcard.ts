/** Contact cards in vCard 3.0 format (RFC 2426), which phones and mail programs read; many refuse or mangle 4.0. */
import { readPhones } from '#shared/values/phone.ts'
import { companyKey } from './duplicate-keys.ts'

export interface VCard {
  name: string
  company?: string | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  website?: string | undefined
  /** May have several lines. */
  address?: string | null | undefined
  city?: string | undefined
  note?: string | undefined
}

/** The text of a .vcf file, without the empty and hidden fields. */
export function vcard(card: VCard): string {
  const name = card.name || card.company || 'Member'
  const isCompany = companyKey(name) === companyKey(card.company ?? '')
  const lines: (string | false)[] = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeText(name)}`,
    `N:${isCompany ? ';;;;' : nameParts(name)}`,
    !!card.company && `ORG:${escapeText(card.company)}`,
    isCompany && 'X-ABShowAs:COMPANY',
    ...phoneLines(card.phone ?? ''),
    !!card.email && `EMAIL;TYPE=INTERNET:${escapeText(card.email)}`,
    !!card.website && `URL:${card.website}`,
    !!(card.address || card.city) &&
      `ADR;TYPE=WORK:;;${escapeText(card.address ?? '')};${escapeText(card.city ?? '')};;;`,
    !!card.note && `NOTE:${escapeText(card.note)}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line === false ? [] : [`${foldLine(line)}\r\n`])).join('')
}

/** A line for each number; a field without a full number as it is, for people to read. */
function phoneLines(typed: string): string[] {
  const phones = readPhones(typed)
  if (phones.length === 0) return typed === '' ? [] : [`TEL;TYPE=VOICE:${escapeText(typed)}`]
  return phones.map(({ dial, whatsapp }) => `TEL;TYPE=${whatsapp ? 'CELL' : 'VOICE'}:${dial}`)
}

const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\,;]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

/** The N property; takes the last word as the family name. */
function nameParts(name: string): string {
  const words = name.trim().split(/\s+/)
  const family = words.length > 1 ? (words.at(-1) ?? '') : ''
  const given = words.length > 1 ? words.slice(0, -1).join(' ') : name
  return `${escapeText(family)};${escapeText(given)};;;`
}

/** Folds a line at 75 octets without splitting a character. */
function foldLine(line: string): string {
  const encoder = new TextEncoder()
  const segments: string[] = []
  let segment = ''
  let size = 0
  for (const character of line) {
    const octets = encoder.encode(character).length
    if (size + octets > 75) {
      segments.push(segment)
      segment = ' '
      size = 1
    }
    segment += character
    size += octets
  }
  return [...segments, segment].join('\r\n')
}

/** 'asha-patil.vcf': a file name of letters, digits and hyphens. */
export const vcardFileName = (name: string): string =>
  `${
    name
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase()
      .slice(0, 60) || 'member'
  }.vcf`
