/** The values of ledger entries from which accounts are computed (account.ts). */

import type { LateRenewal } from '#shared/association-details.ts'
import { compare } from '#shared/compare.ts'
import { type Day, type Instant, isoDay, type Period } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { ChargeItem, EntryKind, ReversalReason } from './contract.ts'
import type { TaxTreatment } from './receipts/tax.ts'

/** The columns of every entry. The types below say which of them an entry of each kind always has. */
export interface EntryColumns {
  id: string
  kind: EntryKind
  reverses_id: string | null
  amount_paise: Paise
  year: string | null
  item: ChargeItem | null
  due_on: Day | null
  grace_until: Day | null
  valid_from: Day | null
  valid_to: Day | null
  paid_at: Instant
  recorded_at: Instant
  reference: string
  receipt_number: string | null
  /**
   * For a charge: the days that dues cover when they are settled late, as set when the charge was raised. Null on older
   * charges: the payment that settled them stores the days.
   */
  late_renewal: LateRenewal | null
  /**
   * A payment that implies charges for several years, or a joining fee, stores their amounts. A payment of dues stores
   * the charges that it implies.
   */
  year_amounts: YearAmounts | ImpliedCharge[] | null
  /** The charge's own tax; null means that the association's tax on the day of the payment applies. */
  tax_treatment: TaxTreatment | null
  /**
   * For a payment and the tax deducted from it: the charge that it pays first; null means the charge that is due first.
   * For a waiver: the charge that it waives; null on older waivers, which waive what is due first. For a paper: the
   * charge that the paper is for.
   */
  charge_id: string | null
  /**
   * For tax that a member deducted from a payment: the id of that payment, whose receipt states the tax. For a paper:
   * the payment whose credit pays the charge.
   */
  paid_with: string | null
  /**
   * Why this entry voids another; null for Mark Unpaid, and for entries from before reasons were stored.
   */
  void_reason: VoidReason | null
}

/** What a member owes. */
export interface ChargeEntry extends EntryColumns {
  kind: 'charge'
  reverses_id: null
  year: string
  item: ChargeItem
  due_on: Day
  grace_until: Day
  valid_from: Day
  valid_to: Day
}

/** Numbers the paper of a charge that credit pays. */
export interface PaperEntry extends EntryColumns {
  kind: 'paper'
  reverses_id: null
  paid_with: string
  charge_id: string
}

/** Voids another entry, whose other columns it repeats. */
export interface VoidEntry extends EntryColumns {
  kind: 'reversal' | 'cancellation'
  reverses_id: string
}

/** Money that a member paid, was spared, had deducted or got back. Only payments name days, and not all of them do. */
export interface MoneyEntry extends EntryColumns {
  kind: 'payment' | 'waiver' | 'tds' | 'refund' | 'settlement'
  reverses_id: null
}

/** An entry whose kind says which columns it has. */
export type AccountEntry = ChargeEntry | PaperEntry | VoidEntry | MoneyEntry

/** The columns that entries of these kinds always have. */
const columnsOfKind: Partial<Record<EntryKind, readonly (keyof EntryColumns)[]>> = {
  charge: ['year', 'item', 'due_on', 'grace_until', 'valid_from', 'valid_to'],
  paper: ['paid_with', 'charge_id'],
}

/** Types the columns of a row as an entry. Throws an error when a column that its kind always has is missing. */
export function entryOfColumns<Columns extends EntryColumns>(
  columns: Columns,
): Columns & AccountEntry {
  if (!hasItsColumns(columns)) throw new Error(`The ${columns.kind} ${columns.id} is incomplete`)
  return columns
}

const hasItsColumns = <Columns extends EntryColumns>(
  columns: Columns,
): columns is Columns & AccountEntry =>
  (columns.reverses_id !== null) === isVoid(columns) &&
  (columnsOfKind[columns.kind] ?? []).every((name) => columns[name] !== null)

/** In paise, by what they are for: { '2025-26': 500000, 'joining fee 2025-26': 250000 }. */
export type YearAmounts = Record<string, Paise>

/**
 * An administrator's reason, or why the portal voided the entry: replaced by another payment, or undone with an import
 * or a bulk payment.
 */
export type VoidReason = ReversalReason | 'replaced' | 'import undone' | 'bulk payment undone'

/**
 * True when voiding an entry clears the payment fields even if an earlier payment still covers today. When a payment
 * should never have been recorded, voiding it restores the previous values of the fields instead.
 */
