/** Amounts in rupees as people, banks and workbooks write them; everywhere else money is a whole number of paise. */
import type { Paise } from '../rupees.ts'
import { plainNumberText } from './text.ts'

/** The largest amount accepted: 100 crore rupees. */
export const maxPaise = 100_00_00_000 * 100

export interface Amount {
  /** Negative for a minus sign or parentheses. */
  paise: Paise
  /** Dr or Cr beside the amount. */
  sign: 'debit' | 'credit' | undefined
}

/** The longest text that may be an amount. */
const maxLength = 40

/** 'Rs.', and 'rupee' in the languages of India, in all its forms. */
const rupee = /(?:₹|rs|re|inr|rupees?|(?:रु|रू|રૂ|રુ|ரூ|రూ|రు|ರೂ|രൂ|ਰੁ|টাকা|টকা|ଟଙ୍କା|روپ)[\p{L}\p{M}]*)\.?:?/u
  .source
const currency = new RegExp(`^${rupee}\\s*`, 'iu')
const trailingCurrency = new RegExp(`\\s*(?:/[-=]|${rupee})$`, 'iu')
const signWord =
  /^(?:(cr|dr)\b\.?\s*)?(.*?)\s*(?:\(?\s*(cr|dr|(?<=\s)(?:c|d|credit|debit))\.?\s*\)?)?$/i

/**
 * '1,25,000.00', '₹ 500', 'Rs. 500/- only', '(250.00)', '118.5 Cr', '५०००', 1180.0999999999999 of a workbook.
 * Undefined for anything else, and for more than two decimals: it never rounds. The last group of an amount has three
 * digits, so '590,50' is none.
 */
export function readAmount(text: string): Amount | undefined {
  if (text.length > maxLength * 4) return undefined
  const typed = plainNumberText(text).replace(/\s*\bonly\.?$/i, '')
  if (typed === '' || typed.length > maxLength) return undefined
  const [, signBefore, unsigned = '', signAfter] = signWord.exec(typed) ?? []
  const { number, isNegative } = withoutMarks(unsigned)
  const paise = readDigits(number)
  if (paise === undefined) return undefined
  const sign = readSign(signBefore ?? signAfter ?? '')
  return { paise: isNegative && paise > 0 ? -paise : paise, sign }
}

/** Removes currency, brackets and signs, in any order. */
function withoutMarks(typed: string): { number: string; isNegative: boolean } {
  let number = typed
  let isNegative = false
  for (let before = ''; before !== number; ) {
    before = number
    number = number.replace(currency, '').replace(trailingCurrency, '').trim()
    const bracketed = /^\((.*)\)$/.exec(number)?.[1]
    const signed = /^-\s*(.*)$/.exec(number)?.[1] ?? /^(.*\d\.?)\s*-$/.exec(number)?.[1]
    const inner = bracketed ?? signed
    if (inner === undefined) number = number.replace(/^\+/, '')
    else if (isNegative) return { number: '', isNegative }
    else {
      number = inner.trim()
      isNegative = true
    }
  }
  return { number, isNegative }
}

/** Groups of two or three digits, the last of three, with one separator. */
const grouped = /^\d{1,3}(?:(?:,\d{2,3})*,\d{3}|(?: \d{2,3})* \d{3})?$/

function readDigits(number: string): number | undefined {
  const [, rupees, decimals = ''] = /^([\d, ]*\d|(?=\.\d))(?:\.(\d*))?$/.exec(number) ?? []
  if (rupees === undefined) return undefined
  if (rupees !== '' && !/^\d+$/.test(rupees) && !grouped.test(rupees)) return undefined
  const digits = rupees.replace(/[, ]/g, '')
  if (digits.length > 12) return undefined
  const [whole, fraction] = decimals.length > 2 ? roundFloat(digits, decimals) : [digits, decimals]
  if (fraction === undefined) return undefined
  const paise = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return paise <= maxPaise ? paise : undefined
}

/**
 * A workbook may hold 1180.1 as 1180.0999999999999: fifteen digits of a number are exact. '5.900' may be a European's
 * 5,900.
 */
function roundFloat(digits: string, decimals: string): [string, string?] {
  if (decimals.length === 3 && digits.length <= 3) return [digits]
  const [whole = '', fraction = ''] = Number(`${digits}.${decimals}`).toPrecision(15).split('.')
  return /^\d{0,2}0*$/.test(fraction) ? [whole, fraction.slice(0, 2)] : [whole]
}

/** Dr or Cr as a cell of its own or after an amount. */
export function readSign(cell: string): Amount['sign'] {
  const text = cell.toLowerCase().replace(/[^a-z]/g, '')
  if (['cr', 'c', 'credit', 'deposit'].includes(text)) return 'credit'
  if (['dr', 'd', 'debit', 'withdrawal'].includes(text)) return 'debit'
  return undefined
}

/**
 * The paise of an amount that is paid or owed; undefined for a negative amount and for a text that `readAmount`
 * refuses.
 */
export function readPaise(text: string): number | undefined {
  const amount = readAmount(text)
  return amount && amount.paise >= 0 && amount.sign !== 'debit' ? amount.paise : undefined
}
