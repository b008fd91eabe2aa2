import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import {
  longPrefixMessage,
  maxInvoicePrefix,
  type ReceiptNumbering,
} from '#shared/dues/receipt-number.ts'
import { Refusal } from '#shared/refusal.ts'
import { listTreatments, treatmentOn } from './queries.ts'

/** Refuses a receipt number prefix that makes numbers of tax invoices longer than GST allows. */
export function assertInvoicePrefix(
  { prefix, hasShortYear }: ReceiptNumbering,
  field: string,
): void {
  if (prefix.length > maxInvoicePrefix(hasShortYear))
    throw new Refusal('invalid', longPrefixMessage(hasShortYear), { field })
}

/** Whether payments of today, or from a later day on, get tax invoices. */
export async function issuesInvoices(db: Database, now: Date): Promise<boolean> {
  const today = isoDay(now)
  const current = await treatmentOn(db, today)
  if (current?.kind === 'invoice') return true
  const all = await listTreatments(db)
  return all.some(({ kind, valid_from }) => kind === 'invoice' && valid_from > today)
}