export const clearsPaymentFields = ({
  reverses_id,
  void_reason,
}: Pick<AccountEntry, 'reverses_id' | 'void_reason'>): boolean =>
  reverses_id !== null &&
  void_reason !== 'replaced' &&
  void_reason !== 'import undone' &&
  void_reason !== 'bulk payment undone' &&
  void_reason !== 'typed twice'

/**
 * Whether a payment is voided because it was recorded wrongly, which includes Mark Unpaid (null). No money moved on the
 * day of the void, so the books date the void on the day of the payment (`paid_at`).
 */
export const isRecordingError = (reason: VoidReason | null): boolean =>
  reason !== 'bounced' && reason !== 'other'

/**
 * The day of an entry in the books, yyyy-MM-dd: the day of payment for money, the day on which the money went back for
 * a cancellation, the day of raising for a charge. Arrears are dated earlier, because they were owed before the import.
 */
export const dayInBooks = (
  entry: Pick<AccountEntry, 'kind' | 'item' | 'due_on' | 'paid_at'>,
): Day =>
  (entry.kind === 'charge' && entry.item === 'arrears' && entry.due_on) || isoDay(entry.paid_at)

/**
 * When a void takes effect for the member: on the day of the return for a payment that the bank returned, else when it
 * was recorded.
 */
export const voidedAt = ({
  void_reason,
  paid_at,
  recorded_at,
}: Pick<AccountEntry, 'void_reason' | 'paid_at' | 'recorded_at'>): Instant =>
  isRecordingError(void_reason) ? recorded_at : paid_at

/** A charge to be raised. */
export interface PlannedCharge {
  year: string
  item: ChargeItem
  /** Positive. */
  amount_paise: Paise
  due_on: Day
  grace_until: Day
  valid_from: Day
  valid_to: Day
}

/** A charge that was not raised when a payment of dues was recorded; the payment implies it. */
export type ImpliedCharge = Pick<
  PlannedCharge,
  'year' | 'item' | 'amount_paise' | 'valid_from' | 'valid_to'
>

/** The entries that are not void, without the ones that void, in the order in which they were recorded. */
export function activeEntries<
  Entry extends Pick<AccountEntry, 'id' | 'kind' | 'reverses_id' | 'recorded_at'>,
>(entries: readonly Entry[]): Entry[] {
  const voided = new Set(entries.map(({ reverses_id }) => reverses_id))
  return entries.filter((entry) => !isVoid(entry) && !voided.has(entry.id)).sort(byRecording)
}

export const isVoid = <Entry extends Pick<AccountEntry, 'kind'>>(
  entry: Entry,
): entry is Entry & Pick<VoidEntry, 'kind' | 'reverses_id'> =>
  entry.kind === 'reversal' || entry.kind === 'cancellation'

/** In the order in which they were recorded. */
export const byRecording = (
  a: Pick<AccountEntry, 'recorded_at' | 'id'>,
  b: Pick<AccountEntry, 'recorded_at' | 'id'>,
): number => compare(a.recorded_at, b.recorded_at) || compare(a.id, b.id)

/**
 * The entries that had been recorded when `last` was recorded, in the order of recording.
 */
export const recordedUntil = <Entry extends Pick<AccountEntry, 'recorded_at' | 'id'>>(
  entries: readonly Entry[],
  last: Pick<AccountEntry, 'recorded_at' | 'id'>,
): Entry[] => entries.filter((entry) => byRecording(entry, last) <= 0).sort(byRecording)

/**
 * Whether this is a payment of Mark Paid, Member Data or an import. Such payments set the payment fields, with or
 * without days.
 */
export const isPlainPayment = ({ kind, item }: Pick<AccountEntry, 'kind' | 'item'>): boolean =>
  kind === 'payment' && item === null

/** Whether an administrator or a sheet specified the days that this payment is for. */
export const hasExplicitDays = <
  Entry extends Pick<AccountEntry, 'kind' | 'item' | 'valid_from' | 'valid_to'>,
>(
  entry: Entry,
): entry is Entry & { valid_from: Day; valid_to: Day } =>
  isPlainPayment(entry) && !!entry.valid_from && !!entry.valid_to

/** Whether a payment is for some of these days, so that another payment for them replaces it. */
export const overlapsDays = (
  entry: Pick<AccountEntry, 'kind' | 'item' | 'valid_from' | 'valid_to'>,
  { from, to }: Period,
): boolean => hasExplicitDays(entry) && entry.valid_from <= to && entry.valid_to >= from
