/** Finds the debits by which the association paid credit back, as recorded in the ledger: they need no decision. */
import { addDays } from '#shared/dates.ts'
import { lettersAndDigits } from '#shared/values/reference.ts'
import { mentionsCheque, mentionsOtherReturn, nameWordsOf } from './bank-words.ts'

export interface Refund {
  id: string
  person_id: string
  /** The company, or the name of the person. */
  of: string
  /** The day in India, yyyy-MM-dd. */
  paid_on: string
  amount_paise: number
  reference: string
}

export interface RefundDebit {
  id: string
  /** yyyy-MM-dd. */
  day: string
  /** Negative. */
  amount_paise: number
  narration: string
  reference: string
}

/** A refund may be recorded so many days before or after the bank pays it. */
export const maxDaysByReference = 45
const maxDaysByDay = 10
/** A shorter reference is part of many texts. */
const minReference = 4

/** The refund of each debit that is one, by the id of the debit; each refund is paid once. */
export function pairRefunds(
  debits: readonly RefundDebit[],
  refunds: readonly Refund[],
): Map<string, Refund> {
  const pairs = new Map<string, Refund>()
  const used = new Set<string>()
  const byAmount = Map.groupBy(refunds, ({ amount_paise }) => amount_paise)
  for (const isPaid of [hasReference, isOfDay])
    for (const debit of debits) {
      if (pairs.has(debit.id)) continue
      const refund = (byAmount.get(-debit.amount_paise) ?? []).find(
        (one) => !used.has(one.id) && isPaid(debit, one),
      )
      if (!refund) continue
      used.add(refund.id)
      pairs.set(debit.id, refund)
    }
  return pairs
}

const isWithin = (days: number, { day }: RefundDebit, { paid_on }: Refund): boolean =>
  addDays(paid_on, -days) <= day && day <= addDays(paid_on, days)

const textOf = ({ narration, reference }: RefundDebit): string => `${narration} ${reference}`

function hasReference(debit: RefundDebit, refund: Refund): boolean {
  const key = lettersAndDigits(refund.reference)
  return (
    key.length >= minReference &&
    isWithin(maxDaysByReference, debit, refund) &&
    lettersAndDigits(textOf(debit)).includes(key)
  )
}

/** Whether the debit is of the days around the refund and names its member, or no member. A returned cheque or transfer is no refund. */
function isOfDay(debit: RefundDebit, refund: Refund): boolean {
  const text = textOf(debit)
  if (!isWithin(maxDaysByDay, debit, refund) || mentionsOtherReturn(text) || mentionsCheque(text))
    return false
  const names = nameWordsOf(text)
  return names.length === 0 || nameWordsOf(refund.of).some((word) => names.includes(word))
}
