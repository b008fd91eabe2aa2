/** Computes the balances of a member in the ledgers of Tally, from the papers and from what the money pays now. */

import { type AccountEntry, activeEntries } from '#features/ledger/account-entries.ts'
import { type BookPart, bookPartOf, isRaisedAfter } from '#features/ledger/book-parts.ts'
import {
  adjustedBy,
  type ReceiptContent,
  type ReceiptLine,
  taxableOfLines,
} from '#features/ledger/receipts/content.ts'
import { subjectOf } from '#features/ledger/receipts/lines.ts'
import {
  moneyOfPaper,
  type Papers,
  takesAdvances,
} from '#features/ledger/receipts/paper-balances.ts'
import { applyEntries } from '#features/ledger/settlements.ts'
import { addToList } from '#shared/add-to-list.ts'
import type { Day } from '#shared/dates.ts'
import type { TallyLedger } from '#shared/dues/tally-ledgers.ts'
import { financialYearOf } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'

/** Whole paise; credits are positive. */
export type Balances = ReadonlyMap<TallyLedger, number>

const ledgers: Record<BookPart, TallyLedger> = {
  joining_fee: 'tally_joining_fee',
  dues: 'tally_dues',
  arrears: 'tally_dues',
  advance: 'tally_advance',
  other: 'tally_other',
}

export function sumOfBalances(parts: readonly { balances: Balances; sign: 1 | -1 }[]): Balances {
  const sums = new Map<TallyLedger, number>()
  for (const { balances, sign } of parts)
    for (const [ledger, paise] of balances)
      sums.set(ledger, (sums.get(ledger) ?? 0) + (sign === 1 ? paise : negative(paise)))
  return sums
}

/** The incomes and the advance of a paper: the values of its lines without tax. */
export function valuesOf(content: ReceiptContent): { ledger: TallyLedger; paise: Paise }[] {
  const year = yearOf(content.paid_on)
  const taxable = taxableOfLines(content)
  return content.lines.map((line, index) => ({
    ledger: isOnMembers(line, year) ? 'tally_members' : ledgers[bookPartOf(line, year)],
    paise: taxable[index] ?? 0,
  }))
}

/**
 * Whether a line pays what the voucher of the charge's own paper has debited. Money from before that paper does not.
 */
const isOnMembers = (line: ReceiptLine, year: string): boolean =>
  line.invoice !== undefined && !isRaisedAfter(line, year)

/** The amount that the paper of a charge takes from the advances, and how much of the charge it pays. */
export const adjustedValues = (content: ReceiptContent) =>
  adjustedBy(content).flatMap(({ number, paise, taxable_paise }) => [
    { number, ledger: 'tally_advance' as const, paise: -taxable_paise },
    { number, ledger: 'tally_members' as const, paise },
  ])

/** The amounts that active papers of charges have taken from the advance of a payment. */
export const takenFrom = (
  paymentId: string | null,
  entries: readonly AccountEntry[],
  papers: Papers,
): number =>
  sum(
    activeEntries(entries)
      .filter(takesAdvances)
      .flatMap(({ id }) => adjustedOf(papers.get(id)))
      .filter(({ number }) => moneyOfPaper(entries, papers, number)?.id === paymentId),
    ({ paise }) => paise,
  )

const adjustedOf = (paper: ReceiptContent | undefined) => (paper ? adjustedBy(paper) : [])

/** What a part of a paper's money is for. */
interface Use extends Pick<ReceiptLine, 'item' | 'year' | 'label' | 'paise'> {
  /** It was paid back, or it returns a refund: it is neither an advance nor income. */
  isPaidBack?: boolean
  /** It pays a charge with a paper of its own; that paper has the income. */
  hasOwnInvoice?: boolean
  /** Parts that another paper has taken from the advance only: the value without tax that the other paper states. */
  value?: number
}

/** An amount for a ledger, or for a purpose whose ledger depends on the day. */
interface Position {
  of: TallyLedger | Pick<ReceiptLine, 'item' | 'year'>
  paise: Paise
}

/** The incomes and the advances on a day (yyyy-MM-dd): dues are an advance until their year begins. */
export function balancesOn(positions: readonly Position[], day: Day): Balances {
  const year = yearOf(day)
  const balances = new Map<TallyLedger, number>()
  for (const { of, paise } of positions) {
    const ledger = typeof of === 'string' ? of : ledgers[bookPartOf(of, year)]
    balances.set(ledger, (balances.get(ledger) ?? 0) + paise)
  }
  return balances
}

