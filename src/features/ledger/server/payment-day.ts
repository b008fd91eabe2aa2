import { isoDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { futurePaymentMessage } from '../contract.ts'

/** Refuses a payment of a day (yyyy-MM-dd, or a time in ISO form) after today in India, whatever records it. */
export function refuseFuturePayment(paid: string, now: Date, field?: string): void {
  const day = paid.length === 10 ? paid : isoDay(paid)
  if (day > isoDay(now)) throw new Refusal('invalid', futurePaymentMessage, field ? { field } : {})
}
