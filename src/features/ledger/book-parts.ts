/** What the books say of a payment: what it paid for, and whether it is history that an import brought. */
import { isoDay } from '#shared/dates.ts'
import { financialYear, financialYearOf } from '#shared/financial-year.ts'
import {
  type AccountEntry,
  activeEntries,
  byRecording,
  isVoid,
  recordedUntil,
} from './account-entries.ts'
import type { Charge } from './charges.ts'
import { creditOfPaper, creditOn, creditOnPapers } from './credit.ts'
import type { ReceiptLine } from './receipts/content.ts'
import { type Settlement, settlementsOf } from './settlements.ts'

/**
 * `dues` are dues of the year in which the money came, `arrears` are dues of earlier years, and an `advance` pays dues
 * of later years.
 */
export const bookParts = ['joining_fee', 'dues', 'arrears', 'advance', 'other'] as const
export type BookPart = (typeof bookParts)[number]

export const bookPartLabels: Record<BookPart, string> = {
  joining_fee: 'Joining fee',
  dues: 'Dues of the year',
  arrears: 'Arrears',
  advance: 'Advance',
  other: 'Other charges',
}

/** Whole paise; together they are the amount of the entry. */
export type BookParts = Record<BookPart, number>

const noParts: BookParts = { joining_fee: 0, dues: 0, arrears: 0, advance: 0, other: 0 }

/**
 * Splits a payment into the parts that it paid when it was recorded; later entries do not change them. Tax that was
 * deducted from it is an entry with its own parts. A refund of credit reduces the advance. The parts of a charge, and of a
 * paper, are what credit paid of the charge, with the same amount taken from the advance. A cancellation takes back the
 * parts that the money has by then; dues of the year of the payment are arrears in a later year. What it moves of other
 * money is with it: the money of a cancelled charge becomes an advance. Where it is of another day than its recording, it
 * takes back what the money had on its day, and the rest has a row of its own (`laterPartsOf`). `entries` must be all
 * entries of the member.
 */
export function partsOf(entries: readonly AccountEntry[], id: string): BookParts {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return noParts
  const { name: year } = financialYear(new Date(entry.paid_at))
  if (isVoid(entry)) {
    const { ended, moved } = voidParts(entries, entry)
    return hasLaterRow(entry) ? ended : sumOfParts([ended, moved])
  }
  if (entry.kind === 'paper') return fromAdvance(creditOfPaper(entries, entry), year)
  const { settlements } = settlementsOf(recordedUntil(entries, entry))
  if (entry.kind === 'charge')
    return sumOfParts(creditUsedBy(settlements, id).map((part) => fromAdvance(part, year)))
  return sumOfParts([
    { ...noParts, advance: entry.amount_paise },
    ...settlements.filter(({ money_id }) => money_id === id).map((part) => fromAdvance(part, year)),
  ])
}

const creditUsedBy = (settlements: readonly Settlement[], chargeId: string): Settlement[] =>
  settlements.filter(({ charge, kind }) => charge.id === chargeId && kind !== 'waiver')

/** What pays a charge is taken from the advance, in the financial year `year`. */
function fromAdvance(
  { charge, paise }: { charge: Pick<ReceiptLine, 'item' | 'year'>; paise: number },
  year: string,
): BookParts {
  const parts = { ...noParts, advance: 0 - paise }
  parts[partOf(charge, year)] += paise
  return parts
}

/** Whether a cancellation is of another day than its recording, so that the books have what it moves on a later day. */
export const hasLaterRow = (
  entry: Pick<AccountEntry, 'kind' | 'paid_at' | 'recorded_at'>,
): boolean => isVoid(entry) && isoDay(entry.paid_at) < isoDay(entry.recorded_at)

/**
 * What a cancellation of an earlier day changes on the day on which it is recorded: what has become of its money since its
 * own day, and what it moves of other money.
 */
export function laterPartsOf(entries: readonly AccountEntry[], id: string): BookParts {
  const entry = entries.find((one) => one.id === id)
  if (!entry || !hasLaterRow(entry)) return noParts
  const { endedLater, moved } = voidParts(entries, entry)
  // Imported history is in no sum.
  return sumOfParts([historyIn(entries)(entry.reverses_id) ? noParts : endedLater, moved])
}

/** What a cancellation takes back of the entry itself, on its own day and later, and what it moves of other money. */
function voidParts(
  entries: readonly AccountEntry[],
  entry: AccountEntry,
): { ended: BookParts; endedLater: BookParts; moved: BookParts } {
  const rows = rowsOfMoney(recordedUntil(entries, entry), entry.reverses_id ?? '')
  const isLater = ({ day }: DatedParts) => hasLaterRow(entry) && day > isoDay(entry.paid_at)
  return {
    ended: takenBack(
      rows.filter((row) => !isLater(row)),
      entry.paid_at,
    ),
    endedLater: takenBack(rows.filter(isLater), entry.recorded_at),
    moved: sumOfParts([...movedBy(entries, entry).values()]),
  }
}

