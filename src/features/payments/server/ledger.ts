import {
  type PaymentFields,
  type PersonRow,
  updatePayment,
} from '#features/members/server/queries.ts'
import { editConflict, nextVersion } from '#features/members/server/record/edit.ts'
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import { newId } from '#platform/server/ids.ts'
import type { PaymentMode } from '../contract.ts'
import { financialYear, isImportedRenewal, receiptNumber } from '../rules.ts'
import {
  findActivePayment,
  findEntry,
  insertEntries,
  insertEntry,
  type LedgerRow,
  listActivePayments,
  reserveReceipts,
} from './queries.ts'

/** A payment as the book takes it; what a spreadsheet does not know of it is null. */
export interface Payment {
  amount_paise: number
  mode: PaymentMode | null
  reference: string
  valid_from: string | null
  valid_to: string | null
  /** ISO UTC. */
  paid_at: string
}

/** Adds a payment to the book, with the next receipt, and shows it on the member. */
export async function recordPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  now: Date,
): Promise<PersonRow> {
  const year = financialYear(now).name
  const receipt = receiptNumber(year, await reserveReceipts(db, year))
  const entry = entryOf(admin, member, payment, receipt, now)
  return project(db, admin, member, entry, 'marked paid', projectionOf(entry))
}

/** Takes back whatever stands for a day, also below a renewal that was taken back itself. */
export async function reverseActivePayments(
  db: Database,
  admin: Caller,
  member: PersonRow,
  day: string,
  now: Date,
): Promise<PersonRow> {
  let open = member
  for (const other of await listActivePayments(db, member.id, day))
    open = await reversePayment(db, admin, { ...open, ...projectionOf(other) }, now)
  return open
}

const entryOf = (
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  receipt: string,
  now: Date,
): LedgerRow => ({
  ...lineOf(admin, member, now),
  ...payment,
  dues_at: payment.paid_at,
  kind: 'payment',
  receipt_number: receipt,
  reverses_id: null,
})

const projectionOf = (entry: LedgerRow): PaymentFields => ({
  ledger_entry_id: entry.id,
  payment_amount: entry.amount_paise,
  payment_mode: entry.mode,
  payment_reference: entry.reference,
  payment_date: entry.paid_at,
  membership_valid_from: entry.valid_from,
  membership_valid_to: entry.valid_to,
})

/**
 * Puts another payment, or none, in place of the one that counts: the book gets a reversal and a new
 * payment and loses nothing. Call it in a transaction.
 */
export async function replacePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment | null,
  now: Date,
): Promise<PersonRow> {
  if (member.ledger_entry_id === null)
    return payment ? recordPayment(db, admin, member, payment, now) : member
  const open = await reversePayment(db, admin, member, now)
  return payment ? recordPayment(db, admin, open, payment, now) : open
}

/**
 * A changed payment of a spreadsheet: one that comes after what was paid (`comesAfter`) stands beside
 * it, as a renewal does; any other corrects it. Call it in a transaction.
 */
export function recordImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment | null,
  now: Date,
): Promise<PersonRow> {
  if (payment && member.ledger_entry_id !== null && isImportedRenewal(member, payment))
    return recordPayment(db, admin, member, payment, now)
  return replacePayment(db, admin, member, payment, now)
}

/**
 * What `bookRow` did is taken back: the payment that counted before (a line's id and what it said)
 * counts again. If it still stands in the book it is shown again, otherwise paid anew.
 */
export async function undoImportedPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  before: { entry: string | null; payment: Payment | null },
  now: Date,
): Promise<PersonRow> {
  const standing = before.entry === null ? undefined : await findActivePayment(db, before.entry)
  if (!standing || standing.id === member.ledger_entry_id)
    return replacePayment(db, admin, member, before.payment, now)
  const open =
    member.ledger_entry_id === null ? member : await reversePayment(db, admin, member, now)
  return show(db, admin, open, projectionOf(standing), {
    act: 'marked paid',
    at: nextVersion(open.updated_at, now),
  })
}

/** The first payments of people who are about to be inserted; answers them with what was paid. */
export async function recordFirstPayments(
  db: Database,
  admin: Caller,
  paid: readonly { member: PersonRow; payment: Payment }[],
  now: Date,
): Promise<PersonRow[]> {
  if (paid.length === 0) return []
  const year = financialYear(now).name
  const first = (await reserveReceipts(db, year, paid.length)) - paid.length + 1
  const entries = paid.map(({ member, payment }, index) =>
    entryOf(admin, member, payment, receiptNumber(year, first + index), now),
  )
  await insertEntries(db, entries)
  return paid.flatMap(({ member }, index) => {
    const entry = entries[index]
    return entry ? { ...member, ...projectionOf(entry) } : []
  })
}

/** Adds the reversal of the payment that stands to the book; the member is unpaid then. */
export async function reversePayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  now: Date,
): Promise<PersonRow> {
  const paid = await findEntry(db, member.ledger_entry_id ?? '')
  if (!paid) throw new Error(`The ledger has no entry ${member.ledger_entry_id}`)
  const entry: LedgerRow = {
    ...paid,
    ...lineOf(admin, member, now),
    kind: 'reversal',
    receipt_number: null,
    reverses_id: paid.id,
    amount_paise: -paid.amount_paise,
    paid_at: now.toISOString(),
  }
  return project(db, admin, member, entry, 'marked unpaid', unpaid)
}

const unpaid: PaymentFields = {
  ledger_entry_id: null,
  payment_amount: null,
  payment_mode: null,
  payment_reference: null,
  payment_date: null,
  membership_valid_from: null,
  membership_valid_to: null,
}

/** Recorded at the version it makes of the member: the book has one order, the same as the history. */
const lineOf = (admin: Caller, member: PersonRow, now: Date) => ({
  id: newId(now),
  person_id: member.id,
  recorded_at: nextVersion(member.updated_at, now),
  recorded_by: admin.id,
  member_name: member.name,
  company_name: member.company_name,
  membership_number: member.membership_number,
})

/** Writes the line and what follows from it on the member, unless somebody was faster. */
async function project(
  db: Database,
  admin: Caller,
  member: PersonRow,
  entry: LedgerRow,
  act: string,
  fields: PaymentFields,
): Promise<PersonRow> {
  const shown = await show(db, admin, member, fields, { act, at: entry.recorded_at })
  await insertEntry(db, entry)
  return shown
}

/** The flat fields follow the book, recorded as a change of the member. */
async function show(
  db: Database,
  admin: Caller,
  member: PersonRow,
  fields: PaymentFields,
  { act, at }: { act: string; at: string },
): Promise<PersonRow> {
  if (!(await updatePayment(db, member, fields, at)))
    throw await editConflict(db, member, member.updated_at)
  await recordChange(
    db,
    {
      actor: admin.id,
      subject: 'person',
      subjectId: member.id,
      act,
      before: namesOf(fields, member),
      after: { ...fields },
    },
    new Date(at),
  )
  return { ...member, ...fields, updated_at: at }
}

const namesOf = (fields: PaymentFields, member: PersonRow) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, Reflect.get(member, name)]))
