/** Adds entries to the ledger; the payment fields of the member follow in the same transaction. */

import { recordReceipt } from '#features/ledger/server/receipts/record.ts'
import {
  type PaymentColumns,
  type PersonRow,
  updatePayment,
} from '#features/members/server/queries.ts'
import { memberConflict, nextVersion } from '#features/members/server/record/change-person.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { newId } from '#platform/server/ids.ts'
import { lastDayPaid, payingEntries } from '../account.ts'
import type { PaymentMode } from '../contract.ts'
import { insertEntry, type LedgerRow, listLedgerRows, withoutDues } from './queries.ts'
import { cancellationColumns, officeReceipt, type ReceiptColumns } from './receipt-numbers.ts'
import { freeReferences } from './references.ts'

/** A payment to be recorded; dates that a spreadsheet leaves out are null. */
export interface Payment {
  amount_paise: number
  mode: PaymentMode | null
  reference: string
  /** yyyy-MM-dd. */
  valid_from: string | null
  valid_to: string | null
  /** ISO UTC. */
  paid_at: string
}

/** The columns of an entry that count it in an account and for the dues of a year. */
export type AccountColumns = Pick<LedgerRow, keyof typeof withoutDues>

export const paymentEntry = (
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  receipt: ReceiptColumns,
  now: Date,
): LedgerRow => ({
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
export const entryHeader = (admin: Caller, member: PersonRow, now: Date, after = '') => ({
  id: newId(now),
  person_id: member.id,
  recorded_at: nextVersion(after > member.updated_at ? after : member.updated_at, now),
  recorded_by: admin.id,
  member_name: member.name,
  company_name: member.company_name,
  membership_number: member.membership_number,
})

/** An entry that moves no money, after the entries of the member. */
export const amountEntry = (
  admin: Caller,
  member: PersonRow,
  rows: readonly LedgerRow[],
  now: Date,
): Pick<LedgerRow, 'mode' | 'paid_at' | 'dues_at' | 'reverses_id'> &
  ReceiptColumns &
  ReturnType<typeof entryHeader> => ({
  ...entryHeader(admin, member, now, rows.at(-1)?.recorded_at),
  ...officeReceipt(null),
  reverses_id: null,
  mode: null,
  paid_at: now.toISOString(),
  dues_at: now.toISOString(),
})

/**
 * The entry that cancels another one. A payment of the receipt series gets a numbered cancellation. `rows` are
 * all entries of the member.
 */
export async function cancellingEntry(
  db: Database,
  admin: Caller,
  member: PersonRow,
  rows: readonly LedgerRow[],
  cancelled: LedgerRow,
  now: Date,
): Promise<LedgerRow> {
  const isPayment = cancelled.kind === 'payment'
  return {
    ...cancelled,
    ...entryHeader(admin, member, now, rows.at(-1)?.recorded_at),
    kind: isPayment ? 'reversal' : 'cancellation',
    ...(await cancellationColumns(db, cancelled, now)),
    reverses_id: cancelled.id,
    // 0 - 0, because -0 is another number to a database.
    amount_paise: 0 - cancelled.amount_paise,
    paid_at: now.toISOString(),
  }
}

/** The payment fields of a member whose current entry is this one; without a payment they have days only. */
export const paymentFieldsOf = (entry: LedgerRow): PaymentColumns => ({
  ...noPayment,
  ledger_entry_id: entry.id,
  membership_valid_from: entry.valid_from,
  membership_valid_to: entry.valid_to,
  ...(entry.kind === 'payment' && {
    payment_amount: entry.amount_paise,
    payment_mode: entry.mode,
    payment_reference: entry.reference,
    receipt_number: entry.receipt_number ?? entry.office_receipt_number,
    payment_date: entry.paid_at,
  }),
})

/** The payment fields as they are: of a change that leaves the current payment alone. */
export const currentFieldsOf = (member: PersonRow): PaymentColumns =>
  Object.fromEntries(
    Object.keys(noPayment).map((name) => [name, Reflect.get(member, name)]),
  ) as PaymentColumns

/** What the history says about an entry: `details` unless the payment fields change. */
interface EntryChange {
  action: string
  fields: PaymentColumns
  details?: Record<string, unknown>
}

/** Writes the entry and the member's new payment fields; refused when the member has changed since they were read. */
export async function appendEntry(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow,
  { fields, ...change }: EntryChange,
): Promise<PersonRow> {
  await insertEntry(db, entry)
  if (entry.kind === 'reversal' && entry.reverses_id) await freeReferences(db, [entry.reverses_id])
  if (entry.receipt_number !== null) await recordReceipt(db, entry.id)
  return savePaymentFields(db, admin, member, fields, { ...change, at: entry.recorded_at })
}

/**
 * Writes the payment fields of a member at the version `at`, with a history entry, and until when the
 * ledger says they have paid. An entry that no longer pays for any day is not the current one.
 */
export async function savePaymentFields(
  db: Database,
  admin: Caller,
  member: PersonRow,
  fields: PaymentColumns,
  { action, at, details }: { action: string; at: string; details?: Record<string, unknown> },
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const isPaying = payingEntries(rows).some(({ id }) => id === fields.ledger_entry_id)
  const saved = isPaying ? fields : noPayment
  const paid_until = lastDayPaid(rows)
  if (!(await updatePayment(db, member, { ...saved, paid_until }, at)))
    throw await memberConflict(db, member, member.updated_at)
  const isSame = saved.ledger_entry_id === member.ledger_entry_id
  const valuesBefore = Object.fromEntries(
    Object.keys(saved).map((name) => [name, Reflect.get(member, name)]),
  )
  await recordChange(
    db,
    {
      actor: admin.id,
      subject: 'person',
      subjectId: member.id,
      action,
      before: isSame && details ? {} : valuesBefore,
      after: isSame && details ? details : { ...saved, ...details },
    },
    new Date(at),
  )
  return { ...member, ...saved, paid_until, updated_at: at }
}
