/**
 * The papers that the money of a payment is on. Its own, and for each of its refunds that was cancelled the new invoice of
 * what came back: the credit note of that refund stays, so its part of the older paper is gone (CGST Rules, rule 53(1A)).
 */
import { type AccountEntry, activeEntries, byRecording } from '../account-entries.ts'
import { adjustedBy, type ReceiptContent } from './content.ts'

/** By the id of their entry. */
export type Papers = ReadonlyMap<string, ReceiptContent>

export interface StandingPaper {
  paper: ReceiptContent
  /** What credit notes of refunds, and the papers of charges that count, have taken from it. */
  taken_paise: number
  /** Their numbers. */
  taken_by: string[]
}

/** The papers of a payment, the oldest first. `papers` are at least its own, and those of refunds and of charges. */
export function standingPapers(
  entries: readonly AccountEntry[],
  papers: Papers,
  paymentId: string,
): StandingPaper[] {
  const standing: StandingPaper[] = []
  const add = (paper: ReceiptContent | undefined) => {
    if (paper) standing.push({ paper, taken_paise: 0, taken_by: [] })
  }
  const take = (number: string | null, paise: number, by: string) => {
    const from = standing.find(({ paper }) => paper.number === number)
    if (!from) return
    from.taken_paise += paise
    from.taken_by.push(by)
  }
  add(papers.get(paymentId))
  const active = new Set(activeEntries(entries).map(({ id }) => id))
  for (const { id, kind, reverses_id } of entries.toSorted(byRecording)) {
    const own = papers.get(id)
    const note = noteOfRefund(entries, papers, reverses_id)
    if (standing.some(({ paper }) => paper.number === note?.cancels)) add(own)
    if (!own) continue
    if (kind === 'refund') take(own.cancels, own.amount_paise, own.number)
    if (kind === 'charge' && active.has(id))
      for (const { number, paise } of adjustedBy(own)) take(number, paise, own.number)
  }
  return standing
}

const noteOfRefund = (
  entries: readonly AccountEntry[],
  papers: Papers,
  entryId: string | null,
): ReceiptContent | undefined => {
  const refund = entries.find(({ id, kind }) => id === entryId && kind === 'refund')
  return refund && papers.get(refund.id)
}

/** The payment, or the charge, whose money is on the paper with this number. */
export function moneyOfPaper<Entry extends AccountEntry>(
  entries: readonly Entry[],
  papers: Papers,
  number: string | null,
): Entry | undefined {
  const entry = entries.find(({ receipt_number }) => number !== null && receipt_number === number)
  const note = entry && noteOfRefund(entries, papers, entry.reverses_id)
  return note ? moneyOfPaper(entries, papers, note.cancels) : entry
}

/** So much of what is left of these papers, the latest first. */
export function partsOfPapers(
  standing: readonly StandingPaper[],
  paise: number,
): (StandingPaper & { paise: number })[] {
  let left = paise
  return standing.toReversed().flatMap((one) => {
    const part = Math.min(left, one.paper.amount_paise - one.taken_paise)
    if (part <= 0) return []
    left -= part
    return [{ ...one, paise: part }]
  })
}

/** What is left of them together. Notes from before rule 53(1A) was kept may have taken more than a paper had. */
export const leftOfPapers = (standing: readonly StandingPaper[]): number =>
  standing.reduce((sum, { paper, taken_paise }) => sum + paper.amount_paise - taken_paise, 0)
