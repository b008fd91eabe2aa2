/**
 * The ledger of payments: entries are only ever added; the payment fields of the member follow it.
 * Receipt numbers: receipts.ts. Payments of an import: imported-payments.ts.
 */

import { queueReceipt } from '#features/ledger/server/receipts/send-receipt.ts'
import { lockPerson, type PersonRow } from '#features/members/server/queries.ts'
import { assertUnchanged } from '#features/members/server/record/change-person.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import { activeEntries, lastDayOf, payingEntries } from '../account.ts'
import type { PaidMark, PaymentMark } from '../contract.ts'
import { isRenewal } from '../rules.ts'
import {
  type AccountColumns,
  appendEntry,
  cancellingEntry,
  entryHeader,
  type Payment,
  paymentEntry,
  paymentFieldsOf,
} from './entries.ts'
import { findEntry, type LedgerRow, listLedgerRows } from './queries.ts'
import { type Receipt, receiptColumns } from './receipt-numbers.ts'
import {
  claimFreeReferences,
  claimReference,
  type ReferenceClaim,
  sharedBatch,
} from './references.ts'

/**
 * Mark Paid adds a payment and Mark Unpaid its reversal (contract 13.1), together with the payment
 * fields of the member in one transaction. Marking an unpaid member unpaid changes nothing. For a
 * paid member, Mark Paid reverses the current payment first, so that no period is paid twice; a
 * renewal, which begins after the current membership, leaves it active. Marking a member paid again
 * with the same values changes nothing.
 */
export async function markPayment(
  world: World,
  admin: Caller,
  personId: string,
  mark: PaymentMark,
): Promise<PersonRow> {
  return world.db.transaction().execute((db) => markPaymentIn(world, db, { admin, personId, mark }))
}

interface MarkedPayment {
  admin: Caller
  personId: string
  mark: PaymentMark
  /** Equal for payments that one transfer may have paid, as of a selection of members. */
  batch?: string | null
}

/** Like `markPayment`, in a transaction of the caller. */
export async function markPaymentIn(
  world: World,
  db: Database,
  { admin, personId, mark, batch = null }: MarkedPayment,
): Promise<PersonRow> {
  const now = world.now()
  const member = await lockForPayment(db, personId, mark.updated_at)
  if (!mark.payment_status) return reverseCurrentPayment(db, admin, member, now)
  const paidMember = await markPaid(db, { admin, member, mark, batch, now })
  if (mark.email_receipt && paidMember.ledger_entry_id !== null)
    await queueReceipt(world, db, paidMember.ledger_entry_id)
  return paidMember
}

/** The member, locked until the transaction ends; refused when they have changed since `version`. */
export async function lockForPayment(
  db: Database,
  personId: string,
  version: string | undefined,
): Promise<PersonRow> {
  await lockLedger(db, 'shared')
  const member = await lockPerson(db, personId)
  if (!member?.membership_number && member?.role !== 'oem' && member?.role !== 'vendor')
    throw noSuchMember()
  await assertUnchanged(db, member, version)
  return member
}

interface PaidMember {
  admin: Caller
  member: PersonRow
  mark: PaidMark
  batch: string | null
  now: Date
}

async function markPaid(
  db: Database,
  { admin, member, mark, batch, now }: PaidMember,
): Promise<PersonRow> {
  const payment: Payment = {
    amount_paise: mark.paymentAmount,
    mode: mark.paymentMode ?? null,
    reference: mark.paymentRef,
    valid_from: mark.membership_valid_from,
    valid_to: mark.membership_valid_to,
    paid_at: mark.payment_date ? new Date(mark.payment_date).toISOString() : now.toISOString(),
  }
  if (await isRecorded(db, member, payment)) return member
  const shared = await sharedBatch(db, member.id, payment)
  const replaced = isRenewal(member, mark.membership_valid_from)
    ? undefined
    : await currentEntry(db, member)
  let current = replaced ? await reverseCurrentPayment(db, admin, member, now) : member
  // Entries for the same last day may pay for it without being current: a renewal after them was reversed.
  const { membership_valid_to: lastDay } = mark
  for (const entry of payingEntries(await listLedgerRows(db, member.id)))
    if ((entry.valid_from ?? '9999') <= lastDay && (entry.valid_to ?? '') >= lastDay)
      current = await reversePayment(db, admin, { ...current, ...paymentFieldsOf(entry) }, now)
  const columns = correctionColumns(replaced, payment)
  return recordPayment(db, {
    ...{ admin, payment, now, columns },
    member: current,
    receipt: 'series',
    reference: { batch: shared ?? batch },
  })
}

/**
 * Whether a paid member has an active payment with these values, so that a mark that is sent again
 * changes nothing. The browser sends the time of the click: only its day in India counts.
 */
