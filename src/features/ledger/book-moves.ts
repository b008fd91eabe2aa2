/** What a cancellation moves between the payments of a member in the books. */
import { financialYear } from '#shared/financial-year.ts'
import type { Paise } from '#shared/rupees.ts'
import { type AccountEntry, recordedUntil, type VoidEntry } from './account-entries.ts'
import { type BookParts, bookPartOf, moveFromAdvance, noParts, sumOfParts } from './book-parts.ts'
import type { Charge } from './charges.ts'
import { creditOn, creditOnPapers } from './credit.ts'
import type { AppliedEntries } from './settlements.ts'

/** The parts of a book's state that cancellations read and change. */
export interface MoveState {
  /** In the order of recording. */
  entries: readonly AccountEntry[]
  byId: ReadonlyMap<string, AccountEntry>
  isHistory: (id: string | null) => boolean
  booked: BookedPayments
  /** The amounts of moved credit on papers that no row has used yet. */
  onPapers: Map<string, number>
}

/**
 * What a cancellation changes for the payments that it does not cancel, by their ids. When a cancellation makes other
 * money pay a charge, the books subtract the amount booked before and add it under the new payment. Amounts that were
 * never booked (credit used when the charge was raised, or a charge of a later year) are not booked now either. An
 * amount that a paper of moved credit states is in the row of that paper.
 */
export function amountsMovedBy(
  state: MoveState,
  entry: VoidEntry,
  before: AppliedEntries,
  after: AppliedEntries,
): Map<string, BookParts> {
  const recorded = recordedUntil(state.entries, entry)
  const moves = movesOf(state, entry)
  const charges = new Map(
    [...before.charges, ...after.charges].map((charge) => [charge.id, charge]),
  )
  for (const charge of charges.values()) {
    const paidBy = (applied: AppliedEntries) =>
      new Map(creditOn(recorded, applied, charge.id).map(({ money, paise }) => [money.id, paise]))
    const [paidBefore, paidAfter] = [paidBy(before), paidBy(after)]
    const unbooked = subtractBooked(moves, charge, decreases(paidBefore, paidAfter))
    addReplacingPayments(moves, charge, decreases(paidAfter, paidBefore), unbooked)
  }
  return moves.moved
}

/** The amounts that a cancellation moves. */
interface Moves {
  booked: BookedPayments
  /** The payment that the cancellation cancels; its own row has its amounts. */
  endedId: string | undefined
  /** The financial year of the cancellation. */
  year: string
  /** By payment. */
  moved: Map<string, BookParts>
  /** Adds what a payment now pays of a charge; a negative amount is no longer paid. */
  move: (moneyId: string, charge: Charge, paise: Paise) => void
  /** Takes at most `most` from the amounts on papers of moved credit (their rows have them); returns what it took. */
  takeFromPapers: (moneyId: string, chargeId: string, most: number) => number
}

function movesOf(
  { entries, byId, isHistory, booked, onPapers }: MoveState,
  entry: VoidEntry,
): Moves {
  const voided = byId.get(entry.reverses_id)
  const { name: year } = financialYear(new Date(entry.recorded_at))
  const papers = papersAt(entries, entry)
  const moved = new Map<string, BookParts>()
  return {
    booked,
    endedId: voided?.paid_with ?? voided?.id,
    year,
    moved,
    move: (moneyId, charge, paise) => {
      if (paise === 0 || isHistory(moneyId)) return
      const earlier = moved.get(moneyId) ?? noParts
      moved.set(moneyId, sumOfParts([earlier, moveFromAdvance({ charge, paise }, year)]))
    },
    takeFromPapers: (moneyId, chargeId, most) => {
      const key = `${entry.recorded_at} ${moneyId} ${chargeId}`
      const left = onPapers.get(key) ?? creditOnPapers(entries, papers, { moneyId, chargeId })
      const paise = Math.min(left, most)
      onPapers.set(key, left - paise)
      return paise
    },
  }
}

interface MovedAmount {
  money_id: string
  paise: Paise
}

/** The amounts by which `from` is more than `to`, in the order of `from`. */
const decreases = (
  from: ReadonlyMap<string, number>,
  to: ReadonlyMap<string, number>,
): MovedAmount[] =>
  [...from].flatMap(([money_id, amount]) => {
    const paise = amount - (to.get(money_id) ?? 0)
    return paise > 0 ? [{ money_id, paise }] : []
  })

/** Subtracts what payments no longer pay of a charge, up to what was booked; returns the amount that was not booked. */
function subtractBooked(
  { booked, endedId, move, takeFromPapers }: Moves,
  charge: Charge,
  amounts: readonly MovedAmount[],
): number {
  let unbooked = 0
  for (const { money_id, paise } of amounts) {
    const subtracted = booked.take(money_id, charge, paise)
    unbooked += paise - subtracted
    if (money_id !== endedId)
      move(money_id, charge, takeFromPapers(money_id, charge.id, subtracted) - subtracted)
  }
  return unbooked
}

/** Adds what other payments now pay of a charge, except amounts on papers and amounts that were not booked before. */
function addReplacingPayments(
  { booked, year, move, takeFromPapers }: Moves,
  charge: Charge,
  amounts: readonly MovedAmount[],
  unbooked: number,
): void {
  let left = unbooked
  for (const { money_id, paise } of amounts) {
    const rest = paise - takeFromPapers(money_id, charge.id, paise)
    const notBooked = Math.min(rest, left)
    left -= notBooked
    booked.add(money_id, charge, rest - notBooked, year)
    move(money_id, charge, rest - notBooked)
  }
}

/** What the books have recorded each payment as paying, by payment and charge. */
export interface BookedPayments {
  /** Charges of a later year are booked as an advance, so they are not added. */
  add: (moneyId: string, charge: Charge, paise: Paise, year: string) => void
  /** Subtracts at most `most`, and returns the amount that was subtracted. */
  take: (moneyId: string, charge: Charge, most: number) => number
}

export function createBookedPayments(): BookedPayments {
  const sums = new Map<string, Paise>()
  return {
    add: (moneyId, charge, paise, year) => {
      if (bookPartOf(charge, year) === 'advance') return
      const key = `${moneyId} ${charge.id}`
      sums.set(key, (sums.get(key) ?? 0) + paise)
    },
    take: (moneyId, charge, most) => {
      const key = `${moneyId} ${charge.id}`
      const sum = sums.get(key) ?? 0
      const paise = Math.min(sum, most)
      sums.set(key, sum - paise)
      return paise
    },
  }
}

/** The papers of moved credit that were recorded or cancelled together with a cancellation. */
const papersAt = (
  entries: readonly AccountEntry[],
  { recorded_at }: AccountEntry,
): AccountEntry[] =>
  entries
    .filter((entry) => entry.recorded_at === recorded_at)
    .map((entry) => entries.find(({ id }) => id === entry.reverses_id) ?? entry)
