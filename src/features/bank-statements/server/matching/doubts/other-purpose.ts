/** Finds words of a credit that show that it is not for one member's dues: a purpose, a return, or several members. */
// cspell:disable: words as banks cut and join them.
import {
  lowercaseWords,
  mentionsCheque,
  mentionsReturn,
  withoutBankPhrases,
  wordSet,
} from '../words/bank-words.ts'
import { purposeOf } from '../words/purposes.ts'

/**
 * Why a credit with this narration may not be a payment of dues, as a sentence; undefined without such words. Words of
 * `names` (the member's and the association's) are ignored as often as the names have them.
 */
export function findOtherPurpose(narration: string, names: string): string | undefined {
  const own = lowercaseWords(names)
  const text = withoutBankPhrases(narration.replace(/[\w.]+@\w+/g, ' '))
  const words = text.split(partSeparators).flatMap((part) => {
    const partWords = lowercaseWords(part)
    const left = partWords.filter((word) => !own.includes(word))
    return partWords.length - left.length > 1
      ? left
      : partWords.filter((word) => !removeFirst(own, word))
  })
  words.push(...joinedNeighbours(text, lowercaseWords(names)))
  if (words.some(mentionsReturn))
    return 'The description mentions a return, a reversal or a refund.'
  if (words.some(mentionsCheque)) return 'A cheque may not be cleared yet.'
  if (text.split(partSeparators).some(isTransferFee))
    return 'The description mentions a transfer fee, which is not dues.'
  const [several] = severalMembers.exec(text) ?? []
  if (several !== undefined) return `The description mentions several members ('${several}').`
  for (const word of words) {
    const purpose = purposeOf(word)
    if (purpose) return `The description mentions ${purpose} ('${word}'), not only dues.`
  }
  return undefined
}

/**
 * '2 MEMBERS', 'FOR 2 FIRMS', 'BOTH FIRMS': one payment for several members. The '27' of '2026-27 MEMBERS' is a year.
 */
const severalMembers =
  /(?<![\p{L}\p{N}])(?<!\p{N}-)(?:[2-9]|two|three|four|five|both)\s+(?:members|memberships|firms|companies|units)(?!\p{L})/iu

const transferWords = wordSet('transfer trf tfr trfr')

/** Before them: 'BY TRANSFER', 'NEFT TRF'. */
const wordsBeforeTransfer = wordSet(
  `by from via neft rtgs imps upi inb ift tpt bank online net netbanking mobile internet inward inw self dep fund
  funds`,
)

export const feeWords = wordSet('fee fees charge charges chg chgs shulk')

export const membershipWords = wordSet(
  'member members membership memberships sadasyata sadasya sabhasad',
)

/**
 * Whether a part of a narration mentions a fee for the transfer of a membership: 'TRANSFER FEE', 'TRANSFER OF
 * MEMBERSHIP', 'MEMBERSHIP TRANSFER', and 'TRANSFER MEMBERSHIP' after another part. 'BY TRANSFER' and 'NEFT TRF' are
 * how the money came.
 */
function isTransferFee(part: string, position: number): boolean {
  const words = lowercaseWords(part)
  return words.some((word, at) => {
    const before = words[at - 1] ?? ''
    if (!transferWords.has(word) || wordsBeforeTransfer.has(before)) return false
    const after = words[at + 1] ?? ''
    const isOf = after === 'of' || after === 'for'
    return (
      feeWords.has(after) ||
      (isOf && words.slice(at + 2).some((one) => feeWords.has(one) || membershipWords.has(one))) ||
      (membershipWords.has(before) && !['from', 'to', 'by'].includes(after)) ||
      (membershipWords.has(after) && at === 0 && position > 0)
    )
  })
}

/** Separators between the parts of a narration. */
const partSeparators = /[^\p{L}\p{M}\p{N}\s&.',()]+/u

/** Removes one such word from a list; true when the list had it. */
function removeFirst(words: string[], word: string): boolean {
  const at = words.indexOf(word)
  if (at !== -1) words.splice(at, 1)
  return at !== -1
}

/**
 * Joins neighbouring words, unless one of them is a word of these names: a bank may break a description within a word.
 */
const joinedNeighbours = (text: string, names: readonly string[]): string[] =>
  [...text.toLowerCase().matchAll(/(?<=([\p{L}\p{M}]+)) (?=([\p{L}\p{M}]+))/gu)].flatMap(
    ([, before = '', after = '']) =>
      names.includes(before) || names.includes(after) ? [] : [before + after],
  )
