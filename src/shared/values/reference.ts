/** References of payments as people and banks write them: UTRs, RRNs, numbers of the portal. */
import { isShortenedNumber, oneLine, plainNumberText, withoutTextMark } from './text.ts'

/** Letters and digits in capitals, as references are compared: 'R2026-27/0042' becomes 'R2026270042'. */
export const lettersAndDigits = (text: string): string =>
  plainNumberText(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** 'asha@okaxis', '9825012345-2@ybl': it names an account, and the payments of many years. */
const upiId = /[\w.]{1,60}(?:-\d{1,2})?@[a-z][a-z0-9]*/gi

export const hasUpiId = (text: string): boolean => text.search(upiId) >= 0

/** Runs of letters and digits, in capitals, without those of UPI IDs. */
export const tokensOf = (text: string): string[] =>
  plainNumberText(text)
    .replace(upiId, ' ')
    .toUpperCase()
    .match(/[A-Z0-9]+/g)
    ?.slice(0, 80) ?? []

/** 'UTR412356789012', 'REFNO0412356789012' and '412356789012' are one number. */
const withoutDecoration = (token: string): string =>
  withoutLeadingZeros(token.replace(/^(UTR|RRN|REF|TXN|NEFT|RTGS|IMPS|UPI|ID|NO)+(?=\d)/, ''))

/** Removes leading zeros of a number in digits; '0' is unchanged. */
export const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

const digitCount = (text: string): number => text.replace(/\D/g, '').length

/** UTRs of NEFT and RTGS have 16 or 22 characters, references of UPI and IMPS 12 digits. */
export const utrsOf = (text: string): string[] => [
  ...new Set(
    tokensOf(text)
      .map(withoutDecoration)
      .filter((token) => /^[A-Z0-9]{10,30}$/.test(token) && digitCount(token) >= 9),
  ),
]

const minDigits = 8
const maxKey = 40
const dates =
  /\b(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}[ -]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ ,'-]*\d{2,4})\b/gi

/**
 * The key by which a payment of a bank counts once: the number in its reference, without the words around it. Undefined
 * for a reference without a usable number: of cash, of a cheque without its bank, and one with fewer than eight digits.
 */
export function paymentKey(mode: string | null, reference: string): string | undefined {
  const typed = plainNumberText(reference)
  if (mode === 'Cash' || isShortenedNumber(typed)) return undefined
  if (mode === 'Cheque') return chequeKey(typed)
  const utr = dividedUtr(typed)
  if (utr !== undefined) return utr
  const tokens = tokensOf(typed.replace(dates, ' ')).filter((token) => digitCount(token) > 0)
  const hasEnough = (token: string) => digitCount(token) >= minDigits && token.length <= maxKey
  // A number may be written in groups.
  const key = tokens.find(hasEnough) ?? [tokens.join('')].find(hasEnough)
  return key && withoutDecoration(key)
}

/**
 * The UTRs of NEFT and RTGS, of at most 22 characters: four letters of the bank and one of the channel, then the year
 * and the day of the year with six digits, or a digit and the date with some more. An RRN of UPI has twelve digits.
 */
const utrShape =
  /^[A-Z]{5}(?:[23]\d(?:[0-2]\d\d|3[0-6]\d)\d{6}|\d20\d\d(?:0[1-9]|1[0-2])[0-3]\d{5,9})$/
/** Whether a number is a UTR of NEFT or RTGS, which names its bank and its day. */
export const isBankUtr = (token: string): boolean => utrShape.test(token)

const maxGroups = 7
const maxGroup = 6

/**
 * A UTR that is written in groups: 'AXISN 52026080300123', 'AXIS N520 2608 0300 123'. It is the longest that has the
 * shape; no group follows a long one, because that would be an amount.
 */
function dividedUtr(typed: string): string | undefined {
  const tokens = tokensOf(typed.replace(dates, ' ').replace(wordsAround, ' '))
  if (tokens.some(isBankUtr)) return undefined
  for (const [start, first] of tokens.entries()) {
    if (!/^[A-Z]{4}(?:[A-Z]\d*)?$/.test(first)) continue
    const groups = tokens.slice(start + 1, start + maxGroups)
    const long = groups.findIndex((group) => group.length > maxGroup)
    for (let count = long < 0 ? groups.length : long + 1; count > 0; count -= 1) {
      const key = first + groups.slice(0, count).join('')
      if (isBankUtr(key)) return key
    }
  }
  return undefined
}

/** The number of a cheque and its bank: '000123 HDFC Bank' and 'Chq no. 123 dt 5/4/26, HDFC' are '123 HDFC'. */
function chequeKey(typed: string): string | undefined {
  const text = chequeText(typed)
  const bank = lettersAndDigits(text.replace(/\b(?:bank|ltd|limited)\b|\d+/gi, ' '))
  const number = chequeNumber(typed)
  if (!number || bank.length < 3 || bank.length > maxKey) return undefined
  return `${number} ${bank}`
}

/** The number in the reference of a cheque, without leading zeros: '123' of 'Chq no. 000123 dt 5/4/26'. */
export function chequeNumber(typed: string): string | undefined {
  const [number, ...others] = chequeText(typed).match(/\d{1,12}/g) ?? []
  return number === undefined || others.length > 0 ? undefined : withoutLeadingZeros(number)
}

const chequeText = (typed: string): string =>
  plainNumberText(typed).replace(dates, ' ').replace(wordsAround, ' ')

/** The reference as it is stored: one line, without the marks by which spreadsheets keep a number as text. */
export const readReference = (typed: string): string => withoutTextMark(oneLine(typed)).trim()

/**
 * Whether two spellings are the same reference. Case, spaces, marks, leading zeros and the words around a number are
 * ignored.
 */
export const isSameReference = (one: string, other: string): boolean => {
  const keys = bareKeys(other)
  return bareKeys(one).some((key) => keys.includes(key))
}

const wordsAround =
  /(?<![\p{L}\d])(?:cheque|chq|chk|ch|dd|no|number|nr|ref|reference|utr|rrn|txn|trans(?:action)?|neft|rtgs|imps|upi|gpay|id|dt|dated?)(?!\p{L})/giu

/** The number of a bank, and all letters and digits without the words around them. */
function bareKeys(reference: string): string[] {
  const typed = plainNumberText(reference).replace(/^(\d+)\.0+$/, '$1')
  const withoutWords = lettersAndDigits(typed.replace(dates, ' ').replace(wordsAround, ' '))
  const key = withoutLeadingZeros(withoutWords || lettersAndDigits(typed))
  return [paymentKey(null, typed), key].filter((text) => text !== undefined)
}