/**
 * Computes the positions that follow from the entries recorded until a moment; the caller's day decides on the ledgers
 * later. `papers` are the papers of receipts and refunds; money without a paper is in no voucher, so it has no
 * position. An advance has the value without the tax of its invoice. A refund reduces the advances by the value of its
 * credit note, or by its amount where it has none.
 */
export function positionsOf(entries: readonly AccountEntry[], papers: Papers): Position[] {
  const positions = waivedPositions(entries, papers)
  const add = (of: Position['of'], paise: Paise) => positions.push({ of, paise })
  const active = activeEntries(entries)
  const refunds = refundsOf(entries, active, papers)
  add('tally_advance', refunds.advance)
  add('tally_members', refunds.given_up)
  let debt = refunds.debt
  const uses = usesOf(entries, active, papers)
  const isCounted = countedPapers(entries, active, papers)
  for (const { id, kind } of active) {
    const paper = papers.get(id)
    if (paper && takesAdvances({ kind })) {
      const taxable = taxableOfLines(paper)
      for (const [index, line] of paper.lines.entries())
        add(line.invoice ? 'tally_members' : line, taxable[index] ?? 0)
      add('tally_members', -paper.amount_paise)
      for (const { number, ledger, paise } of adjustedValues(paper))
        if (isCounted(number)) add(ledger, paise)
      continue
    }
    for (const { use, value } of paper ? withValues(paper, uses.get(id) ?? []) : []) {
      const ofMembers = use.item === 'refund to return' ? Math.min(use.paise, debt) : 0
      const returned = Math.round((value * ofMembers) / (use.paise || 1))
      debt -= ofMembers
      add('tally_members', returned)
      const ledger = use.hasOwnInvoice ? 'tally_members' : use
      add(use.isPaidBack ? 'tally_advance' : ledger, value - returned)
    }
  }
  return positions
}

/** The waived parts of charges that have papers of their own: the members no longer owe them, and the income stays. */
function waivedPositions(entries: readonly AccountEntry[], papers: Papers): Position[] {
  return applyEntries(entries).settlements.flatMap(({ kind, charge, paise }): Position[] =>
    kind === 'waiver' && papers.has(charge.id)
      ? [
          { of: 'tally_members', paise },
          { of: 'tally_waived', paise: negative(paise) },
        ]
      : [],
  )
}

/** Whether the money of the paper with a number is active. */
function countedPapers(
  entries: readonly AccountEntry[],
  active: readonly AccountEntry[],
  papers: Papers,
): (number: string | null) => boolean {
  const counts = new Set(active.map(({ id }) => id))
  return (number) => counts.has(moneyOfPaper(entries, papers, number)?.id ?? '')
}

/**
 * Computes what refunds take from the advances. A refund takes nothing when its credit note is for an invoice that was
 * cancelled for the rest only: the cancelled money moved in full, so the member has a debt in Tally until the refund is
 * returned, or until it is cancelled without a paper.
 */
function refundsOf(
  entries: readonly AccountEntry[],
  active: readonly AccountEntry[],
  papers: Papers,
): { advance: number; debt: number; given_up: number } {
  const counts = new Set(active.map(({ id }) => id))
  const isCounted = countedPapers(entries, active, papers)
  const sums = { advance: 0, debt: 0, given_up: 0 }
  for (const { id, kind, amount_paise } of entries) {
    if (kind !== 'refund') continue
    const note = papers.get(id)
    const reversal = entries.find(({ reverses_id }) => reverses_id === id)
    if (!note) sums.advance += counts.has(id) ? amount_paise : 0
    else if (reversal) sums.given_up += papers.has(reversal.id) ? 0 : note.amount_paise
    else if (!isCounted(note.cancels)) sums.debt += note.amount_paise
    else for (const { paise } of valuesOf(note)) sums.advance -= paise
  }
  return sums
}

