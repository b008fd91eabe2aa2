/** Builds entries of the ledger, which write.ts inserts. */

import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { type Day, type Instant, isoDay } from '#shared/dates.ts'
import { negative, type Paise } from '#shared/rupees.ts'
import {
  activeEntries,
  type MoneyEntry,
  type VoidEntry,
  type VoidReason,
} from '../account-entries.ts'
import { dayRefusal, keepsDayOfMoney } from '../payment-days.ts'
import type { PaymentMode } from '../payment-modes.ts'
import { readBooksLimits } from './payment-day.ts'
import { type LedgerRow, withoutDues } from './queries.ts'
import { cancellationColumns, officeReceipt, type ReceiptColumns } from './receipt-numbers.ts'
import { creditsInvoice } from './receipts/refunded-papers.ts'

/** A change of the ledger: the member with the new version, and the entry that was added. */
export interface AccountChange {
  member: PersonRow
  entry: LedgerRow
}

/** The result of a call that may change nothing; `entry` is null then. */
export interface PossibleChange {
  member: PersonRow
  entry: LedgerRow | null
}

/** A member who is locked until the transaction ends, with all their entries. */
export interface LockedMember {
  member: PersonRow
  entries: readonly LedgerRow[]
}

/** `updated_at`, the version of the member that was read, refuses a change of a member who has changed since. */
export type Versioned<Values> = Values & { updated_at?: string | undefined }

/** A payment to be recorded; dates that a spreadsheet leaves out are null. */
export interface Payment {
  amount_paise: Paise
  mode: PaymentMode | null
  reference: string
  valid_from: Day | null
  valid_to: Day | null
  paid_at: Instant
}

export const paymentEntry = ({
  admin,
  member,
  payment,
  receipt,
  now,
}: {
  admin: Pick<Caller, 'id'>
  member: PersonRow
  payment: Payment
  receipt: ReceiptColumns
  now: Date
}): LedgerRow<MoneyEntry> => ({
  ...entryHeader(admin, member, now),
  ...payment,
  dues_at: payment.paid_at,
  kind: 'payment',
  ...receipt,
  reverses_id: null,
  ...withoutDues,
})

/**
 * `recorded_at` equals the new `updated_at` of the member, so that ledger and history have one order. It is
 * later than `after`, the time of the newest entry, if given: charges are recorded without a new version.
 */
export const entryHeader = (
  admin: Pick<Caller, 'id'>,
  member: PersonRow,
  now: Date,
  after = '',
) => ({
  id: newId(now),
  person_id: member.id,
  recorded_at: nextVersion(after > member.updated_at ? after : member.updated_at, now),
  recorded_by: admin.id,
  member_name: member.name,
  company_name: member.company_name,
  membership_number: member.membership_number,
})

/** An entry that moves no money, after the member's entries. */
export const entryWithoutMoney = (
  admin: Pick<Caller, 'id'>,
  member: PersonRow,
  entries: readonly LedgerRow[],
  now: Date,
): Pick<LedgerRow, 'mode' | 'paid_at' | 'dues_at'> & { reverses_id: null } & ReceiptColumns &
  ReturnType<typeof entryHeader> => ({
  ...entryHeader(admin, member, now, entries.at(-1)?.recorded_at),
  ...officeReceipt(null),
  reverses_id: null,
  mode: null,
  paid_at: now.toISOString(),
  dues_at: now.toISOString(),
})

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
 * The entries that voiding an entry would add, as a preview reads them: without numbers. `entries` are all entries of
 * the member.
 */
export function plannedVoids(
  member: PersonRow,
  entries: readonly LedgerRow[],
  voided: LedgerRow,
  options: VoidOptions,
): LedgerRow<VoidEntry>[] {
  const voiding = voidWithoutNumber({ admin: { id: '' }, member, entries, voided, ...options })
  return [voiding, ...voidsWith(entries, voiding)]
}

/** An entry to be voided; `entries` are all of the member's entries. */
interface Voiding extends VoidOptions {
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
