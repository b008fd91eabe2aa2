/**
 * Finds the papers that state the money of a payment, and how much of each remains: its own paper, and a new invoice
 * for each cancelled refund.
 *
 * Invoice 1 states a payment of 10,000. The association pays back 4,000, and credit note 2 takes them from invoice 1.
 * Then the refund is cancelled. Note 2 stays valid (CGST Rules, rule 53(1A)), so invoice 3 is made for the 4,000. The
 * balances are 6,000 of invoice 1, from which note 2 has taken 4,000, and 4,000 of invoice 3.
 */

import type { Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import { type AccountEntry, activeEntries, byRecording } from '../account-entries.ts'
import type { Charge } from '../charges.ts'
import { creditOn } from '../credit.ts'
import { applyEntries } from '../settlements.ts'
import {
  adjustedBy,
  type LineTax,
  type ReceiptContent,
  type ReceiptLine,
  taxOfLine,
} from './content.ts'
import { subjectOf, taxOfCharge } from './lines.ts'
import { keyOfTax, placedTaxes } from './part-of-paper.ts'

/** The contents of papers by the ids of their entries. */
export type Papers = ReadonlyMap<string, ReceiptContent>

export interface PaperBalance {
  paper: ReceiptContent
  /** How much other papers have taken from it: credit notes of refunds, and active papers of charges and of credit. */
  taken_paise: Paise
  /** The numbers of these papers. */
  taken_by: string[]
  /** By line: how much these papers have taken, and how much of it pays charges that the money still pays. */
  taken: Paise[]
  used: Paise[]
}

/** The part of a charge that a payment has paid. */
interface Use {
  charge: Charge
  paise: Paise
}

/**
 * Returns the papers of a payment, the oldest first. `papers` contains at least its own papers, and those of refunds,
 * charges and credit. `moved` is what the payment pays of a charge for which a paper is about to be made; this part
 * does not count as used.
 */
export function paperBalances(
  entries: readonly AccountEntry[],
  papers: Papers,
  paymentId: string,
  moved?: { chargeId: string; paise: Paise },
): PaperBalance[] {
  const balances: PaperBalance[] = []
  const add = (paper: ReceiptContent | undefined) => {
    if (!paper) return
    const none = paper.lines.map(() => 0)
    balances.push({ paper, taken_paise: 0, taken_by: [], taken: none, used: [...none] })
  }
  const take = (number: string | null, paise: Paise, by: string, taxes: LineTax[]) => {
    const from = balances.find(({ paper }) => paper.number === number)
    if (!from) return 0
    from.taken_paise += paise
    from.taken_by.push(by)
    subtractFromLines(from, paise, taxes)
    return paise
  }
  const taken = new Map(moved && [[moved.chargeId, moved.paise]])
  add(papers.get(paymentId))
  const active = new Set(activeEntries(entries).map(({ id }) => id))
  for (const entry of entries.toSorted(byRecording)) {
    const { id, kind, reverses_id } = entry
    const own = papers.get(id)
    const note = noteOfRefund(entries, papers, reverses_id)
    // In a preview, the new invoice of a cancelled refund does not exist yet.
    const again = own ?? (active.has(paymentId) ? note : undefined)
    if (balances.some(({ paper }) => paper.number === note?.cancels)) add(again)
    if (!own) continue
    if (kind === 'refund') take(own.cancels, own.amount_paise, own.number, placedTaxes(own))
    if (!active.has(id) || !takesAdvances({ kind })) continue
    const chargeId = entry.kind === 'paper' ? entry.charge_id : id
    for (const { number, paise, taxes, note: takenBy = own.number } of adjustedBy(own)) {
      const takenOfCharge = (taken.get(chargeId) ?? 0) + take(number, paise, takenBy, taxes)
      taken.set(chargeId, takenOfCharge)
    }
  }
  if (balances.length > 0) markUsed(balances, findUses(entries, paymentId, taken))
  return balances
}

/** Whether the paper of an entry uses advances on earlier papers: a charge or a paper entry that credit pays. */
export const takesAdvances = ({ kind }: Pick<AccountEntry, 'kind'>): boolean =>
  kind === 'charge' || kind === 'paper'

/**
 * Subtracts `paise` from the lines: first the amounts of `taxes` from the lines with these taxes, then the rest from
 * any line. It starts with the last line, which is the advance.
 */
function subtractFromLines({ paper, taken }: PaperBalance, paise: Paise, taxes: LineTax[]): void {
  const taxesOfPaper = placedTaxes(paper)
  const lines = [...paper.lines.entries()].reverse()
  let rest = paise
  const subtract = (amount: number, matches: (tax: LineTax | undefined) => boolean) => {
    let left = amount
    for (const [at, { paise: whole, tax_index }] of lines) {
      if (!matches(taxesOfPaper[tax_index ?? 0])) continue
      const part = Math.min(left, whole - (taken[at] ?? 0))
      taken[at] = (taken[at] ?? 0) + part
      left -= part
    }
    return amount - left
  }
  for (const lineTax of taxes)
    rest -= subtract(
      lineTax.amount_paise,
      (tax) => tax !== undefined && keyOfTax(tax) === keyOfTax(lineTax),
    )
  subtract(rest, () => true)
}

/** The charges that a payment pays, without the parts that have papers of charges or of credit. */
function findUses(
  entries: readonly AccountEntry[],
  paymentId: string,
  taken: ReadonlyMap<string, Paise>,
): Use[] {
  const applied = applyEntries(entries)
  return applied.charges.flatMap((charge) => {
    const paid = creditOn(entries, applied, charge.id).find(({ money }) => money.id === paymentId)
    const paise = (paid?.paise ?? 0) - (taken.get(charge.id) ?? 0)
    return paise > 0 ? [{ charge, paise }] : []
  })
}

/**
 * Marks how much of each line pays these charges. A charge that has no line, because credit moved to it, marks lines
 * with its tax; if there are none, any lines.
 */
function markUsed(balances: readonly PaperBalance[], uses: readonly Use[]): void {
  const open = uses.map((use) => ({ ...use }))
  const mark = (matches: (line: ReceiptLine, tax: LineTax, charge: Charge) => boolean) => {
    for (const use of open)
      for (const { paper, taken, used } of balances)
        for (const [at, line] of paper.lines.entries()) {
          if (!matches(line, taxOfLine(paper, line), use.charge)) continue
          const left = line.paise - (taken[at] ?? 0) - (used[at] ?? 0)
          const part = Math.max(0, Math.min(use.paise, left))
          used[at] = (used[at] ?? 0) + part
          use.paise -= part
        }
  }
  mark((line, _tax, charge) => subjectOf(line) === subjectOf(charge))
  mark((_line, tax, charge) => {
    const own = taxOfCharge(charge)
    return own?.kind === tax.kind && own.rate === tax.rate && own.sac === tax.sac
  })
  mark(() => true)
}

const noteOfRefund = (
  entries: readonly AccountEntry[],
  papers: Papers,
  entryId: string | null,
): ReceiptContent | undefined => {
  const refund = entries.find(({ id, kind }) => id === entryId && kind === 'refund')
  return refund && papers.get(refund.id)
}

/** The payment, the charge or the paper of credit whose money is on the paper with this number. */
export function moneyOfPaper<Entry extends AccountEntry>(
  entries: readonly Entry[],
  papers: Papers,
  number: string | null,
): Entry | undefined {
  const entry = entries.find(({ receipt_number }) => number !== null && receipt_number === number)
  const note = entry && noteOfRefund(entries, papers, entry.reverses_id)
  return note ? moneyOfPaper(entries, papers, note.cancels) : entry
}

/** A part of a paper, by its lines. */
export interface PaperPart extends PaperBalance {
  paise: Paise
  parts: Paise[]
}

/**
 * Takes an amount from what remains of these papers: from the latest paper first, and from parts that pay no charge
 * before other parts.
 */
export function partsOfPapers(balances: readonly PaperBalance[], paise: Paise): PaperPart[] {
  const latest = balances
    .toReversed()
    .map((balance) => ({ ...balance, paise: 0, parts: [] as Paise[] }))
  let left = paise
  const take = (isFree: boolean) => {
    for (const balance of latest)
      for (const [at, line] of [...balance.paper.lines.entries()].reverse()) {
        const alreadyTaken = (balance.taken[at] ?? 0) + (balance.parts[at] ?? 0)
        const free = line.paise - alreadyTaken - (isFree ? (balance.used[at] ?? 0) : 0)
        const part = Math.min(
          left,
          free,
          balance.paper.amount_paise - balance.taken_paise - balance.paise,
        )
        if (part <= 0) continue
        balance.parts[at] = (balance.parts[at] ?? 0) + part
        balance.paise += part
        left -= part
      }
  }
  take(true)
  take(false)
  return latest.filter((balance) => balance.paise > 0)
}

/**
 * The sum of what remains of these papers. It can be negative: notes from before rule 53(1A) was followed may have
 * taken more than a paper had.
 */
export const leftOfPapers = (balances: readonly PaperBalance[]): Paise =>
  sum(balances, ({ paper, taken_paise }) => paper.amount_paise - taken_paise)
