/** The papers that a refund or a void affects: tax invoices of refunded credit, and papers that are cancelled. */
import type { Database } from '#platform/server/database/database.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { activeEntries } from '../../account-entries.ts'
import type { ReceiptContent } from '../../receipts/content.ts'
import { leftOfPapers, moneyOfPaper, partsOfPapers } from '../../receipts/paper-balances.ts'
import { creditSources } from '../../settlements.ts'
import type { LedgerRow } from '../queries.ts'
import { balancesOf, takenOf } from './credit-content.ts'
import { creditPapersIn, findContent } from './receipt-content.ts'

/**
 * The money from which a refund takes the credit, with at most one tax invoice: its number, or null where no tax was
 * due.
 */
export interface RefundPart {
  paise: Paise
  invoice: string | null
}

/**
 * Splits credit that is paid back into parts: each tax invoice gets its own credit note. `entries` are all entries of
 * the member.
 */
export async function refundParts(
  db: Database,
  entries: readonly LedgerRow[],
  paise: Paise,
): Promise<RefundPart[]> {
  const parts: RefundPart[] = []
  const add = (part: number, invoice: string | null) => {
    const last = parts.at(-1)
    if (last?.invoice === invoice) last.paise += part
    else if (part > 0) parts.push({ paise: part, invoice })
  }
  let left = paise
  // A payment and the tax deducted from it have one paper.
  const sources = Map.groupBy(creditSources(entries), ({ money_id }) => money_id)
  for (const [id, credit] of sources) {
    let rest = Math.min(
      left,
      sum(credit, (one) => one.paise),
    )
    left -= rest
    for (const taken of partsOfPapers(await balancesOf(creditPapersIn(db), entries, id), rest)) {
      const { number, taxes, paise: part } = takenOf(taken)
      rest -= part
      add(part, taxes.some(({ kind }) => kind === 'invoice') ? number : null)
    }
    // Money without a paper of the portal.
    add(rest, null)
  }
  return parts
}

/** Whether the payment is active whose tax invoice the paper of a refund has credited. */
export async function creditsInvoice(
  db: Database,
  entries: readonly LedgerRow[],
  refundId: string,
): Promise<boolean> {
  const papers = await creditPapersIn(db)(entries)
  const payment = moneyOfPaper(entries, papers, papers.get(refundId)?.cancels ?? null)
  return activeEntries(entries).some(({ id }) => id === payment?.id)
}

/**
 * The papers whose remaining amounts are cancelled when an entry becomes void. `entries` are all of the member's
 * entries.
 */
export async function papersCancelledBy(
  db: Database,
  entries: readonly LedgerRow[],
  { id, kind }: LedgerRow,
): Promise<ReceiptContent[]> {
  if (kind === 'refund') return []
  const own = kind === 'charge' ? await findContent(db, id) : undefined
  const cancelled: ReceiptContent[] = own ? [own] : []
  for (const paper of activeEntries(entries)) {
    const isCancelled = paper.kind === 'paper' && (paper.paid_with === id || paper.charge_id === id)
    const content = isCancelled ? await findContent(db, paper.id) : undefined
    if (content) cancelled.push(content)
  }
  if (kind === 'charge') return cancelled
  const balances = await balancesOf(creditPapersIn(db), entries, id)
  return [
    ...partsOfPapers(balances, leftOfPapers(balances)).map(({ paper }) => paper),
    ...cancelled,
  ]
}