interface DatedParts {
  /** yyyy-MM-dd. */
  day: string
  parts: BookParts
}

/** The rows that the books have of money with an id; a charge and a waiver have no money of their own. */
function rowsOfMoney(known: readonly AccountEntry[], id: string): DatedParts[] {
  const money = known.find((one) => one.id === id)
  if (!money || money.kind === 'charge' || money.kind === 'waiver') return []
  return [
    { day: isoDay(money.paid_at), parts: partsOf(known, id) },
    ...known.filter(isVoid).map((entry) => ({
      day: isoDay(entry.recorded_at),
      parts: movedBy(known, entry).get(id) ?? noParts,
    })),
    ...chargesFrom(known, id),
  ]
}

/** The opposite of rows, at a moment (ISO UTC): dues of an earlier year are arrears by then. */
function takenBack(rows: readonly DatedParts[], at: string): BookParts {
  const { from } = financialYear(new Date(at))
  return opposite(
    sumOfParts(
      rows.map(({ day, parts }) =>
        day >= from ? parts : { ...parts, dues: 0, arrears: parts.arrears + parts.dues },
      ),
    ),
  )
}

/** What rows of charges with papers of their own say of the credit of a payment, or of the tax deducted from it. */
function chargesFrom(known: readonly AccountEntry[], moneyId: string): DatedParts[] {
  return activeEntries(known)
    .filter(({ kind, receipt_number }) => kind === 'charge' && receipt_number !== null)
    .flatMap((entry) => {
      const { name: year } = financialYear(new Date(entry.paid_at))
      const { settlements } = settlementsOf(recordedUntil(known, entry))
      return creditUsedBy(settlements, entry.id)
        .filter((part) => part.money_id === moneyId)
        .map((part) => ({ day: isoDay(entry.paid_at), parts: fromAdvance(part, year) }))
    })
}

/** What a cancellation moves of the payments that it does not cancel, by their ids; a paper of such a move has its own row. */
function movedBy(entries: readonly AccountEntry[], entry: AccountEntry): Map<string, BookParts> {
  const known = recordedUntil(entries, entry)
  const was = settlementsOf(known.filter((one) => one !== entry))
  const is = settlementsOf(known)
  const voided = entries.find(({ id }) => id === entry.reverses_id)
  const { name: year } = financialYear(new Date(entry.recorded_at))
  const papers = papersAt(entries, entry)
  const moved = new Map<string, BookParts>()
  const charges = new Map([...was.charges, ...is.charges].map((charge) => [charge.id, charge]))
  for (const charge of charges.values()) {
    const paid = new Map(
      creditOn(known, was, charge.id).map(({ money, paise }) => [money, 0 - paise]),
    )
    for (const { money, paise } of creditOn(known, is, charge.id))
      paid.set(money, (paid.get(money) ?? 0) + paise)
    for (const [money, change] of paid) {
      if (money.id === (voided?.paid_with ?? voided?.id) || isImportedHistory(money)) continue
      const charged = entries.find(({ id }) => id === (charge.brought_by ?? charge.id))
      if (hasNoRow(money, charge, charged)) continue
      const paise =
        change -
        Math.sign(change) *
          creditOnPapers(entries, papers, { moneyId: money.id, chargeId: charge.id })
      const before = moved.get(money.id) ?? noParts
      moved.set(money.id, sumOfParts([before, fromAdvance({ charge, paise }, year)]))
    }
  }
  return moved
}

/**
 * Whether no row of a book says that money pays a charge: the charge was raised later, without a paper of its own, or is
 * for dues of a year that had not begun when the row was made.
 */
function hasNoRow(
  money: AccountEntry,
  charge: Pick<Charge, 'item' | 'year' | 'paper'>,
  charged: AccountEntry | undefined,
): boolean {
  const later = charged && charged.recorded_at > money.recorded_at ? charged : undefined
  if (later && charge.paper === null) return true
  return isAhead(charge, isoDay((later ?? money).paid_at))
}

/** Whether it is for dues of a financial year that has not begun on a day (yyyy-MM-dd). */
const isAhead = (charge: Pick<Charge, 'item' | 'year'>, day: string): boolean =>
  partOf(charge, financialYearOf(day).name) === 'advance'

/**
 * The advances of a member at the end of a day (yyyy-MM-dd), as the books have them. Money is an advance while it pays
 * nothing, or pays dues of a financial year that has not begun; it stops being one when it pays something else or goes
 * back, or on the first of April of that year. Refunds that the member owes back are less than none. `entries` are all
 * entries of the member.
 */
