/** The amounts of a member's entries in the books: the purpose of the money, and what cancellations change. */
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import { financialYear, financialYearOf } from '#shared/financial-year.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import { sum } from '#shared/sum.ts'
import {
  type AccountEntry,
  activeEntries,
  byRecording,
  isVoid,
  recordedUntil,
  type VoidEntry,
} from './account-entries.ts'
import { amountsMovedBy, createBookedPayments, type MoveState } from './book-moves.ts'
import {
  type BookParts,
  bookPartOf,
  isImportedHistory,
  moveFromAdvance,
  noParts,
  sumOfParts,
} from './book-parts.ts'
import type { Charge } from './charges.ts'
import { creditOfPaper } from './credit.ts'
import { type AppliedEntries, applyEach, applyEntries } from './settlements.ts'

/** The rows of a member, by the ids of the entries. */
export interface Book {
  /** In the order of recording. */
  entries: readonly AccountEntry[]
  /**
   * The amounts of an entry on its own day. A payment has the parts that it paid when it was recorded, and so has the
   * tax that was deducted from it. A refund reduces the advance. A charge or a paper has the amount that credit paid of
   * the charge, with the same amount taken from the advance. A cancellation subtracts the amounts of its money.
   */
  parts: ReadonlyMap<string, BookParts>
  /** The amounts of a cancellation dated on an earlier day, on the day when it was recorded: what has changed since. */
  later: ReadonlyMap<string, BookParts>
  /** What an entry adds to the sum of advances. Imported history is in no sum. */
  advances: ReadonlyMap<string, Paise>
}

/**
 * Whether a cancellation is dated earlier than it was recorded, so that its effects on other money are booked later.
 */
export const hasLaterRow = (
  entry: Pick<AccountEntry, 'kind' | 'paid_at' | 'recorded_at'>,
): boolean => isVoid(entry) && isoDay(entry.paid_at) < isoDay(entry.recorded_at)

/**
 * A row that counts for a payment: its own row, the row of a charge that it paid as credit, or the row of a
 * cancellation that moved its money.
 */
interface MoneyRow {
  entry_id: string
  day: Day
  parts: BookParts
}

/** The state while the entries are read in order. */
interface BookState extends MoveState {
  /** By payment; the tax deducted from a payment has its own rows. */
  rows: Map<string, MoneyRow[]>
}

/** `entries` must be all of the member's entries. Later entries do not change the rows of earlier ones. */
export function bookOf(entries: readonly AccountEntry[]): Book {
  const ordered = [...entries].sort(byRecording)
  const byId = new Map(ordered.map((entry) => [entry.id, entry]))
  const isHistory = historyIn(byId)
  const state: BookState = {
    entries: ordered,
    byId,
    isHistory,
    rows: new Map(),
    booked: createBookedPayments(),
    onPapers: new Map(),
  }
  const parts = new Map<string, BookParts>()
  const later = new Map<string, BookParts>()
  const advances = new Map<string, Paise>()
  for (const { entry, before, after } of applyEach(ordered, isBooked)) {
    if (isVoid(entry)) {
      const { own, moved, since } = rowsOfVoid(state, entry, before, after)
      const isOfHistory = isHistory(entry.reverses_id)
      const hasLater = hasLaterRow(entry)
      parts.set(entry.id, hasLater ? own : sumOfParts([own, moved]))
      advances.set(entry.id, (isOfHistory ? 0 : own.advance) + (hasLater ? 0 : moved.advance))
      if (hasLater) later.set(entry.id, sumOfParts([isOfHistory ? noParts : since, moved]))
    } else {
      const rows = rowsOf(state, entry, after)
      parts.set(entry.id, sumOfParts(rows.map((row) => row.parts)))
      const counted = rows.filter(({ money_id }) => !isHistory(money_id))
      advances.set(entry.id, sum(counted.map((row) => row.parts.advance)))
    }
  }
  return { entries: ordered, parts, later, advances }
}

const isBooked = ({ kind, receipt_number }: AccountEntry): boolean =>
  kind !== 'waiver' && (kind !== 'charge' || receipt_number !== null)

/** The rows of an entry that is no cancellation, each with the id of its money. */
function rowsOf(
  { entries, byId, rows, booked }: BookState,
  entry: AccountEntry,
  { settlements }: AppliedEntries,
): { money_id: string; parts: BookParts }[] {
  const { name: year } = financialYear(new Date(entry.paid_at))
  const day = isoDay(entry.paid_at)
  const add = (money_id: string, row: BookParts) => {
    rows.set(money_id, [...(rows.get(money_id) ?? []), { entry_id: entry.id, day, parts: row }])
    return { money_id, parts: row }
  }
  if (entry.kind === 'paper') {
    const { charge, paise } = creditOfPaper(entries, entry)
    booked.add(entry.paid_with, charge, paise, year)
    return [add(entry.id, moveFromAdvance({ charge, paise }, year))]
  }
  const isCharge = entry.kind === 'charge'
  const uses = settlements.filter(({ money_id, charge, kind }) =>
    isCharge ? charge.id === entry.id && kind !== 'waiver' : money_id === entry.id,
  )
  for (const { money_id, charge, paise } of uses)
    booked.add(byId.get(money_id)?.paid_with ?? money_id, charge, paise, year)
  if (isCharge) return uses.map((use) => add(use.money_id, moveFromAdvance(use, year)))
  return [
    add(
      entry.id,
      sumOfParts([
        { ...noParts, advance: entry.amount_paise },
        ...uses.map((use) => moveFromAdvance(use, year)),
      ]),
    ),
  ]
}

