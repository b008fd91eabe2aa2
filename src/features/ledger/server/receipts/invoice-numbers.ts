import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import {
  longNumberMessage,
  longPrefixMessage,
  maxInvoiceNumber,
  maxInvoicePrefix,
  type ReceiptNumbering,
} from '#shared/dues/receipt-number.ts'
import { Refusal } from '#shared/refusal.ts'
import type { ReceiptContent } from '../../receipts/content.ts'
import type { TaxTreatment } from '../../receipts/tax.ts'
import { nextSerials } from '../receipt-numbers.ts'
import { listTreatments, treatmentOn } from './queries.ts'

/** Refuses a receipt number prefix that makes numbers of tax invoices and bills of supply longer than GST allows. */
export async function assertInvoicePrefix(
  db: Database,
  { prefix, hasShortYear }: ReceiptNumbering,
  { field, now }: { field: string; now: Date },
): Promise<void> {
  const next = await nextSerials(db, now)
  if (prefix.length > maxInvoicePrefix(hasShortYear, next))
    throw new Refusal('invalid', longPrefixMessage(hasShortYear, next), { field })
}

/** Refuses a paper of GST whose number is too long: a series may have grown since the prefix was saved. */
export function assertInvoiceNumber({ number, tax, association }: ReceiptContent): void {
  if (number.length > maxInvoiceNumber && isPaperOfGst(tax, association.gstin))
    throw new Refusal('conflict', longNumberMessage(number))
}

/** Whether GST has a rule for the papers: tax invoices, and bills of supply of a registered association. */
export const isPaperOfGst = ({ kind }: Pick<TaxTreatment, 'kind'>, gstin: string): boolean =>
  kind === 'invoice' || (kind === 'exempt' && gstin !== '')

/** Whether payments of today, or from a later day on, get papers of GST. */
export async function issuesPapersOfGst(db: Database, gstin: string, now: Date): Promise<boolean> {
  const today = isoDay(now)
  const current = await treatmentOn(db, today)
  if (current && isPaperOfGst(current, gstin)) return true
  const all = await listTreatments(db)
  return all.some((one) => one.valid_from > today && isPaperOfGst(one, gstin))
}