export function advanceAt(entries: readonly AccountEntry[], day: string): number {
  const isUntil = (moment: string) => isoDay(moment) <= day
  const known = entries.filter(({ recorded_at }) => isUntil(recorded_at)).sort(byRecording)
  // The books have money by its own day, also when it was recorded later.
  const elsewhere = entries
    .filter(({ recorded_at, paid_at }) => isUntil(recorded_at) !== isUntil(paid_at))
    .map((entry) => (isUntil(entry.paid_at) ? 1 : -1) * advanceOf(entries, entry.id))
  return sumOf([advanceNow(known, day), ...elsewhere])
}

/**
 * What the row of an entry has as an advance; a waiver, and a charge without a paper of its own, have none. What an import
 * brought as history is in no sum, nor is its use.
 */
export function advanceOf(entries: readonly AccountEntry[], id: string): number {
  const entry = entries.find((one) => one.id === id)
  if (!entry) return 0
  const isHistory = historyIn(entries)
  if (isVoid(entry)) {
    const { ended, moved } = voidParts(entries, entry)
    const own = isHistory(entry.reverses_id) ? 0 : ended.advance
    return hasLaterRow(entry) ? own : own + moved.advance
  }
  if (entry.kind === 'waiver' || (entry.kind === 'charge' && entry.receipt_number === null))
    return 0
  if (entry.kind !== 'charge') return isHistory(id) ? 0 : partsOf(entries, id).advance
  const { name: year } = financialYear(new Date(entry.paid_at))
  const { settlements } = settlementsOf(recordedUntil(entries, entry))
  const used = creditUsedBy(settlements, id).filter(({ money_id }) => !isHistory(money_id))
  return sumOf(used.map((part) => fromAdvance(part, year).advance))
}

function advanceNow(known: readonly AccountEntry[], day: string): number {
  const { charges, settlements, left } = settlementsOf(known)
  const isHistory = historyIn(known)
  const waivers = new Set(known.flatMap(({ id, kind }) => (kind === 'waiver' ? [id] : [])))
  const isBack = ({ item }: Charge) => item === 'refund to return'
  return sumOf([
    ...left.map(({ money_id, credit_paise, refunded_paise }) => {
      if (waivers.has(money_id)) return 0
      return isHistory(money_id) ? 0 - refunded_paise : credit_paise
    }),
    ...settlements.map(({ money_id, charge, paise }) => {
      if (waivers.has(money_id)) return 0
      if (isBack(charge)) return paise
      return !isHistory(money_id) && isAhead(charge, day) ? paise : 0
    }),
    ...charges.filter(isBack).map(({ amount_paise }) => 0 - amount_paise),
  ])
}

/** Whether the money with an id is history that an import brought; for a paper, the money that it is for. */
function historyIn(entries: readonly AccountEntry[]): (id: string | null) => boolean {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return (id) => {
    const entry = byId.get(id ?? '')
    const money = byId.get(entry?.paid_with ?? '') ?? entry
    return money?.kind === 'payment' && isImportedHistory(money)
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, paise) => sum + paise, 0)

/** The papers of moved credit that were recorded or cancelled together with a cancellation. */
const papersAt = (
  entries: readonly AccountEntry[],
  { recorded_at }: AccountEntry,
): AccountEntry[] =>
  entries
    .filter((one) => one.recorded_at === recorded_at)
    .map((one) => entries.find(({ id }) => id === one.reverses_id) ?? one)

const sumOfParts = (all: readonly BookParts[]): BookParts => {
  const sum = { ...noParts }
  for (const parts of all) for (const part of bookParts) sum[part] += parts[part]
  return sum
}

// 0 - 0, because -0 is another number.
const opposite = (parts: BookParts): BookParts => ({
  joining_fee: 0 - parts.joining_fee,
  dues: 0 - parts.dues,
  arrears: 0 - parts.arrears,
  advance: 0 - parts.advance,
  other: 0 - parts.other,
})

/** What a line is for, of money that came in the financial year `ofMoney`: for the books and for Tally. */
export function partOf(
  { item, year }: Pick<ReceiptLine, 'item' | 'year'>,
  ofMoney: string,
): BookPart {
  if (item === 'joining fee') return 'joining_fee'
  if (item === 'arrears') return 'arrears'
  // What was paid back from an advance, and came again.
  if (item === 'advance' || item === 'refund to return') return 'advance'
  if (item === 'membership') return 'dues'
  if (item !== 'dues') return 'other'
  if (year === ofMoney) return 'dues'
  return year < ofMoney ? 'arrears' : 'advance'
}

interface BookedPayment {
  receipt_number: string | null
  paid_at: string
  recorded_at: string
  valid_to: string | null
}

/**
 * Whether a payment is history of an earlier year that an import brought: the portal gave it no number, and it was
 * paid, or was for days, before the financial year in which it was recorded. Such payments are in no sum of a book.
 */
export function isImportedHistory(payment: BookedPayment): boolean {
  if (payment.receipt_number !== null) return false
  const { from } = financialYear(new Date(payment.recorded_at))
  return isoDay(payment.paid_at) < from || (payment.valid_to !== null && payment.valid_to < from)
}