/**
 * The amounts of a cancellation: `own` on its own day, which subtracts what the papers of its money state; `since` and
 * `moved` on the day of its recording, which are the changes since its own day and its effects on other money.
 */
function rowsOfVoid(
  state: BookState,
  entry: VoidEntry,
  before: AppliedEntries,
  after: AppliedEntries,
) {
  const { entries, byId, rows } = state
  const voided = byId.get(entry.reverses_id)
  const hasMoney = voided && voided.kind !== 'charge' && voided.kind !== 'waiver'
  const ofMoney = (hasMoney && rows.get(voided.id)) || []
  const active = new Set(activeEntries(recordedUntil(entries, entry)).map(({ id }) => id))
  const movedSince = ({ entry_id: id }: MoneyRow) =>
    hasLaterRow(entry) && id !== voided?.id && !active.has(id)
  const moved = amountsMovedBy(state, entry, before, after)
  const day = isoDay(entry.recorded_at)
  for (const [id, parts] of moved)
    rows.set(id, [...(rows.get(id) ?? []), { entry_id: entry.id, day, parts }])
  return {
    own: reversedSum(
      ofMoney.filter((row) => !movedSince(row)),
      entry.paid_at,
    ),
    since: reversedSum(ofMoney.filter(movedSince), entry.recorded_at),
    moved: sumOfParts([...moved.values()]),
  }
}

/** The negated sum of rows. Dues in rows from before the financial year of `at` (ISO UTC) count as arrears. */
function reversedSum(rows: readonly MoneyRow[], at: Instant): BookParts {
  const { from } = financialYear(new Date(at))
  return negated(
    sumOfParts(
      rows.map(({ day, parts }) =>
        day >= from ? parts : { ...parts, dues: 0, arrears: parts.arrears + parts.dues },
      ),
    ),
  )
}

/**
 * The advances of a member at the end of a day (yyyy-MM-dd) in the books. Money is an advance while it pays nothing, or
 * pays dues of a financial year that has not begun. It stops being one when it pays something else, is refunded, or
 * that year begins. Money from a year before its charge was raised is also an advance, until the payment of the charge
 * is recorded. Refunds that the member has to return make the sum negative.
 */
export function advanceOnDay({ entries, advances }: Book, day: Day): Paise {
  const isNotAfter = (moment: Instant) => isoDay(moment) <= day
  const recorded = entries.filter(({ recorded_at }) => isNotAfter(recorded_at))
  // The books date money by its own day, even if it was recorded later.
  const elsewhere = entries
    .filter(({ recorded_at, paid_at }) => isNotAfter(recorded_at) !== isNotAfter(paid_at))
    .map(({ id, paid_at }) => (isNotAfter(paid_at) ? 1 : -1) * (advances.get(id) ?? 0))
  return sum([sumAdvance(recorded, day), ...elsewhere])
}

function sumAdvance(known: readonly AccountEntry[], day: Day): Paise {
  const { charges, settlements, moneyLeft } = applyEntries(known)
  const isHistory = historyIn(new Map(known.map((entry) => [entry.id, entry])))
  const waivers = new Set(known.flatMap(({ id, kind }) => (kind === 'waiver' ? [id] : [])))
  const isRefundToReturn = ({ item }: Charge) => item === 'refund to return'
  const { name: year } = financialYearOf(day)
  return sum([
    ...moneyLeft.map(({ money_id, credit_paise, refunded_paise }) => {
      if (waivers.has(money_id)) return 0
      return isHistory(money_id) ? negative(refunded_paise) : credit_paise
    }),
    ...settlements.map(({ money_id, charge, paise }) => {
      if (waivers.has(money_id)) return 0
      if (isRefundToReturn(charge)) return paise
      return !isHistory(money_id) && bookPartOf(charge, year) === 'advance' ? paise : 0
    }),
    ...charges.filter(isRefundToReturn).map(({ amount_paise }) => negative(amount_paise)),
  ])
}

/** Tests whether money, or the money that a paper is for, was imported from an earlier year. */
function historyIn(byId: ReadonlyMap<string, AccountEntry>): (id: string | null) => boolean {
  return (id) => {
    const entry = byId.get(id ?? '')
    const money = byId.get(entry?.paid_with ?? '') ?? entry
    return money?.kind === 'payment' && isImportedHistory(money)
  }
}

const negated = (parts: BookParts): BookParts => ({
  joining_fee: negative(parts.joining_fee),
  dues: negative(parts.dues),
  arrears: negative(parts.arrears),
  advance: negative(parts.advance),
  other: negative(parts.other),
})
