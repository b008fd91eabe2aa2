/** Phone numbers in free text and in fields, as Indians write them (India's numbering plan, E.164). */
import { latinDigits, plainNumberText } from './text.ts'

export interface Phone {
  /** For tel: links: '+919825012345'; a toll-free number of India has no country code. */
  dial: string
  /** The digits for wa.me; undefined for what cannot be a mobile number. */
  whatsapp: string | undefined
  /** The number as written in the text, and its position. */
  text: string
  index: number
}

/** A field or a paragraph; longer texts are read up to here. */
const maxLength = 20_000

/** Groups of digits with blanks, brackets, dots and hyphens between them. */
const runPattern = /(?:\+ ?|\( ?\+? ?)?\d[\d ().+-]*/g
const slashedCode = /(?<!\d)(0\d{2,4}\)?) ?\/ ?(?=\d{6,8}(?!\d))/g

/** All numbers of a text, from left to right. Doubtful numbers are omitted. */
export function findPhones(text: string): Phone[] {
  const plain = plainPhoneText(text)
  return [...plain.matchAll(runPattern)]
    .flatMap((run) => numbersOf(run[0], run.index, plain))
    .map((phone) => ({
      ...phone,
      text: text.slice(phone.index, phone.index + phone.text.length),
    }))
}

const writtenDay = /(?<!\d)(?:\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)(?!\d)/g

/**
 * Returns a text of the same length in which digits of every script are 0 to 9, invisible characters are blanks, and
 * days and '.0' are blanked out.
 */
const plainPhoneText = (text: string): string =>
  latinDigits(text.slice(0, maxLength))
    // U+202E shows digits in another order.
    .replace(/(?!\u202E)[\p{Cf}\p{Zs}\t]/gu, ' ')
    .replace(/[\u2010-\u2015\u2212\uFF0D\uFE63]/g, '-')
    .replaceAll('＋', '+')
    .replace(/[\r\n\u2028\u2029]/g, ',')
    .replace(writtenDay, (day) => ','.repeat(day.length))
    .replace(/^(\s*\+?\d{10,13})\.0(?=\s*$)/, '$1,,')
    .replace(slashedCode, (typed) => typed.replace('/', '-'))

interface Group {
  digits: string
  start: number
  end: number
  /** Whether a plus stands before it. */
  hasPlus: boolean
}

const maxGroups = 400

function numbersOf(run: string, offset: number, plain: string): Phone[] {
  const groups: Group[] = []
  for (const match of run.matchAll(/(\+ ?)?(\d+)/g)) {
    const [all, plus, digits = ''] = match
    groups.push({
      digits,
      start: offset + match.index,
      end: offset + match.index + all.length,
      hasPlus: plus !== undefined,
    })
    if (groups.length === maxGroups) break
  }
  const phones: Phone[] = []
  for (let first = 0; first < groups.length; ) {
    const taken = numberFrom(groups, first)
    if (!taken) {
      first += 1
      continue
    }
    const [from, to] = [groups[first]?.start ?? 0, groups[taken.next - 1]?.end ?? 0]
    first = taken.next
    if (isPartOfWord(plain, from, to)) continue
    phones.push({ ...taken.number, text: plain.slice(from, to), index: from })
  }
  return phones
}

/** Words that may adjoin a number without a space: 'M9825012345', '9825012345(O)', '9825012345between 10 and 6'. */
const labelBefore = /(?:^|[^\p{L}\d]|\d{10})(?:[a-z]{1,16}|\p{Lo}[\p{L}\p{M}]{0,12})$/iu
const labelAfter =
  /^(?:\p{Lu}?\p{Ll}{2,}|\p{Lo}|(?:[xX]|[mM]|[oO]|[rR]|OR|AND|EXT|WA|MOB|CALL|OFFICE|HOME|WHATSAPP)(?!\p{L}))/u
