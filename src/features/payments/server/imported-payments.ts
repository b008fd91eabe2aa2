/** What an import of members does to the ledger (ledger.ts), and how that is undone. */
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
import { findActivePayment, insertEntries } from './queries.ts'
import { takeReceiptNumbers } from './receipts.ts'

/** Records the first payments of people who are not inserted yet; returns them with payment fields. */
export async function recordFirstPayments(
  db: Database,
  admin: Caller,
  payments: readonly { member: PersonRow; payment: Payment }[],
  now: Date,
): Promise<PersonRow[]> {
  if (payments.length === 0) return []
  const receipts = await takeReceiptNumbers(db, payments.length, now)
  const paid = payments.map(({ member, payment }, index) => {
    const entry = paymentEntry(admin, member, payment, receipts[index] ?? '', now)
    return { member, entry }
  })
  await insertEntries(
    db,
    paid.map(({ entry }) => entry),
  )
  return paid.map(({ member, entry }) => ({ ...member, ...paymentFieldsOf(entry) }))
}

/**
 * Records the payment of a changed row: a renewal (`isImportedRenewal`) leaves the current payment
 * active, anything else replaces it. Call it in a transaction.
 */
export const recordImportedPayment: typeof replacePayment = (db, admin, member, payment, now) => {
  if (payment && member.ledger_entry_id !== null && isImportedRenewal(member, payment))
    return recordPayment(db, admin, member, payment, now)
  return replacePayment(db, admin, member, payment, now)
}

/**
 * Undoes `recordImportedPayment`: the payment that was current before it (its entry's id and its
 * values) is current again. An entry that is still active is reused, otherwise the payment is
 * recorded again.
 */
export async function undoImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: { entry: string | null; payment: Payment | null },
  now: Date,
): Promise<PersonRow> {
  const active = before.entry === null ? undefined : await findActivePayment(db, before.entry)
  if (!active || active.id === member.ledger_entry_id)
    return replacePayment(db, admin, member, before.payment, now)
  const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
  return savePaymentFields(db, admin, unpaidMember, paymentFieldsOf(active), {
    action: 'marked paid',
    at: nextVersion(unpaidMember.updated_at, now),
  })
}
