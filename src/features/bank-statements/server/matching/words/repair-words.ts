/** Restores words that banks and people break or join, so that later rules need to handle one spelling only. */
// cspell:disable: words as banks cut and join them.
import { isLongPurpose } from './purposes.ts'

const longWords = new Set(
  `membership subscription renewal contribution arrears annual transfer refund returned reversal cashback sadasyata`.split(
    ' ',
  ),
)

const isLong = (word: string): boolean => longWords.has(word) || isLongPurpose(word)

const channel = 'neft|rtgs|imps|upi|ift|tpt|ach|nach|ecs'
const ofDues = 'fees?|dues|subs|subscription|membership|renewal'
const transfer = 'transfer|trf|tfr|trfr'
const fee = 'fees?|charges?|chgs?|shulk'

/** 'NEFTFEE', 'UPIDUES'. */
const joinedChannel = new RegExp(`(?<!\\p{L})(${channel})(?=(?:${ofDues})(?!\\p{L}))`, 'giu')
/** 'TRANSFERFEE', 'MEMBERSHIPTRANSFER'. */
const joinedTransfer = new RegExp(
  `(?<!\\p{L})(?:(${transfer})(?=(?:of)?(?:${fee}|membership)(?!\\p{L}))|(membership)(?=(?:${transfer})(?!\\p{L})))`,
  'giu',
)
/** 'ANNUAL-DUES', 'MEMBERSHIP-FEE'. */
const dividedDues =
  /(?<=(?<!\p{L})(?:annual|yearly|membership|member|subscription|renewal|late))-(?=(?:dues|fees?|subs|subscription|membership|renewal|charges?)(?!\p{L}))/giu
/** 'TRANSFER-FEE' and 'MEMBERSHIP-TRANSFER', but not a bank's leading 'TRF-'. */
const dividedTransfer = new RegExp(
  `(?<=(?<!\\p{L})(?:transfer|(?<=\\p{L}.*)(?:trf|tfr|trfr)))-(?=(?:${fee})(?!\\p{L}))|(?<=(?<!\\p{L})membership)-(?=(?:${transfer})(?!\\p{L}))`,
  'giu',
)

/** 'SHARMA TIMBER (P) LTD', 'PVTLTD'. */
const legalForm = /\s*\((p|pvt|private)\)|(?<!\p{L})(pvt|private)(?=(?:ltd|limited)(?!\p{L}))/giu

/** 'SUB-SCRIPTION', 'MEMBER SHIP', 'DON-ATION'. */
const brokenWord = /(\p{L}{2,})([ -])(?=(\p{L}{2,}))/gu

const shortForms = new Map([
  ['bros', 'brothers'],
  ['bro', 'brothers'],
])

/** 'brothers' for 'bros'; returns other words unchanged. */
export const expandShortForm = (word: string): string => shortForms.get(word) ?? word

/** A narration with words of banks, dues, purposes and legal forms that are neither broken nor joined. */
export function repairWords(narration: string): string {
  const remembered = cache.get(narration)
  if (remembered !== undefined) return remembered
  if (cache.size > maxRemembered) cache.clear()
  const repaired = repair(narration)
  cache.set(narration, repaired)
  return repaired
}

/** A review asks for a narration several times. */
const cache = new Map<string, string>()
const maxRemembered = 20_000

const repair = (narration: string): string =>
  narration
    .replace(brokenWord, (broken: string, before: string, _sign: string, after: string) =>
      isLong((before + after).toLowerCase()) ? before : broken,
    )
    .replace(legalForm, (_form, inBrackets?: string, joined?: string) =>
      inBrackets === undefined ? `${joined} ` : ` ${inBrackets}`,
    )
    .replace(joinedChannel, '$1 ')
    .replace(joinedTransfer, (word) => `${word} `)
    .replace(dividedDues, ' ')
    .replace(dividedTransfer, ' ')
