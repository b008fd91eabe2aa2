import type { DocumentLanguage } from '#shared/association-details.ts'
import { type Day, numericDate } from '#shared/dates.ts'
import { formatRupees, type Paise } from '#shared/rupees.ts'
import { receiptLabels } from './labels.ts'

/** An entry that had paid the charge of a paper and is void now. */
export interface VoidedPayment {
  paise: Paise
  number: string | null
  cancelled_by: string | null
  day: Day
}

/** The sentence about it, on the paper and in the member's own list of papers. */
export function voidedPaymentSentence(
  { paise, number, cancelled_by, day }: VoidedPayment,
  language: DocumentLanguage,
): string {
  const { moneyVoid, paymentVoid } = receiptLabels[language]
  const amount = formatRupees(paise)
  return number === null || cancelled_by === null
    ? moneyVoid(amount, numericDate(day))
    : paymentVoid(amount, number, numericDate(day), cancelled_by)
}
