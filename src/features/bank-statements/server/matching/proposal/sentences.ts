/** The sentences that say why a member is proposed. */

import { formatRupees, type Paise } from '#shared/rupees.ts'
import { joinWithAnd } from '#shared/sentences.ts'
import type { AmountComparison } from '../charges/amounts-owed.ts'

/** Several members reported payments with one reference. */
export const sameReportedReference = (companies: readonly string[]): string =>
  `${joinWithAnd(companies)} reported payments with the same reference. At most one of them has paid this.`

interface Owes extends AmountComparison {
  /** The dues are not raised. */
  isNotRaised: boolean
}

/** Joins the reason for the member (`clue`, a `clueSentence`) with how the amount compares with what they owe. */
export function amountSentence(
  clue: string,
  amount_paise: Paise,
  { owed: owed_paise, remaining, paidCharge, isNotRaised }: Owes,
): string {
  const [paid, owed] = [formatRupees(amount_paise), formatRupees(owed_paise)]
  if (owed_paise === 0) return `${clue}, but they owe nothing.`
  if (paidCharge) return `${clue}, and ${paid} is what is open of ${paidCharge.name}.`
  if (remaining < owed_paise && amount_paise >= remaining) {
    const isAll = amount_paise === remaining
    if (isNotRaised)
      return isAll
        ? `${clue}; with the lines proposed before, ${paid} comes to the ${owed} of the dues of the year.`
        : `${clue}; with the lines proposed before, ${paid} is more than the ${owed} of the dues of the year.`
    return isAll
      ? `${clue}; with the lines proposed before, ${paid} comes to the ${owed} they owe.`
      : `${clue}; with the lines proposed before, ${paid} is more than the ${owed} they owe.`
  }
  if (isNotRaised)
    return amount_paise === owed_paise
      ? `${clue}, and ${paid} are the dues of the year.`
      : `${clue}; the dues of the year are ${owed}.`
  if (amount_paise === owed_paise) return `${clue}, and ${paid} is what they owe.`
  if (amount_paise < owed_paise) return `${clue}; ${paid} is part of the ${owed} they owe.`
  return `${clue}; ${paid} is more than the ${owed} they owe.`
}

/** The reasons why a line is no new payment: `owner` has the same payment in the ledger. */
export const alreadyRecorded = {
  sameReference: (owner: string, utr: string): string =>
    `Already recorded: the payment of ${owner} has the same reference ${utr} and the same amount.`,
  otherAmount: (owner: string, utr: string, amount_paise: Paise): string =>
    `Already recorded: the payment of ${owner} has the same reference ${utr}, but its amount is ${formatRupees(amount_paise)}.`,
  sameCheque: (owner: string): string =>
    `Already recorded: the payment of ${owner} has the same cheque number and the same amount.`,
  sameDay: (owner: string): string =>
    `Already recorded: the payment of ${owner} has the same day and the same amount.`,
  together: (owners: readonly string[], utr: string): string =>
    `Already recorded: the payments of ${joinWithAnd(owners)} have the same reference ${utr} and together the same amount. Ignore the line.`,
}

/** What to do with a second credit with one reference, because a reference is recorded only once. */
const whatToDoWithSecondCredit =
  'If the bank credited the money once, ignore this line. If it credited the money twice, record the second payment with Record payment, on its day and without the reference, then mark this line as recorded.'

export const sameReferenceAsLine = (utr: string): string =>
  `Another line has the same reference ${utr}. ${whatToDoWithSecondCredit}`

export const sameReferenceAsMatchedLine = (owner: string, utr: string): string =>
  `Another line, which is the payment of ${owner}, has the same reference ${utr}. ${whatToDoWithSecondCredit}`
