/** What an import of members does to the ledger (ledger.ts), and how that is undone. */
import { paidUntil } from '#features/members/dues.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { isImportedRenewal } from '../rules.ts'
import {
  type Payment,
  paymentEntry,
  paymentFieldsOf,
  recordPayment,
  replacePayment,
  reverseCurrentPayment,
  savePaymentFields,
} from './ledger.ts'
import { findActivePayment, findEntry, insertEntries } from './queries.ts'
import { officeReceipt } from './receipts.ts'

/**
 * Records the first payments of people who are not inserted yet; returns them with payment fields.
 * `receipt` is the office's own number, or null: an import takes none of the portal's series.
 */
export async function recordFirstPayments(
  db: Database,
  admin: Caller,
  payments: readonly { member: PersonRow; payment: Payment; receipt: string | null }[],
  now: Date,
): Promise<PersonRow[]> {
  const paid = payments.map(({ member, payment, receipt }) => ({
    member,
    entry: paymentEntry(admin, member, payment, officeReceipt(receipt), now),
  }))
  await insertEntries(
    db,
    paid.map(({ entry }) => entry),
  )
  return paid.map(({ member, entry }) => ({
    ...member,
    ...paymentFieldsOf(entry),
    paid_until: paidUntil(entry),
  }))
}

/**
 * Records the payment of a changed row: a renewal (`isImportedRenewal`) leaves the current payment
 * active, anything else replaces it. Without a `receipt`, a correction keeps the office's number of the
 * payment that it replaces. Call it in a transaction.
 */
export async function recordImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  { payment, receipt }: { payment: Payment | null; receipt: string | undefined },
  now: Date,
): Promise<PersonRow> {
  if (payment && member.ledger_entry_id !== null && isImportedRenewal(member, payment))
    return recordPayment(db, admin, member, payment, { number: receipt ?? null }, now)
  const current = member.ledger_entry_id && (await findEntry(db, member.ledger_entry_id))
  const number = receipt ?? (current ? current.office_receipt_number : null)
  return replacePayment(db, admin, member, payment, { number }, now)
}

/**
 * Undoes `recordImportedPayment`: the payment that was current before it (its entry's id and its
 * values) is current again. An entry that is still active is reused, otherwise the payment is
 * recorded again with its receipt number.
 */
export async function undoImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: { entry: string | null; payment: Payment | null },
  now: Date,
): Promise<PersonRow> {
  const active = before.entry === null ? undefined : await findActivePayment(db, before.entry)
  if (!active || active.id === member.ledger_entry_id) {
    const entry = before.entry === null ? undefined : await findEntry(db, before.entry)
    const number = entry ? (entry.receipt_number ?? entry.office_receipt_number) : null
    return replacePayment(db, admin, member, before.payment, { number }, now)
  }
  const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
  return savePaymentFields(db, admin, unpaidMember, paymentFieldsOf(active), {
    action: 'marked paid',
    at: nextVersion(unpaidMember.updated_at, now),
  })
}
