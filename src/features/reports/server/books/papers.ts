/** The papers of a time, as they were issued: receipts, tax invoices, bills of supply and their cancellations. */

import type { ReceiptContent } from '#features/ledger/receipts/content.ts'
import { listPapers } from '#features/ledger/server/receipts/queries.ts'
import { paperContent } from '#features/ledger/server/receipts/receipt-content.ts'
import type { Database } from '#platform/server/database/database.ts'
import { addDays, type Day, isoDay, type Period, startOfDay } from '#shared/dates.ts'

export interface IssuedPaper {
  entryId: string
  /** The day of its money; for a payment that the bank returned, the day of the return. */
  moneyOn: Day
  content: ReceiptContent
}

const pageSize = 500

/**
 * The papers issued on these days (yyyy-MM-dd) in India. Those of a day are in the order of their numbers: an entry
 * that is recorded with others may have a later number than the next one.
 */
export async function* issuedPapers(
  db: Database,
  { from, to }: Period,
): AsyncGenerator<IssuedPaper> {
  const range = { from: startOfDay(from), to: startOfDay(addDays(to, 1)) }
  let after = { at: range.from, id: '' }
  let ofDay: IssuedPaper[] = []
  for (;;) {
    const rows = await listPapers(db, { ...range, after }, pageSize)
    for (const { id, paid_at, content: stored } of rows) {
      const content = await paperContent(db, id, stored)
      if (!content) continue
      if (ofDay[0] && ofDay[0].content.issued_on !== content.issued_on) {
        yield* byNumber(ofDay)
        ofDay = []
      }
      ofDay.push({ entryId: id, moneyOn: isoDay(paid_at), content })
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = { at: last.recorded_at, id: last.id }
  }
  yield* byNumber(ofDay)
}

/** Receipts, and cancellations, each in the order of their numbers, in the places that they have by their times. */
function byNumber(papers: readonly IssuedPaper[]): IssuedPaper[] {
  const isCancellation = ({ content }: IssuedPaper) => content.cancels !== null
  const inOrder = papers.toSorted((a, b) => collator.compare(a.content.number, b.content.number))
  const cancellations = inOrder.filter(isCancellation)
  const receipts = inOrder.filter((paper) => !isCancellation(paper))
  return papers.flatMap((paper) => (isCancellation(paper) ? cancellations : receipts).shift() ?? [])
}

const collator = new Intl.Collator('en', { numeric: true })
