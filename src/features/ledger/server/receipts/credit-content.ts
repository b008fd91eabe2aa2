/**
 * The parts of a receipt's content that credit determines: the advances that it uses, what a cancellation gives back,
 * and the credit note of a refund. The papers of the credit are also stored contents (receipt-content.ts), so the
 * functions get `readPapers`.
 */
import type { Database } from '#platform/server/database/database.ts'
import { isoDay } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { activeEntries, recordedUntil } from '../../account-entries.ts'
import { creditOfPaper, creditOn } from '../../credit.ts'
import {
  type AdjustedAdvance,
  isRefundNote,
  type NewContent,
  newEdition,
  type ReceiptContent,
} from '../../receipts/content.ts'
import {
  leftOfPapers,
  moneyOfPaper,
  type PaperPart,
  type Papers,
  paperBalances,
  partsOfPapers,
} from '../../receipts/paper-balances.ts'
import { linesOfPart, partOfLines, taxesOfLines } from '../../receipts/part-of-paper.ts'
import { titleOf } from '../../receipts/title.ts'
import { applyEntries, creditSources } from '../../settlements.ts'
import { type LedgerRow, listEntriesOf } from '../queries.ts'
import type { ReceiptEntry } from './queries.ts'

/** Reads the papers of a payment, of its refunds and their cancellations, of charges and of credit. */
export type ReadCreditPapers = (
  entries: readonly LedgerRow[],
  paymentId?: string,
) => Promise<Papers>

/**
 * The parts of a payment's papers that a charge uses; undefined for money without a paper of the portal. Where the
 * payment pays the charge by these entries, `chargeId` is that charge.
 */
export async function advancesTaken(
  readPapers: ReadCreditPapers,
  entries: readonly LedgerRow[],
  { money, paise, chargeId }: { money: LedgerRow; paise: Paise; chargeId?: string },
): Promise<AdjustedAdvance[] | undefined> {
  const papers = await readPapers(entries, money.id)
  const moved = chargeId === undefined ? undefined : { chargeId, paise }
  const balances = paperBalances(entries, papers, money.id, moved)
  if (balances.length === 0) return undefined
  return partsOfPapers(balances, paise).map((part) => {
    const { member, ...paper } = part.paper
    const bill = paper.bill?.number
    return { ...takenOf(part), gstin: member.gstin, ...(bill !== undefined && { bill }) }
  })
}

/** A part of a paper with its number and its taxes. */
export function takenOf({ paper, taken, parts, paise }: PaperPart) {
  const taxes = taxesOfLines(linesOfPart(paper, parts, taken))
  return {
    number: paper.number,
    issued_on: paper.issued_on,
    paise,
    taxes,
    taxable_paise: sum(taxes, (tax) => tax.taxable_paise),
  }
}

export const balancesOf = async (
  readPapers: ReadCreditPapers,
  entries: readonly LedgerRow[],
  paymentId: string,
) => paperBalances(entries, await readPapers(entries, paymentId), paymentId)

/** The advances that pay a charge when it is raised, or later. */
export async function adjustedFor(
  db: Database,
  readPapers: ReadCreditPapers,
  { id, person_id }: ReceiptEntry,
) {
  const entries = await listEntriesOf(db, person_id)
  const charge = entries.find((row) => row.id === id)
  if (!charge) throw new Error(`The charge ${id} is missing`)
  const recorded = recordedUntil(entries, charge)
  const before = recorded.filter((row) => row.id !== id)
  if (charge.kind === 'paper') {
    const { money, paise, charge: paid } = creditOfPaper(entries, charge)
    return (await advancesTaken(readPapers, before, { money, paise, chargeId: paid.id })) ?? []
  }
  const adjusted: AdjustedAdvance[] = []
  for (const { money, paise } of creditOn(recorded, applyEntries(recorded), id)) {
    adjusted.push(...((await advancesTaken(readPapers, before, { money, paise })) ?? []))
  }
  return adjusted
}