/** The uses of each receipt's money, with the tax that was deducted from it. */
function usesOf(entries: readonly AccountEntry[], active: readonly AccountEntry[], papers: Papers) {
  const { settlements, moneyLeft } = applyEntries(entries)
  const paidWith = new Map(active.map(({ id, paid_with }) => [id, paid_with ?? id]))
  const uses = new Map<string, Use[]>()
  const use = (moneyId: string, one: Use) => addToList(uses, paidWith.get(moneyId) ?? moneyId, one)
  // A payment and the tax deducted from it share the amounts that were taken from their papers.
  const taken = takenOf(entries, active, papers)
  const take = (key: string, paise: Paise) => {
    const part = shareOf(taken.get(key), paise)
    return { part, rest: paise - part.paise }
  }
  for (const { money_id, charge, paise } of settlements) {
    const { item, year, label } = charge
    const subject = { item, year, label }
    // The part that a paper has used is not an advance any more. The rest of a charge with its own paper pays what
    // the member owes.
    const { part, rest } = take(`${charge.id} ${paidWith.get(money_id) ?? money_id}`, paise)
    if (part.paise > 0) use(money_id, { ...advance, ...part, isPaidBack: true })
    if (charge.paper !== null) use(money_id, { ...subject, paise: rest, hasOwnInvoice: true })
    else use(money_id, { ...subject, paise: rest, isPaidBack: item === 'refund to return' })
  }
  for (const { money_id, credit_paise, refunded_paise } of moneyLeft) {
    const { part, rest } = take(paidWith.get(money_id) ?? money_id, refunded_paise)
    use(money_id, { ...advance, paise: credit_paise })
    use(money_id, { ...advance, ...part, isPaidBack: true })
    use(money_id, { ...advance, paise: rest, isPaidBack: true })
  }
  return uses
}

const advance = { item: 'advance', year: '', label: '' } as const

/**
 * The amounts that other papers have taken from the money of a payment: the amount, its value without tax, and how much
 * of the amount was assigned to uses.
 */
interface TakenAmounts {
  paise: Paise
  value: number
  used: number
}

/**
 * Returns what was taken, by key: credit notes of refunds by the payment, papers of charges by the charge and the
 * payment.
 */
function takenOf(
  entries: readonly AccountEntry[],
  active: readonly AccountEntry[],
  papers: Papers,
): Map<string, TakenAmounts> {
  const taken = new Map<string, TakenAmounts>()
  const add = (key: string, paise: Paise, value: number) => {
    const before = taken.get(key) ?? { paise: 0, value: 0, used: 0 }
    taken.set(key, { ...before, paise: before.paise + paise, value: before.value + value })
  }
  for (const { id, kind, charge_id } of active) {
    const paper = papers.get(id)
    if (!paper) continue
    if (kind === 'refund') {
      const value = sum(valuesOf(paper), ({ paise }) => paise)
      add(moneyOfPaper(entries, papers, paper.cancels)?.id ?? '', paper.amount_paise, value)
    }
    const chargeId = kind === 'paper' ? charge_id : id
    for (const { number, paise, taxable_paise } of takesAdvances({ kind }) ? adjustedBy(paper) : [])
      add(`${chargeId} ${moneyOfPaper(entries, papers, number)?.id}`, paise, taxable_paise)
  }
  return taken
}

/** Takes an amount and its share of the value; the shares add up to the value, to the paisa. */
function shareOf(taken: TakenAmounts | undefined, paise: Paise): { paise: Paise; value: number } {
  if (!taken || taken.paise === 0) return { paise: 0, value: 0 }
  const valueUpTo = (amount: Paise) => Math.round((taken.value * amount) / taken.paise)
  const part = Math.min(paise, taken.paise - taken.used)
  const value = valueUpTo(taken.used + part) - valueUpTo(taken.used)
  taken.used += part
  return { paise: part, value }
}

/**
 * Computes the values without tax. A part that another paper has taken has the value that the other paper states, and
 * the lines from which it was taken have the rest, so that nothing is left of an advance that is used in full. A use
 * that is for the same as a line has the tax of this line; a use that moved has the tax of the lines that it left.
 */
function withValues(paper: ReceiptContent, uses: readonly Use[]): { use: Use; value: number }[] {
  const taxable = taxableOfLines(paper)
  const lines = paper.lines.map((line, index) => ({
    key: subjectOf(line),
    paise: line.paise,
    value: taxable[index] ?? 0,
  }))
  const taken = uses.map((use) => ({ use, value: 0, rest: use.paise }))
  const take = (one: (typeof taken)[number], among: typeof lines) => {
    for (const line of among) {
      const paise = Math.min(one.rest, line.paise)
      if (paise === 0) continue
      const value = Math.round((line.value * paise) / line.paise)
      one.rest -= paise
      one.value += value
      line.paise -= paise
      line.value -= value
    }
  }
  const same = (one: (typeof taken)[number]) =>
    lines.filter(({ key }) => key === subjectOf(one.use))
  for (const one of taken) {
    if (one.use.value === undefined) continue
    // Papers use the lines from the last one on.
    const from = [...same(one), ...lines.toReversed()]
    take(one, from)
    const rest = from.find(({ paise }) => paise > 0)
    if (rest) rest.value += one.value - one.use.value
    one.value = one.use.value
  }
  for (const one of taken) take(one, same(one))
  for (const one of taken) take(one, lines)
  return taken
}

const yearOf = (day: Day): string => financialYearOf(day).name
