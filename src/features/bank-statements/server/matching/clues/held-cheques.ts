/**
 * Cheques that are received and not cleared: a credit with the number and the amount of one clears it (contract
 * 13.11).
 */
import { type Day, longDate } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { withoutLeadingZeros } from '#shared/values/reference.ts'
import { isTransfer, mentionsCheque } from '../words/bank-words.ts'
import { lineText } from '../words/line-text.ts'

export interface ChequeToClear {
  id: string
  person_id: string
  member_name: string
  company_name: string
  number: string
  amount_paise: Paise
  received_on: Day
}

interface Credit {
  amount_paise: Paise
  narration: string
  reference: string
}

/**
 * The cheques that a credit may be. A statement names their number, padded with zeros or not, and seldom their bank.
 */
export function matchingCheques<Cheque extends Pick<ChequeToClear, 'number' | 'amount_paise'>>(
  line: Credit,
  cheques: readonly Cheque[],
): Cheque[] {
  const ofAmount = cheques.filter(({ amount_paise }) => amount_paise === line.amount_paise)
  if (ofAmount.length === 0) return []
  const numbers = chequeNumbersIn(lineText(line))
  return ofAmount.filter(({ number }) => numbers.has(withoutLeadingZeros(number)))
}

/**
 * The numbers that may be those of cheques, without leading zeros. Digits within a longer code, such as an IFSC, a
 * UTR or a masked account, do not count, and those of a transfer count only if its description names a cheque.
 */
export function chequeNumbersIn(text: string): Set<string> {
  if (isTransfer(text) && !mentionsCheque(text)) return new Set()
  const codes = text.match(/[\p{L}\p{M}\d]+/gu) ?? []
  const numbers = codes.flatMap((code) => {
    const [, letters = '', number] = /^(\D*)(\d{4,})$/.exec(code) ?? []
    return number && (letters === '' || mentionsCheque(letters)) ? [number] : []
  })
  return new Set(numbers.map(withoutLeadingZeros))
}

/** 'The bank returned cheque 004512 of Kaveri Interiors, received 3 January 2025, which is not cleared'. */
export const returnedSentence = ({ number, received_on, ...cheque }: ChequeToClear): string =>
  `The bank returned cheque ${number} of ${ownerOf(cheque)}, received ${longDate(received_on)}, which is not cleared`

/** 'Cheque 004512 of Kaveri Interiors, received 3 January 2025, is waiting to be cleared'. */
export const heldChequeSentence = ({ number, received_on, ...cheque }: ChequeToClear): string =>
  `Cheque ${number} of ${ownerOf(cheque)}, received ${longDate(received_on)}, is waiting to be cleared`

/** The reason shown for a line that may be one of several cheques. */
export const severalHeldChequesSentence = (cheques: readonly ChequeToClear[]): string =>
  `Several cheques of ${formatRupees(cheques[0]?.amount_paise ?? 0)} with this number are waiting to be cleared. Choose the member`

const ownerOf = ({
  company_name,
  member_name,
}: Pick<ChequeToClear, 'company_name' | 'member_name'>): string =>
  company_name || member_name || 'another member'
