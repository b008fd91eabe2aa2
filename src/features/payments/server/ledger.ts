/**
 * The ledger of payments: entries are only ever added; the payment fields of the member follow it.
 * Receipt numbers: receipts.ts. Payments of an import: imported-payments.ts.
 */

import { paidUntil } from '#features/members/dues.ts'
import {
  lockPerson,
  type PaymentColumns,
  type PersonRow,
  updatePayment,
} from '#features/members/server/queries.ts'
import {
  assertUnchanged,
  memberConflict,
  nextVersion,
} from '#features/members/server/record/change-person.ts'
import { lockLedger } from '#features/members/server/record/ledger-lock.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import { noPayment } from '#features/members/server/record/new-person.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { newId } from '#platform/server/ids.ts'
import type { World } from '#platform/server/world.ts'
import { isoDay } from '#shared/dates.ts'
import type { PaidMark, PaymentMark, PaymentMode } from '../contract.ts'
import { isRenewal } from '../rules.ts'
import {
  findEntry,
  insertEntry,
  type LedgerRow,
  listActivePayments,
  withoutDues,
} from './queries.ts'
import { officeReceipt, type Receipt, receiptColumns } from './receipts.ts'

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
  return world.db
    .transaction()
    .execute((db) => markPaymentIn(db, admin, personId, mark, world.now()))
}

/** Like `markPayment`, in a transaction of the caller. */
export async function markPaymentIn(
  db: Database,
  admin: Caller,
  personId: string,
  mark: PaymentMark,
  now: Date,
): Promise<PersonRow> {
  await lockLedger(db, 'shared')
  const member = await lockPerson(db, personId)
  if (!member?.membership_number && member?.role !== 'oem' && member?.role !== 'vendor')
    throw noSuchMember()
  await assertUnchanged(db, member, mark.updated_at)
  if (mark.payment_status) return markPaid(db, admin, member, mark, now)
  return reverseCurrentPayment(db, admin, member, now)
}

async function markPaid(
  db: Database,
  admin: Caller,
  member: PersonRow,
  mark: PaidMark,
  now: Date,
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
  let current = isRenewal(member, mark.membership_valid_from)
    ? member
    : await reverseCurrentPayment(db, admin, member, now)
  // Payments for the same last day may be active without being current: a renewal after them was
  // reversed.
  for (const entry of await listActivePayments(db, member.id, mark.membership_valid_to))
    current = await reversePayment(db, admin, { ...current, ...paymentFieldsOf(entry) }, now)
  return recordPayment(db, admin, current, payment, 'series', now)
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
  const active = await listActivePayments(db, member.id)
  return active.some((entry) => valuesOf(entry) === values)
}

/** Adds a payment, which becomes the member's current one. */
export async function recordPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  receipt: Receipt,
  now: Date,
): Promise<PersonRow> {
  const columns = await receiptColumns(db, receipt, now)
  const entry = paymentEntry(admin, member, payment, columns, now)
  return appendEntry(db, admin, member, entry, 'marked paid', paymentFieldsOf(entry))
}

/**
 * Puts another payment, or none, in the place of the member's current one: adds its reversal, then the
 * new payment. Call it in a transaction.
 */
export async function replacePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment | null,
  receipt: Receipt,
  now: Date,
): Promise<PersonRow> {
  const unpaidMember = await reverseCurrentPayment(db, admin, member, now)
  return payment ? recordPayment(db, admin, unpaidMember, payment, receipt, now) : unpaidMember
}

/**
 * The receipt of a payment that an administrator corrects by hand: an imported payment keeps its number
 * or has none, any other payment gets the next number of the series.
 */
export async function receiptOfCorrection(db: Database, member: PersonRow): Promise<Receipt> {
  const current = member.ledger_entry_id && (await findEntry(db, member.ledger_entry_id))
  if (!current || current.receipt_number !== null) return 'series'
  return { number: current.office_receipt_number }
}

/** Reverses the member's current payment; returns an unpaid member unchanged. */
export const reverseCurrentPayment = async (
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> =>
  member.ledger_entry_id === null ? member : reversePayment(db, admin, member, now)

/** Adds the reversal of the member's current payment (`ledger_entry_id`); the member is unpaid afterwards. */
async function reversePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> {
  const payment = await findEntry(db, member.ledger_entry_id ?? '')
  if (!payment) throw new Error(`The ledger has no entry ${member.ledger_entry_id}`)
  const entry: LedgerRow = {
    ...payment,
    ...entryHeader(admin, member, now),
    kind: 'reversal',
    ...officeReceipt(null),
    reverses_id: payment.id,
    amount_paise: -payment.amount_paise,
    paid_at: now.toISOString(),
  }
  return appendEntry(db, admin, member, entry, 'marked unpaid', noPayment)
}

export const paymentEntry = (
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  receipt: Awaited<ReturnType<typeof receiptColumns>>,
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

/** `recorded_at` equals the new `updated_at` of the member, so that ledger and history have one order. */
const entryHeader = (admin: Caller, member: PersonRow, now: Date) => ({
  id: newId(now),
  person_id: member.id,
  recorded_at: nextVersion(member.updated_at, now),
  recorded_by: admin.id,
  member_name: member.name,
  company_name: member.company_name,
  membership_number: member.membership_number,
})

/** The payment fields of a member whose current payment is this entry. */
export const paymentFieldsOf = (entry: LedgerRow): PaymentColumns => ({
  ledger_entry_id: entry.id,
  payment_amount: entry.amount_paise,
  payment_mode: entry.mode,
  payment_reference: entry.reference,
  receipt_number: entry.receipt_number ?? entry.office_receipt_number,
  payment_date: entry.paid_at,
  membership_valid_from: entry.valid_from,
  membership_valid_to: entry.valid_to,
})

/** Writes the entry and the member's new payment fields; refused when the member changed meanwhile. */
async function appendEntry(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow,
  action: string,
  fields: PaymentColumns,
): Promise<PersonRow> {
  await insertEntry(db, entry)
  return savePaymentFields(db, admin, member, fields, { action, at: entry.recorded_at })
}

/**
 * Writes the payment fields of a member at the version `at`, with a history entry, and until when the
 * active payments of the ledger pay.
 */
export async function savePaymentFields(
  db: Database,
  admin: Caller,
  member: PersonRow,
  fields: PaymentColumns,
  { action, at }: { action: string; at: string },
): Promise<PersonRow> {
  const paid_until = lastDayOf(await listActivePayments(db, member.id))
  if (!(await updatePayment(db, member, { ...fields, paid_until }, at)))
    throw await memberConflict(db, member, member.updated_at)
  await recordChange(
    db,
    {
      actor: admin.id,
      subject: 'person',
      subjectId: member.id,
      action,
      before: Object.fromEntries(
        Object.keys(fields).map((name) => [name, Reflect.get(member, name)]),
      ),
      after: { ...fields },
    },
    new Date(at),
  )
  return { ...member, ...fields, paid_until, updated_at: at }
}

/** The last day that any of the payments pays for, '' without payments. */
export const lastDayOf = (payments: readonly Pick<Payment, 'valid_to' | 'paid_at'>[]): string =>
  payments.map(paidUntil).reduce((last, day) => (day > last ? day : last), '')
