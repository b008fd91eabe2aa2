/** Builds the entries that void others. */

import type { PersonRow } from '#features/members/server/queries.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Instant, isoDay } from '#shared/dates.ts'
import { negative } from '#shared/rupees.ts'
import { activeEntries, type VoidEntry, type VoidReason } from '../../account-entries.ts'
import { dayRefusal, keepsDayOfMoney } from '../../payment-days.ts'
import { entryHeader } from '../entries.ts'
import { readBooksLimits } from '../payment-day.ts'
import type { LedgerRow } from '../queries.ts'
import { cancellationColumns, officeReceipt } from '../receipt-numbers.ts'
import { creditsInvoice } from '../receipts/refunded-papers.ts'

export interface VoidOptions {
  /** null: an administrator voids it by hand. */
  reason: VoidReason | null
  now: Date
  /** The bulk payment that replaces it. */
  batch?: string | null
  /** When the money went back; by default `timeInBooks` derives it from the reason. */
  paid_at?: Instant
}

/**
 * The entries that voiding these entries would add, as a preview reads them: without numbers. `entries` are all entries
 * of the member.
 */
export const plannedVoids = (
  member: PersonRow,
  entries: readonly LedgerRow[],
  voided: readonly LedgerRow[],
  options: VoidOptions,
): LedgerRow<VoidEntry>[] =>
  voided.flatMap((one) => {
    const own = { admin: { id: '' }, member, entries, voided: one, ...options }
    const voiding = voidWithoutNumber(own)
    return [voiding, ...voidsWith(entries, voiding)]
  })

/** An entry to be voided; `entries` are all of the member's entries. */
export interface Voiding extends VoidOptions {
  admin: Pick<Caller, 'id'>
  member: PersonRow
  entries: readonly LedgerRow[]
  voided: LedgerRow
}

const voidWithoutNumber = ({
  admin,
  member,
  entries,
  voided,
  reason,
  now,
  batch = null,
  paid_at = now.toISOString(),
}: Voiding): LedgerRow<VoidEntry> => ({
  ...voided,
  ...entryHeader(admin, member, now, entries.at(-1)?.recorded_at),
  ...officeReceipt(null),
  kind: voided.kind === 'payment' ? 'reversal' : 'cancellation',
  reverses_id: voided.id,
  void_reason: reason,
  run_id: voided.kind === 'payment' ? batch : voided.run_id,
  amount_paise: negative(voided.amount_paise),
  paid_at,
})

/**
 * The cancellations of what becomes void together with the voided entry: the tax that a payment's receipt states, the
 * waivers of a charge. `entries` are all earlier entries.
 */
export const voidsWith = (
  entries: readonly LedgerRow[],
  { reverses_id: id, ...voiding }: LedgerRow<VoidEntry>,
): LedgerRow<VoidEntry>[] =>
  activeEntries(entries)
    .filter(
      ({ kind, paid_with, charge_id }) =>
        (kind === 'tds' && paid_with === id) || (kind === 'waiver' && charge_id === id),
    )
    .map((dependent) => ({
      ...dependent,
      id: newId(new Date(voiding.recorded_at)),
      kind: 'cancellation',
      reverses_id: dependent.id,
      void_reason: voiding.void_reason,
      amount_paise: negative(dependent.amount_paise),
      paid_at: voiding.paid_at,
      recorded_at: voiding.recorded_at,
      recorded_by: voiding.recorded_by,
    }))

/**
 * The time of a void in the books: now, or the time of the payment if that was recorded wrongly (`keepsDayOfMoney`) and
 * its year is open.
 */
async function timeInBooks(
  db: Database,
  { kind, paid_at }: LedgerRow,
  { reason, now }: VoidOptions,
): Promise<Instant> {
  if (!keepsDayOfMoney({ kind }, reason)) return now.toISOString()
  return dayRefusal(isoDay(paid_at), await readBooksLimits(db)) ? now.toISOString() : paid_at
}

/** The entry that voids another one. A payment of the receipt series gets a numbered cancellation. */
export async function voidingEntry(db: Database, voiding: Voiding): Promise<LedgerRow<VoidEntry>> {
  const { entries, voided, now } = voiding
  // When the invoice of the advance was cancelled, the advance does not become available again, so there is no paper.
  const hasNoPaper = voided.kind === 'refund' && !(await creditsInvoice(db, entries, voided.id))
  const numbered = hasNoPaper ? { ...voided, receipt_number: null } : voided
  const paid_at = await timeInBooks(db, voided, voiding)
  return {
    ...voidWithoutNumber({ paid_at, ...voiding }),
    ...(await cancellationColumns(db, numbered, now)),
  }
}
