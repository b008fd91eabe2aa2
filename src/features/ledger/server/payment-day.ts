/** The days on which money may be dated. */
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { isoDay, numericDate } from '#shared/dates.ts'
import { yearNamed } from '#shared/financial-year.ts'
import { Refusal } from '#shared/refusal.ts'
import { futurePaymentMessage } from '../contract.ts'
import type { LedgerRow } from './queries.ts'

/** Refuses a payment of a day (yyyy-MM-dd, or a time in ISO form) after today in India, whatever records it. */
export function refuseFuturePayment(paid: string, now: Date, field?: string): void {
  const day = paid.length === 10 ? paid : isoDay(paid)
  if (day > isoDay(now)) throw new Refusal('invalid', futurePaymentMessage, field ? { field } : {})
}

/** The setting with the last closed financial year, like '2025-26'; the years before it are closed, too. */
export const closedYearSetting = 'books_closed_to'

/**
 * Refuses entries dated into a closed year or before the association was founded. Whatever writes entries calls it, in
 * the transaction that holds the ledger, so that closing a year waits for it.
 */
export async function refuseClosedDays(db: Database, entries: readonly LedgerRow[]): Promise<void> {
  const settings = await readSettings(db, [closedYearSetting, 'founded_in'])
  const closed = yearNamed(settings.get(closedYearSetting) ?? '')
  const founded = settings.get('founded_in') ?? ''
  for (const { paid_at } of entries) {
    const day = isoDay(paid_at)
    if (closed && day <= closed.to)
      throw new Refusal(
        'conflict',
        `The books are closed up to ${numericDate(closed.to)}, so nothing can be dated ${numericDate(paid_at)}`,
      )
    if (day.slice(0, 4) < founded)
      throw new Refusal(
        'conflict',
        `The association was founded in ${founded}, so nothing can be dated ${numericDate(paid_at)}`,
      )
  }
}
