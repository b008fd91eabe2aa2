import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import {
  longPrefixMessage,
  maxInvoicePrefix,
  type ReceiptNumbering,
} from '#shared/dues/receipt-number.ts'
import { Refusal } from '#shared/refusal.ts'
import type { TaxTreatment } from '../../receipts/tax.ts'
import { findTreatmentOn, listTreatments } from './treatment-queries.ts'

/** Refuses a receipt number prefix that makes numbers of tax invoices and bills of supply longer than GST allows. */
export function assertInvoicePrefix(
  { prefix, hasShortYear }: ReceiptNumbering,
  field: string,
): void {
  if (prefix.length > maxInvoicePrefix(hasShortYear))
    throw new Refusal('invalid', longPrefixMessage(hasShortYear), { field })
}

/** Whether GST regulates such papers: tax invoices, and bills of supply of a registered association. */
export const isPaperOfGst = ({ kind }: Pick<TaxTreatment, 'kind'>, gstin: string): boolean =>
  kind === 'invoice' || (kind === 'exempt' && gstin !== '')

/** Whether payments of today, or from a later day on, get papers of GST. */
export async function issuesPapersOfGst(db: Database, gstin: string, now: Date): Promise<boolean> {
  const today = isoDay(now)
  const current = await findTreatmentOn(db, today)
  if (current && isPaperOfGst(current, gstin)) return true
  const all = await listTreatments(db)
  return all.some((treatment) => treatment.valid_from > today && isPaperOfGst(treatment, gstin))
}
