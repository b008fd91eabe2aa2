/** Refuses days on which money may not be dated. */
import type { Database } from '#platform/server/database/database.ts'
import { readSettings } from '#platform/server/database/stored-settings.ts'
import { type Day, type Instant, isoDay, startOfDay } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { VoidReason } from '../account-entries.ts'
import { futurePaymentMessage } from '../contract.ts'
import {
  type BooksLimits,
  dayRefusal,
  returnedBeforeMessage,
  voidRefusal,
  yearRefusal,
} from '../payment-days.ts'
import { findEntries, type LedgerRow } from './queries.ts'

/** Refuses a payment dated after today in India. */
export function refuseFuturePayment(paid: Day | Instant, now: Date, field: string): void {
  if (isoDay(paid) > isoDay(now)) throw new Refusal('invalid', futurePaymentMessage, { field })
}

/**
 * Like `refuseFuturePayment`; also refuses days of a closed year and days before the association was founded. The
 * Refusal names the field.
 */
export async function refusePaymentDay(
  db: Database,
  paid: Day | Instant,
  now: Date,
  field: string,
): Promise<void> {
  refuseFuturePayment(paid, now, field)
  const reason = dayRefusal(isoDay(paid), await readBooksLimits(db))
  if (reason) throw new Refusal('conflict', reason, { field })
}

/**
 * Returns when the money of a returned payment went back (ISO UTC), for its day `returned_on` (yyyy-MM-dd). Refuses
 * days as `refusePaymentDay`, and a day before the payment; the Refusal names the field `returned_on`.
 */
export async function returnedAt(
  db: Database,
  { kind, paid_at }: Pick<LedgerRow, 'kind' | 'paid_at'>,
  returned_on: Day,
  now: Date,
): Promise<Instant> {
  const field = 'returned_on'
  if (kind !== 'payment')
    throw new Refusal('invalid', 'Only the money of a payment goes back', { field })
  await refusePaymentDay(db, returned_on, now, field)
  const paidOn = isoDay(paid_at)
  if (returned_on < paidOn) throw new Refusal('invalid', returnedBeforeMessage(paidOn), { field })
  if (returned_on === isoDay(now)) return now.toISOString()
  // A return on the day of the payment has the time of the payment, since it cannot be earlier.
  return returned_on === paidOn ? paid_at : startOfDay(returned_on)
}

export const closedYearSetting = 'books_closed_to'

export async function readBooksLimits(db: Database): Promise<BooksLimits> {
  const settings = await readSettings(db, [closedYearSetting, 'founded_in'])
  return {
    closed_to: settings.get(closedYearSetting) ?? '',
    founded_in: settings.get('founded_in') ?? '',
  }
}

/** Refuses a charge for a closed year; the Refusal names the field. */
export async function refuseClosedYear(db: Database, year: string, field?: string): Promise<void> {
  const reason = yearRefusal(year, await readBooksLimits(db))
  if (reason) throw new Refusal('conflict', reason, field ? { field } : {})
}

/**
 * Refuses entries dated into a closed year or before the association was founded, charges for a closed year, and voids
 * of entries of a closed year. Every writer of entries calls it in the transaction that locks the ledger, so that
 * closing a year waits for it.
 */
export async function refuseClosedDays(db: Database, entries: readonly LedgerRow[]): Promise<void> {
  const limits = await readBooksLimits(db)
  for (const { kind, paid_at, year } of entries) {
    const reason =
      dayRefusal(isoDay(paid_at), limits) ??
      (kind === 'charge' && year ? yearRefusal(year, limits) : undefined)
    if (reason) throw new Refusal('conflict', reason)
  }
  if (limits.closed_to === '') return
  const reasons = new Map(entries.map((entry) => [entry.reverses_id, entry.void_reason]))
  const voided = await findEntries(
    db,
    [...reasons.keys()].filter((id) => id !== null),
  )
  for (const entry of voided) refuseVoid(entry, reasons.get(entry.id) ?? null, limits)
}

/**
 * Refuses to void entries of a closed year: for previews, and for entries that leave the books without a voiding entry.
 */
export async function refuseClosedVoids(
  db: Database,
  voided: readonly LedgerRow[],
  voidReason: VoidReason | null,
): Promise<void> {
  const limits = await readBooksLimits(db)
  for (const entry of voided) refuseVoid(entry, voidReason, limits)
}

function refuseVoid(voided: LedgerRow, voidReason: VoidReason | null, limits: BooksLimits): void {
  const reason = voidRefusal(voided, voidReason, limits)
  if (reason) throw new Refusal('conflict', reason)
}
