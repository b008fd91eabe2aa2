/** Finds the debits by which the association paid credit back, as recorded in the ledger: they need no decision. */
import { addDays, type Day } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { lettersAndDigits, utrsOf } from '#shared/values/reference.ts'
import {
  distinctiveNameWords,
  mentionsCheque,
  mentionsOtherReturn,
  mentionsReturn,
} from '../words/bank-words.ts'
import { lineText } from '../words/line-text.ts'

export interface RecordedRefund {
  id: string
  person_id: string
  /** The company, or the person's name. */
  member_name: string
  /** The day in India. */
  paid_on: Day
  amount_paise: Paise
  reference: string
}

export interface RefundLine {
  id: string
  day: Day
  /** Negative for a debit. */
  amount_paise: Paise
  narration: string
  reference: string
}

/** A refund may be recorded so many days before or after the bank pays it. */
export const maxDaysByReference = 45
const maxDaysByDay = 10
/** Shorter references are ignored, because they occur in many texts by chance. */
const minReferenceLength = 4

/** The refund of each debit that is one, by the id of the debit; each refund is paid once. */
export const pairRefunds = (
  debits: readonly RefundLine[],
  refunds: readonly RecordedRefund[],
): Map<string, RecordedRefund> => pairByAmount(debits, refunds, [hasReference, isOfRefundDays])

/** The refund that each credit returns because its transfer failed, by the id of the credit. */
export const pairReturnedRefunds = (
  credits: readonly RefundLine[],
  refunds: readonly RecordedRefund[],
): Map<string, RecordedRefund> => pairByAmount(credits, refunds, [isReturnOf])

/**
 * Pairs each line with a refund of its amount; each refund is used once. A rule is tried for all lines before the
 * next rule.
 */
function pairByAmount(
  lines: readonly RefundLine[],
  refunds: readonly RecordedRefund[],
  rules: readonly ((line: RefundLine, refund: RecordedRefund) => boolean)[],
): Map<string, RecordedRefund> {
  const pairs = new Map<string, RecordedRefund>()
  const used = new Set<string>()
  const byAmount = Map.groupBy(refunds, ({ amount_paise }) => amount_paise)
  for (const isPair of rules)
    for (const line of lines) {
      if (pairs.has(line.id)) continue
      const refund = (byAmount.get(Math.abs(line.amount_paise)) ?? []).find(
        (one) => !used.has(one.id) && isPair(line, one),
      )
      if (!refund) continue
      used.add(refund.id)
      pairs.set(line.id, refund)
    }
  return pairs
}

/**
 * Whether a credit after the refund has its UTR, or says that it is a return and has the refund's reference, or says so
 * within the next days and names the member or nobody.
 */
function isReturnOf(credit: RefundLine, refund: RecordedRefund): boolean {
  if (credit.day < refund.paid_on) return false
  const text = lineText(credit)
  const utrs = utrsOf(refund.reference)
  if (
    isWithin(maxDaysByReference, credit, refund) &&
    utrsOf(text).some((utr) => utrs.includes(utr))
  )
    return true
  if (!mentionsReturn(text) || mentionsCheque(text)) return false
  return (
    hasReference(credit, refund) ||
    (isWithin(maxDaysByDay, credit, refund) && namesMember(text, refund))
  )
}

const isWithin = (days: number, { day }: RefundLine, { paid_on }: RecordedRefund): boolean =>
  addDays(paid_on, -days) <= day && day <= addDays(paid_on, days)

function hasReference(debit: RefundLine, refund: RecordedRefund): boolean {
  const key = lettersAndDigits(refund.reference)
  return (
    key.length >= minReferenceLength &&
    isWithin(maxDaysByReference, debit, refund) &&
    lettersAndDigits(lineText(debit)).includes(key)
  )
}

/**
 * Whether the debit is of the days around the refund and names no other member. A returned cheque or transfer is no
 * refund.
 */
function isOfRefundDays(debit: RefundLine, refund: RecordedRefund): boolean {
  const text = lineText(debit)
  if (!isWithin(maxDaysByDay, debit, refund) || mentionsOtherReturn(text) || mentionsCheque(text))
    return false
  return namesMember(text, refund)
}

/** Whether a text names the member of the refund, or no member. */
function namesMember(text: string, { member_name }: RecordedRefund): boolean {
  const names = distinctiveNameWords(text)
  return (
    names.length === 0 || distinctiveNameWords(member_name).some((word) => names.includes(word))
  )
}
