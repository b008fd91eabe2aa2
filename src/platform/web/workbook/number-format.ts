/**
 * The text of a number by its number format (ECMA-376 part 1, 18.8.31). Formatted numbers are as Excel shows them:
 * OEM-042, 000123, 98250-12345. Amounts are complete: they are never rounded, scaled or hidden, and of the words next
 * to them only Cr and Dr are kept. Days are yyyy-MM-dd.
 */
import { addDays } from '#shared/dates.ts'

export type NumberFormat = (value: number) => string

interface Section {
  kind: 'date' | 'time' | 'amount' | 'laid out' | 'words'
  tokens: Token[]
  /** Whether a number is shown by this section, where the format says it. */
  condition: ((value: number) => boolean) | undefined
}

type Token = { literal: string } | { digit: string } | { general: true }

/** `is1904`: the days of the workbook are counted from 1904. */
export function numberFormat(code: string, is1904 = false): NumberFormat {
  const sections = splitSections(code).slice(0, 3).map(readSection)
  return (value) => {
    const { section, isOfNegatives } = sectionOf(sections, value)
    if (!section) return exactNumber(value)
    if (section.kind === 'date' || section.kind === 'time')
      return section.kind === 'time' && value >= 0 && value < 1
        ? timeOf(value)
        : dayOf(value + (is1904 ? 1462 : 0))
    const text = textOf(section, isOfNegatives ? -value : value)
    // Some formats tell a negative number by its colour only.
    return value < 0 && !/[-(]|\b[cd]r\b/i.test(text) ? `-${text}` : text
  }
}

/**
 * Writes a number with the 15 digits that Excel stores. A longer number has lost digits in the file, and is reported
 * as shortened.
 */
export function exactNumber(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (Math.abs(rounded) < 1e15) return `${rounded}`.toUpperCase()
  return rounded
    .toExponential(14)
    .replace(/\.?0+e/, 'e')
    .toUpperCase()
}

function splitSections(code: string): string[] {
  const parts = code.match(/"[^"]*"?|\\[\s\S]?|[_*][\s\S]|\[[^\]]*\]?|[\s\S]/g) ?? []
  const sections = ['']
  for (const part of parts) {
    if (part === ';') sections.push('')
    else sections[sections.length - 1] += part
  }
  return sections
}

const sectionParts =
  /"([^"]*)"?|\\([\s\S]?)|[_*][\s\S]?|\[([^\]]*)\]?|(general|am\/pm|a\/p|e[+-])|([0#?])|([\s\S])/gi

function readSection(code: string): Section {
  const tokens: Token[] = []
  let condition: Section['condition']
  /** The letters of dates and the signs of amounts: they decide about the kind. */
  let signs = ''
  let isElapsed = false
  for (const part of code.matchAll(sectionParts)) {
    const [source, quoted, escaped, bracket, word, digit, character] = part
    if (bracket !== undefined) {
      condition ??= readCondition(bracket)
      isElapsed ||= /^[hms]+$/i.test(bracket)
      const currency = /^\$([^-]*)/.exec(bracket)?.[1]
      if (currency) tokens.push({ literal: currency })
    } else if (digit !== undefined) tokens.push({ digit })
    else if (word?.toLowerCase() === 'general') tokens.push({ general: true })
    else if (word !== undefined || /[.,%/@]|[ymd]|[hs]/i.test(character ?? '')) {
      signs += source
      if (character === '/') tokens.push({ literal: '/' })
    } else {
      const literal = quoted ?? escaped ?? character
      if (literal) tokens.push({ literal })
    }
  }
  return { kind: isElapsed ? 'amount' : kindOf(signs, tokens), tokens, condition }
}

