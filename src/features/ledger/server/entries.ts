/** Builds entries of the ledger, which write.ts inserts. */

import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import { newId } from '#platform/server/core/ids.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { Day, Instant } from '#shared/dates.ts'
import type { Paise } from '#shared/rupees.ts'
import type { MoneyEntry } from '../account-entries.ts'
import type { PaymentMode } from '../payment-modes.ts'
import { type LedgerRow, withoutDues } from './queries.ts'
import { officeReceipt, type ReceiptColumns } from './receipt-numbers.ts'

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
