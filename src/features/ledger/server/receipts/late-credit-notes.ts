/**
 * Warnings about credit notes that are issued too late to reduce the tax (CGST Act, section 34(2)). Nothing is refused,
 * because the money moves.
 */

import type { Database } from '#platform/server/database/database.ts'
import { type Day, isoDay, longDate, yearInIndia } from '#shared/dates.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { paperOf, type ReceiptContent } from '../../receipts/content.ts'
import type { LedgerRow } from '../queries.ts'
import { findContent } from './receipt-content.ts'
import { papersCancelledBy, refundParts } from './refunded-papers.ts'

/** Warnings for the preview of a reversal. `entries` are all of the member's entries. */
export const lateWarningsOfReversal = async (
  db: Database,
  entries: readonly LedgerRow[],
  entry: LedgerRow,
  now: Date,
): Promise<string[]> => sentencesOf(await papersCancelledBy(db, entries, entry), now)

/** Warnings for a preview of a refund of `paise`. `entries` are all of the member's entries. */
export async function lateWarningsOfRefund(
  db: Database,
  entries: readonly LedgerRow[],
  paise: Paise,
  now: Date,
): Promise<string[]> {
  const papers: ReceiptContent[] = []
  for (const { invoice } of await refundParts(db, entries, paise)) {
    const issued = entries.find(({ receipt_number }) => receipt_number === invoice)
    const paper = invoice && issued ? await findContent(db, issued.id) : undefined
    if (paper) papers.push(paper)
  }
  return sentencesOf(papers, now)
}

function sentencesOf(papers: readonly ReceiptContent[], now: Date): string[] {
  return papers.flatMap((paper) => {
    const { name, to } = financialYearOf(paper.issued_on)
    const last: Day = `${yearInIndia(to)}-11-30`
    const kind = paperOf(paper)
    const isTaxed = kind === 'tax invoice' || kind === 'invoice and bill of supply'
    if (!isTaxed || isoDay(now) <= last) return []
    return [
      `Tax invoice ${paper.number} is of ${name}. A credit note after ${longDate(last)} no longer reduces the GST you owe. Ask your accountant.`,
    ]
  })
}
