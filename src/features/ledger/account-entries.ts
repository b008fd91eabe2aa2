/** The values of ledger entries from which accounts are computed (account.ts). */

import type { LateRenewal } from '#shared/association-details.ts'
import { compare } from '#shared/compare.ts'
import { isoDay, type Period } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { LedgerEntry } from './answers.ts'
import type { ChargeItem, ReversalReason } from './contract.ts'
import type { TaxTreatment } from './receipts/tax.ts'

export type AccountEntry = Pick<
  LedgerEntry,
  | 'id'
  | 'kind'
  | 'reverses_id'
  | 'amount_paise'
  | 'year'
  | 'item'
  | 'due_on'
  | 'grace_until'
  | 'valid_from'
  | 'valid_to'
  | 'paid_at'
  | 'recorded_at'
  | 'reference'
  | 'receipt_number'
> & {
  /**
   * For a charge: the days that dues give when they are settled late, as set when the charge was raised. Older charges
   * have null: the payment that settled them stores the days.
   */
  late_renewal: LateRenewal | null
  /**
   * A payment that brings charges for several years that it names, or a joining fee, stores their amounts. A payment of
   * dues stores the charges that it brings.
   */
  year_amounts: YearAmounts | BroughtCharge[] | null
  /** The charge's own tax; null means that the association's tax on the day of the payment applies. */
  tax_treatment: TaxTreatment | null
  /**
   * For a payment, and for the tax deducted from it: the charge that it pays first; null means the charge that is due
   * first. For a waiver: the charge that it waives; older waivers have null and waive what is due first. For a paper:
   * the charge that it is for.
   */
  charge_id: string | null
  /**
   * For tax that a member deducted from a payment: the id of that payment, whose receipt states the tax. For a paper:
   * the payment whose credit pays the charge.
   */
  paid_with: string | null
  /**
   * Why the entry is void; null for Mark Unpaid, and for entries that were voided before reasons were stored.
   */
  void_reason: VoidReason | null
}

/** In paise, by what they are for: { '2025-26': 500000, 'joining fee 2025-26': 250000 }. */
export type YearAmounts = Record<string, number>

/**
 * An administrator's reason, or why the portal voided the entry: replaced by another payment, or undone with an import
 * or a bulk payment.
 */
export type VoidReason = ReversalReason | 'replaced' | 'import undone' | 'bulk payment undone'

/**
 * Returns true when voiding an entry empties the payment fields although an earlier payment may still cover today.
 * When a payment should never have been recorded, voiding it restores the fields as they were before.
 */
export const emptiesFields = ({
  reverses_id,
  void_reason,
}: Pick<AccountEntry, 'reverses_id' | 'void_reason'>): boolean =>
  reverses_id !== null &&
  void_reason !== 'replaced' &&
  void_reason !== 'import undone' &&
  void_reason !== 'bulk payment undone' &&
  void_reason !== 'typed twice'

/**
 * Whether a payment is voided because it was recorded wrongly, as with Mark Unpaid (null). The bank moved no money on
 * the day of the void, so the books date the void on the day of the payment (`paid_at`).
 */
export const correctsBooks = (reason: VoidReason | null): boolean =>
  reason !== 'bounced' && reason !== 'other'

/**
 * The day of an entry in the books, yyyy-MM-dd: for money the day of payment, for a cancellation the day on which it
 * takes the money back, for a charge the day on which it was raised. Arrears were owed before an import charged them.
 */
export const dayInBooks = (
  entry: Pick<AccountEntry, 'kind' | 'item' | 'due_on' | 'paid_at'>,
): string =>
  (entry.kind === 'charge' && entry.item === 'arrears' && entry.due_on) || isoDay(entry.paid_at)

/**
 * When a void counts for the member: on the day of the return for a payment that the bank returned, else when it was
 * recorded.
 */
export const voidedAt = ({
  void_reason,
  paid_at,
  recorded_at,
}: Pick<AccountEntry, 'void_reason' | 'paid_at' | 'recorded_at'>): string =>
  correctsBooks(void_reason) ? recorded_at : paid_at

/** A charge to be raised. Days are yyyy-MM-dd. */
export interface PlannedCharge {
  year: string
  item: ChargeItem
  /** Positive. */
  amount_paise: Paise
  due_on: string
  grace_until: string
  valid_from: string
  valid_to: string
}

/** A charge that was not raised when a payment of dues was recorded, and comes with the payment. */
export type BroughtCharge = Pick<
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

export const isVoid = ({ kind }: Pick<AccountEntry, 'kind'>): boolean =>
  kind === 'reversal' || kind === 'cancellation'

/** In the order in which they were recorded. */
export const byRecording = (
  a: Pick<AccountEntry, 'recorded_at' | 'id'>,
  b: Pick<AccountEntry, 'recorded_at' | 'id'>,
): number => compare(a.recorded_at, b.recorded_at) || compare(a.id, b.id)

/**
 * Returns the entries that were known when the last of them was recorded, in the order of recording.
 */
export const recordedUntil = <Entry extends Pick<AccountEntry, 'recorded_at' | 'id'>>(
  entries: readonly Entry[],
  last: Entry,
): Entry[] => entries.filter((entry) => byRecording(entry, last) <= 0).sort(byRecording)

/**
 * Whether this is a payment of Mark Paid, Member Data or an import, which give
 * the payment fields, with days or without.
 */
export const isPlainPayment = ({ kind, item }: Pick<AccountEntry, 'kind' | 'item'>): boolean =>
  kind === 'payment' && item === null

/** Whether the administrator or a sheet gave the days that this payment is for. */
export const namesDays = (
  entry: Pick<AccountEntry, 'kind' | 'item' | 'valid_from' | 'valid_to'>,
): boolean => isPlainPayment(entry) && !!entry.valid_from && !!entry.valid_to

/** Whether a payment names some of these days, so that another one for them takes its place. */
export const namesSomeOf = (
  entry: Parameters<typeof namesDays>[0],
  { from, to }: Period,
): boolean => namesDays(entry) && (entry.valid_from ?? '') <= to && (entry.valid_to ?? '') >= from