async function isRecorded(db: Database, member: PersonRow, payment: Payment): Promise<boolean> {
  if (member.ledger_entry_id === null) return false
  const valuesOf = ({ amount_paise, mode, reference, valid_from, valid_to, paid_at }: Payment) =>
    JSON.stringify([amount_paise, mode, reference, valid_from, valid_to, isoDay(new Date(paid_at))])
  const values = valuesOf(payment)
  const active = activeEntries(await listLedgerRows(db, member.id))
  return active.some((entry) => entry.kind === 'payment' && valuesOf(entry) === values)
}

interface RecordedPayment {
  admin: Caller
  member: PersonRow
  payment: Payment
  receipt: Receipt
  now: Date
  /** 'if free': an import names a reference that is taken in its plan, and is not refused. */
  reference: ReferenceClaim | 'if free'
  /** What the payment is instead of one on account, when it takes the place of another one. */
  columns?: Partial<AccountColumns> | undefined
}

/**
 * Adds a payment, which becomes the member's current one. It is on account when the member has charges.
 * Throws Refusal 'conflict' when its reference is one of an earlier payment.
 */
export async function recordPayment(
  db: Database,
  { admin, member, payment, receipt, now, reference, columns }: RecordedPayment,
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const entry: LedgerRow = {
    ...paymentEntry(admin, member, payment, await receiptColumns(db, receipt, now), now),
    ...entryHeader(admin, member, now, rows.at(-1)?.recorded_at),
    on_account: hasCharges(rows),
    ...columns,
  }
  if (reference === 'if free') await claimFreeReferences(db, [entry])
  else await claimReference(db, entry, reference)
  return appendEntry(db, admin, member, entry, {
    action: 'marked paid',
    fields: paymentFieldsOf(entry),
  })
}

/** Whether a payment is on account: while the member has a charge that is not cancelled. */
export const hasCharges = (rows: readonly LedgerRow[]): boolean =>
  activeEntries(rows).some(({ kind }) => kind === 'charge')

/**
 * Puts another payment, or none, in the place of the member's current one: adds its reversal, then the
 * new payment. Call it in a transaction.
 */
export async function replacePayment(
  db: Database,
  {
    payment,
    ...change
  }: Omit<RecordedPayment, 'payment' | 'columns'> & { payment: Payment | null },
): Promise<PersonRow> {
  const { admin, member, now } = change
  const current = await currentEntry(db, member)
  const batch = payment && (await sharedBatch(db, member.id, payment))
  const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
  if (!payment) return unpaidMember
  const columns = correctionColumns(current, payment)
  const reference = change.reference === 'if free' ? change.reference : { batch }
  return recordPayment(db, { ...change, member: unpaidMember, payment, columns, reference })
}

/**
 * A payment that corrects one of before the dues were raised stays off the account, too, unless it pays
 * for longer.
 */
const correctionColumns = (
  replaced: LedgerRow | undefined,
  payment: Payment,
): Partial<AccountColumns> =>
  replaced && !replaced.on_account && lastDayOf(payment) <= lastDayOf(replaced)
    ? { on_account: false }
    : {}

/**
 * The receipt of a payment that an administrator corrects by hand: an imported payment keeps its number
 * or has none, any other payment gets the next number of the series.
 */
export async function receiptOfCorrection(db: Database, member: PersonRow): Promise<Receipt> {
  const current = await currentEntry(db, member)
  if (current?.kind !== 'payment' || current.receipt_number !== null) return 'series'
  return { number: current.office_receipt_number }
}

const currentEntry = async (db: Database, member: PersonRow): Promise<LedgerRow | undefined> =>
  member.ledger_entry_id === null ? undefined : findEntry(db, member.ledger_entry_id)

/** Cancels the member's current entry; returns an unpaid member unchanged. */
export const reverseCurrentPayment = async (
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> =>
  member.ledger_entry_id === null ? member : reversePayment(db, admin, member, now)

/** Cancels the member's current entry (`ledger_entry_id`); the member is unpaid afterwards. */
async function reversePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> {
  const rows = await listLedgerRows(db, member.id)
  const current = rows.find(({ id }) => id === member.ledger_entry_id)
  if (!current) throw new Error(`The ledger has no entry ${member.ledger_entry_id}`)
  const entry = await cancellingEntry(db, admin, member, rows, current, now)
  return appendEntry(db, admin, member, entry, {
    action: cancelActions[current.kind],
    fields: noPayment,
  })
}

/** What the history calls the end of an entry of each kind. */
export const cancelActions: Record<LedgerRow['kind'], string> = {
  payment: 'marked unpaid',
  waiver: 'waiver cancelled',
  settlement: 'settlement cancelled',
  charge: 'charge cancelled',
  reversal: '',
  cancellation: '',
}
