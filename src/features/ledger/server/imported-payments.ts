/** What an import of members does to the ledger (ledger.ts), and how that is undone. */

import { recordReceipt } from '#features/ledger/server/receipts/record.ts'
import { paidUntil } from '#features/members/dues.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { nextVersion } from '#features/members/server/record/change-person.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import { type Change, recordChanges } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { activeEntries } from '../account.ts'
import { isImportedRenewal } from '../rules.ts'
import {
  appendEntry,
  cancellingEntry,
  currentFieldsOf,
  entryHeader,
  type Payment,
  paymentEntry,
  paymentFieldsOf,
  savePaymentFields,
} from './entries.ts'
import { cancelActions, recordPayment, replacePayment, reverseCurrentPayment } from './ledger.ts'
import {
  findEntry,
  insertEntries,
  type LedgerRow,
  listLedgerRows,
  listLedgersOf,
} from './queries.ts'
import { officeReceipt } from './receipt-numbers.ts'
import { claimFreeReferences, freeReferences } from './references.ts'

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
  const entries = paid.map(({ entry }) => entry)
  await insertEntries(db, entries)
  await claimFreeReferences(db, entries)
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
    return recordPayment(db, {
      ...{ admin, member, payment, now },
      receipt: { number: receipt ?? null },
      reference: 'if free',
    })
  const current = member.ledger_entry_id && (await findEntry(db, member.ledger_entry_id))
  const number = receipt ?? (current ? current.office_receipt_number : null)
  return replacePayment(db, {
    ...{ admin, member, payment, now },
    receipt: { number },
    reference: 'if free',
  })
}

/**
 * Cancels the current entries of members who are deleted in the same transaction: their payment fields
 * stay as they are.
 */
export async function reverseBeforeDelete(
  db: Database,
  admin: Caller,
  members: readonly PersonRow[],
  now: Date,
): Promise<void> {
  const paid = members.filter(({ ledger_entry_id: entry }) => entry !== null)
  const ledgers = await listLedgersOf(
    db,
    paid.map(({ id }) => id),
  )
  const entries: LedgerRow[] = []
  const changes: Change[] = []
  for (const member of paid) {
    const rows = ledgers.get(member.id) ?? []
    const current = rows.find(({ id }) => id === member.ledger_entry_id)
    if (!current) throw new Error(`The ledger has no entry ${member.ledger_entry_id}`)
    entries.push(await cancellingEntry(db, admin, member, rows, current, now))
    changes.push({
      actor: admin.id,
      subject: 'person',
      subjectId: member.id,
      action: cancelActions[current.kind],
      before: currentFieldsOf(member),
      after: noPayment,
    })
  }
  await insertEntries(db, entries)
  await freeReferences(
    db,
    entries.flatMap(({ kind, reverses_id: id }) => (kind === 'reversal' && id ? [id] : [])),
  )
  for (const { id, receipt_number } of entries)
    if (receipt_number !== null) await recordReceipt(db, id)
  await recordChanges(db, changes, now)
}

/**
 * Undoes `recordImportedPayment`: the entry that was current before it (its id, and the values of a
 * payment) is current again. An entry that is still active is reused, otherwise it is recorded again, a
 * payment with its receipt number.
 */
export async function undoImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: { entry: string | null; payment: Payment | null },
  now: Date,
): Promise<PersonRow> {
  const rows = before.entry === null ? [] : await listLedgerRows(db, member.id)
  const active = activeEntries(rows).find(({ id }) => id === before.entry)
  if (active?.id === member.ledger_entry_id || !active) {
    const entry = rows.find(({ id }) => id === before.entry)
    const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
    return before.payment === null && entry?.kind !== 'payment'
      ? restoreEntry(db, admin, unpaidMember, entry, now)
      : restorePayment(db, admin, unpaidMember, before.payment, entry, now)
  }
  const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
  return savePaymentFields(db, admin, unpaidMember, paymentFieldsOf(active), {
    action: 'marked paid',
    at: nextVersion(unpaidMember.updated_at, now),
  })
}

/** Records a payment again; `entry` is the one that was reversed. */
async function restorePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment | null,
  entry: LedgerRow | undefined,
  now: Date,
): Promise<PersonRow> {
  if (!payment) return member
  const number = entry ? (entry.receipt_number ?? entry.office_receipt_number) : null
  const columns = entry && {
    on_account: entry.on_account,
    year: entry.year,
    item: entry.item,
  }
  return recordPayment(db, {
    ...{ admin, member, payment, now, columns },
    receipt: { number },
    reference: 'if free',
  })
}

/** Records a waiver or a settlement again. */
async function restoreEntry(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow | undefined,
  now: Date,
): Promise<PersonRow> {
  if (!entry) return member
  const newest = (await listLedgerRows(db, member.id)).at(-1)
  const restored = { ...entry, ...entryHeader(admin, member, now, newest?.recorded_at) }
  return appendEntry(db, admin, member, restored, {
    action: entry.kind === 'waiver' ? 'dues waived' : 'dues settled',
    fields: paymentFieldsOf(restored),
    details: { amount_paise: entry.amount_paise },
  })
}