const unitAfter = /^(?:rs|inr|kg|mm|cm|nos?|pcs|sq)(?!\p{L})/iu
/** Numbers of papers: 'Ref No. 6190123459'. */
const otherNumber =
  /(?:^|[^\p{L}])(?:ref|reference|order|invoice|bill|challan|receipt|job|tender|policy|vehicle|registration|regn?|a\/c|acc?t?|account|gst|cin|udyam)\.? ?(?:no|number|id|code|#)\b[ .:#-]*$/iu
/** 'Salary 65000-85000' is a range; no phone number has this form. */
const rangeOfAmounts = /^(\d{3}00) ?-? ?(\d{3}00)$/

/** Digits of 'GST27AAPFU0939F1ZV', of an address, of an amount or of a paper are no number. */
function isPartOfWord(plain: string, from: number, to: number): boolean {
  const before = plain.slice(Math.max(0, from - 40), from)
  const after = plain.slice(to, to + 12)
  if (/[₹$@\u202E]$|(?<!phone)=$|[\p{L}\d]_$|(?:rs\.?|inr) ?$/iu.test(before)) return true
  if (otherNumber.test(before)) return true
  if (/^(?:@\p{L}|_[\p{L}\d]| ?\/[-=])/u.test(after)) return true
  const [, least = '', most = ''] = rangeOfAmounts.exec(plain.slice(from, to)) ?? []
  if (least < most) return true
  if (/^\p{L}/u.test(after) && (unitAfter.test(after) || !labelAfter.test(after))) return true
  return /\p{L}$/u.test(before) && !labelBefore.test(before)
}

type Read = Omit<Phone, 'text' | 'index'>

const maxDigits = 16

/** The number that begins with this group: the rest of the run where that is one, else as few groups as make one. */
function numberFrom(
  groups: readonly Group[],
  first: number,
): { number: Read; next: number } | undefined {
  const { hasPlus, digits: code = '' } = groups[first] ?? {}
  let end = first + 1
  while (end < groups.length && !groups[end]?.hasPlus) end += 1
  const isForeign = hasPlus && !code.startsWith('91')
  const lengths = Array.from({ length: end - first }, (_, index) => index + 1)
  const whole = lengths.length
  for (const count of isForeign ? lengths.reverse() : [whole, ...lengths]) {
    const parts = groups.slice(first, first + count).map(({ digits }) => digits)
    if (parts.join('').length > maxDigits) continue
    const number = readNumber(parts, hasPlus === true)
    // One more digit is a mistake, not an extension.
    const isTooLong = number?.whatsapp && groups[first + count]?.digits.length === 1
    if (number && !isTooLong) return { number, next: first + count }
  }
  return undefined
}

/**
 * Ten digits that are no number of another country: no foreign number begins like that, or those that do have another
 * length. A plus before them is a mistake.
 */
const notForeign = /^(?:7|8[^2]|9(?!5|60|61))\d{8,9}$/

/** Undefined for digits that are no number one can call. */
function readNumber(groups: readonly string[], isMarked: boolean): Read | undefined {
  const digits = groups.join('')
  const hasPlus = isMarked && !(digits.length === 10 && notForeign.test(digits))
  if (!hasPlus && /^18[06]0\d{6,7}$/.test(digits)) return { dial: digits, whatsapp: undefined }
  const [, prefix, national = ''] = /^(0*91[0]?|0+|)([1-9]\d{9})$/.exec(digits) ?? []
  if (prefix !== undefined && (!hasPlus || prefix.startsWith('91')) && isPrefix(prefix))
    return indianNumber(national, codeOf(groups, prefix), { hasPrefix: prefix !== '' })
  const foreign = hasPlus ? digits : /^00([1-9]\d+)$/.exec(digits)?.[1]
  if (!foreign || !/^[1-9]\d{7,14}$/.test(foreign) || foreign.startsWith('91')) return undefined
  return { dial: `+${foreign}`, whatsapp: foreign }
}

const isPrefix = (prefix: string): boolean => /^(?:|0|0{0,2}91|910)$/.test(prefix)

/** The dialling code that is written apart from the number after it: '79' of '079-26580000'; '' for none. */
function codeOf(groups: readonly string[], prefix: string): string {
  let rest = prefix
  for (const [index, group] of groups.entries()) {
    if (rest.length >= group.length && rest !== '') {
      rest = rest.slice(group.length)
      continue
    }
    const code = group.slice(rest.length)
    return code.length <= 4 && index < groups.length - 1 ? code : ''
  }
  return ''
}

function indianNumber(
  national: string,
  code: string,
  { hasPrefix }: { hasPrefix: boolean },
): Read | undefined {
  const dial = `+91${national}`
  const isMobileOrLandline =
    hasPrefix || /^[6-9]/.test(national) || /^(?:11|20|22|33|40|44)$/.test(code)
  if (!isMobileOrLandline) return undefined
  if (!/^[6-9]/.test(national)) return { dial, whatsapp: undefined }
  return { dial, whatsapp: isLandline(national, code, hasPrefix) ? undefined : `91${national}` }
}

/**
 * Landlines of Ahmedabad (79) and Bengaluru (80) are recognised by their digits; others that begin with 6, 7 or 8 by a
 * dialling code of two to four digits, written apart. Numbers after a code begin with 2 to 6; no code begins with 9.
 */
const isLandline = (national: string, code: string, hasPrefix: boolean): boolean =>
  /^(?:79|80)[2346]/.test(national) ||
  (hasPrefix &&
    code.length >= 2 &&
    /^[678]/.test(code) &&
    /^[2-6]/.test(national.slice(code.length)))

/** The numbers of a field, each once. */
export const readPhones = (typed: string): Phone[] =>
  findPhones(typed).filter(
    ({ dial }, index, all) => all.findIndex((other) => other.dial === dial) === index,
  )

/** The digits of all numbers, so that two spellings of the same numbers are equal; of other texts their digits. */
export const phonesKey = (typed: string): string => {
  const phones = readPhones(typed)
  return phones.length > 0
    ? phones.map(({ dial }) => dial).join(' ')
    : plainNumberText(typed).replace(/\D/g, '')
}

/** The links of a field: to call its first number, and to the chat of the first that can be a mobile number. */
export function phoneLinks(typed: string): { call: string | undefined; chat: string | undefined } {
  const phones = readPhones(typed)
  const whatsapp = phones.find((phone) => phone.whatsapp)?.whatsapp
  return {
    call: phones[0] && `tel:${phones[0].dial}`,
    chat: whatsapp && `https://wa.me/${whatsapp}`,
  }
}

/**
 * A field or a text as it is shown: Indian mobile numbers in two groups, '+91 98290 12345'; the rest as it was typed.
 */
export function groupPhones(typed: string): string {
  let shown = ''
  let end = 0
  for (const { whatsapp, text, index } of findPhones(typed)) {
    const [, first, second] = /^91(\d{5})(\d{5})$/.exec(whatsapp ?? '') ?? []
    // A number with half of a pair of brackets stays as it was typed.
    const isGrouped = first !== undefined && !/[()]/.test(text)
    shown += typed.slice(end, index) + (isGrouped ? `+91 ${first} ${second}` : text)
    end = index + text.length
  }
  return shown + typed.slice(end)
}
