import {
  changedMeanwhile,
  holdPerson,
  later,
  type PaymentFields,
  type PersonRow,
  updatePayment,
} from '#features/members/server/actions.ts'
import type { Database } from '#platform/server/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http.ts'
import { newId } from '#platform/server/ids.ts'
import { holdBooks } from '#platform/server/row-locks.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { PaidMark, PaymentMark, PaymentMode } from '../contract.ts'
import { financialYear, isRenewal, receiptNumber } from '../rules.ts'
import { findEntry, insertEntries, insertEntry, type LedgerRow, takeReceipt } from './queries.ts'

/** The same words for a member who is absent and for an id that cannot be one. */
export const noSuchMember = () => new Refusal('missing', 'Member not found')

// biome-ignore lint/performance/noBarrelFile: the one door through which other features lean on this one
export { type DuesSum, firstDuesAt, sumDues } from './figure-queries.ts'

/**
 * Mark Paid appends a payment, Mark Unpaid its reversal (rulings section 4); the flat fields of the
 * member follow in the same transaction. Marking unpaid whoever is unpaid changes nothing. Marking
 * paid whoever is paid takes the payment back and records the new one, so that nobody has paid twice
 * for the same days; a renewal, which begins after the membership paid for, stands beside it.
 */
export async function markPayment(
  world: World,
  admin: Caller,
  personId: string,
  mark: PaymentMark,
): Promise<PersonRow> {
  return world.db.transaction().execute(async (db) => {
    await holdBooks(db, 'with others')
    const member = await holdPerson(db, personId)
    if (!member?.membership_number && member?.role !== 'oem' && member?.role !== 'vendor')
      throw noSuchMember()
    if (mark.updated_at !== undefined && mark.updated_at !== member.updated_at)
      throw await changedMeanwhile(db, member, mark.updated_at)
    const now = world.now()
    if (mark.payment_status) return pay(db, admin, member, mark, now)
    return member.ledger_entry_id === null ? member : takeBack(db, admin, member, now)
  })
}

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

async function pay(
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
  const takesPlace =
    member.ledger_entry_id !== null && !isRenewal(member, mark.membership_valid_from)
  const open = takesPlace ? await takeBack(db, admin, member, now) : member
  return append(db, admin, open, payment, now)
}

async function append(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment,
  now: Date,
): Promise<PersonRow> {
  const year = financialYear(now).name
  const entry = entryOf(
    admin,
    member,
    payment,
    receiptNumber(year, await takeReceipt(db, year)),
    now,
  )
  return project(db, admin, member, entry, 'marked paid', projectionOf(entry))
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
export async function correctPayment(
  db: Database,
  admin: Caller,
  member: PersonRow,
  payment: Payment | null,
  now: Date,
): Promise<PersonRow> {
  if (member.ledger_entry_id === null)
    return payment ? append(db, admin, member, payment, now) : member
  const open = await takeBack(db, admin, member, now)
  return payment ? append(db, admin, open, payment, now) : open
}

/** The first payments of people who are about to be inserted; answers them with what was paid. */
export async function bookFirstPayments(
  db: Database,
  admin: Caller,
  paid: readonly { member: PersonRow; payment: Payment }[],
  now: Date,
): Promise<PersonRow[]> {
  if (paid.length === 0) return []
  const year = financialYear(now).name
  const first = (await takeReceipt(db, year, paid.length)) - paid.length + 1
  const entries = paid.map(({ member, payment }, index) =>
    entryOf(admin, member, payment, receiptNumber(year, first + index), now),
  )
  await insertEntries(db, entries)
  return paid.flatMap(({ member }, index) => {
    const entry = entries[index]
    return entry ? { ...member, ...projectionOf(entry) } : []
  })
}

async function takeBack(
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
  recorded_at: later(member.updated_at, now),
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
  const at = entry.recorded_at
  if (!(await updatePayment(db, member, fields, at)))
    throw await changedMeanwhile(db, member, member.updated_at)
  await insertEntry(db, entry)
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