type PaperHeader = Pick<ReceiptContent, 'number' | 'issued_on'>

/**
 * The cancelled paper with the number and the day of its cancellation, without what credit notes took from it before. A
 * refund that is cancelled is an advance again, with a paper of its own.
 */
export async function cancellationContent(
  db: Database,
  readPapers: ReadCreditPapers,
  entry: ReceiptEntry,
  original: ReceiptContent,
  header: PaperHeader,
): Promise<NewContent> {
  if (isRefundNote(original)) {
    const { refund: _refund, ...note } = original
    const paid_on = isoDay(new Date(entry.paid_at))
    const advance_paise = original.amount_paise
    const paper = { cancels: null, cancels_on: null, edition: newEdition } as const
    return { ...note, ...header, ...paper, paid_on, advance_paise }
  }
  const fullCancellation: NewContent = {
    ...original,
    layout: 2,
    ...header,
    owed_paise: 0,
    cancels: original.number,
    cancels_on: original.issued_on,
    ...(original.layout === 2 && { edition: newEdition }),
  }
  const entries = await listEntriesOf(db, entry.person_id)
  if (original.adjusted) {
    // An advance whose payment was cancelled does not become available again.
    const active = new Set(activeEntries(entries).map(({ id }) => id))
    const papers = await readPapers(entries)
    const isActive = ({ number }: AdjustedAdvance) =>
      active.has(moneyOfPaper(entries, papers, number)?.id ?? '')
    return { ...fullCancellation, adjusted: original.adjusted.filter(isActive) }
  }
  const balances = await balancesOf(readPapers, entries, entry.reverses_id ?? '')
  if (balances.every(({ taken_paise }) => taken_paise === 0)) return fullCancellation
  const left = partsOfPapers(balances, leftOfPapers(balances)).reverse()
  const parts =
    left.length > 0 ? left : balances.map((balance) => ({ ...balance, paise: 0, parts: [] }))
  const [first] = parts
  const lines = parts.flatMap((part) => linesOfPart(part.paper, part.parts, part.taken))
  return {
    ...fullCancellation,
    ...(first && { cancels: first.paper.number, cancels_on: first.paper.issued_on }),
    ...partOfLines(lines, original),
    money_paise: original.amount_paise,
    cancelled: parts.map((part) => ({
      ...takenOf(part),
      taken_paise: part.taken_paise,
      taken_by: part.taken_by,
      ...(part.paise === 0 && { title: titleOf(part.paper) }),
    })),
  }
}

/**
 * The credit note for the tax invoice of the advance, which is also the refund voucher (CGST Rules, rules 51 and 53).
 */
export async function refundNote(
  db: Database,
  readPapers: ReadCreditPapers,
  entry: ReceiptEntry,
  header: PaperHeader,
): Promise<NewContent> {
  const entries = await listEntriesOf(db, entry.person_id)
  const before = entries.slice(
    0,
    entries.findIndex(({ id }) => id === entry.id),
  )
  const balances = await balancesOf(readPapers, before, creditSources(before)[0]?.money_id ?? '')
  const [part] = partsOfPapers(balances, -entry.amount_paise)
  if (!part) throw new Error(`The paper of the refund ${entry.id} is missing`)
  const { paper, parts, taken } = part
  const {
    advance_paise: _advance,
    tds_paise: _tds,
    tds_certificate: _certificate,
    ...original
  } = paper
  return {
    ...original,
    layout: 2,
    ...header,
    owed_paise: 0,
    cancels: paper.number,
    cancels_on: paper.issued_on,
    ...partOfLines(linesOfPart(paper, parts, taken), paper),
    mode: entry.mode,
    reference: entry.reference,
    paid_on: isoDay(new Date(entry.paid_at)),
    valid_from: null,
    valid_to: null,
    edition: newEdition,
    refund: true,
  }
}