function kindOf(signs: string, tokens: readonly Token[]): Section['kind'] {
  const letters = signs.replace(/e[+-]/gi, '')
  if (/[yd]/i.test(letters) || /^[^hs]*m[^hs]*$/i.test(letters)) return 'date'
  if (/[hs]/i.test(letters)) return 'time'
  if (/[.,%/@]|e[+-]/i.test(signs)) return 'amount'
  if (tokens.some((token) => 'general' in token)) return 'laid out'
  const digits = tokens.map((token) => ('digit' in token ? token.digit : '')).join('')
  if (!/[0#]/.test(digits)) return 'words'
  const shape = tokens.map((token) => ('literal' in token ? token.literal : '#')).join('')
  // ##\,##\,##0 has the commas of an amount as literals, and 0;(0) only signs.
  const isLaidOut = /0.*0/.test(digits) || /#[^#,]+#|[^\s()+,#-]/.test(shape)
  return isLaidOut ? 'laid out' : 'amount'
}

const literalsOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('literal' in token ? token.literal : '')).join('')

function readCondition(bracket: string): Section['condition'] {
  const [, sign, number] = /^\s*(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\s*$/.exec(bracket) ?? []
  const limit = Number(number)
  if (sign === undefined) return undefined
  return (value) => {
    if (sign === '<>') return value !== limit
    return (
      (sign.includes('=') && value === limit) ||
      (sign.startsWith('<') && value < limit) ||
      (sign.startsWith('>') && value > limit)
    )
  }
}

/** The section of positive numbers, of negative ones, of zero; or the one whose condition is met. */
function sectionOf(
  [first, second, third]: readonly Section[],
  value: number,
): { section: Section | undefined; isOfNegatives: boolean } {
  const isNegative = value < 0
  if (first?.condition || second?.condition) {
    if (first && (first.condition?.(value) ?? value > 0))
      return { section: first, isOfNegatives: false }
    const isSecond = second?.condition?.(value) ?? (third ? isNegative : true)
    return { section: isSecond ? second : third, isOfNegatives: false }
  }
  if (isNegative && second) return { section: second, isOfNegatives: true }
  return { section: (value === 0 && third) || first, isOfNegatives: false }
}

function textOf({ kind, tokens }: Section, value: number): string {
  const exact = exactNumber(value)
  if (kind === 'amount') {
    const word = literalsOf(tokens).trim()
    return /^(?:cr|dr)\.?$/i.test(word) ? `${exact} ${word}` : exact
  }
  if (kind === 'words') {
    const words = literalsOf(tokens).trim()
    // '₹ -' is how accounts write zero.
    if (value === 0) return words.replace(/^.*[^\p{L}\p{N}]-$/u, '-')
    return words || exact
  }
  const hasGeneral = tokens.some((token) => 'general' in token)
  if (!hasGeneral && !/^-?\d+$/.test(exact)) return exact
  const shown = hasGeneral ? showGeneral(tokens, exact) : layOut(tokens, exact.replace('-', ''))
  return value < 0 && !hasGeneral ? `-${shown}` : shown
}

const showGeneral = (tokens: readonly Token[], exact: string): string =>
  tokens
    .map((token) => ('literal' in token ? token.literal : 'general' in token ? exact : ''))
    .join('')
    .trim()

/** Digits fill the places from the right; the first place takes what is left. */
function layOut(tokens: readonly Token[], number: string): string {
  let digits = number === '0' ? '' : number
  let places = tokens.filter((token) => 'digit' in token).length
  let text = ''
  for (const token of [...tokens].reverse()) {
    if ('literal' in token) text = token.literal + text
    if (!('digit' in token)) continue
    places -= 1
    const taken = places === 0 ? digits : digits.slice(-1)
    digits = digits.slice(0, digits.length - taken.length)
    text = (taken || (token.digit === '0' ? '0' : token.digit === '?' ? ' ' : '')) + text
  }
  return text.trim()
}

/** 31 December 9999. */
const lastSerial = 2_958_465

function timeOf(serial: number): string {
  const minutes = Math.floor(Math.round(serial * 86_400) / 60)
  const twoDigits = (number: number) => `${Math.floor(number)}`.padStart(2, '0')
  return `${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

/** A day as yyyy-MM-dd; '########' for what Excel cannot show. */
function dayOf(serial: number): string {
  const day = Math.floor(Math.round(serial * 86_400) / 86_400)
  if (serial < 0 || day > lastSerial) return '########'
  // A formula that points to an empty cell, as Excel shows it.
  if (day === 0) return '00/01/1900'
  // Excel has a 29 February 1900.
  return addDays('1899-12-30', day < 60 ? day + 1 : day)
}
