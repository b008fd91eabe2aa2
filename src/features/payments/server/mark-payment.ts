import { lockPerson, type PersonRow } from '#features/members/server/queries.ts'
import { editConflict } from '#features/members/server/record/edit.ts'
import type { Database } from '#platform/server/database/database.ts'
import { lockLedger } from '#platform/server/database/row-locks.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { PaidMark, PaymentMark } from '../contract.ts'
import { isRenewal } from '../rules.ts'
import { type Payment, recordPayment, reverseActivePayments, reversePayment } from './ledger.ts'

/** The same words for a member who is absent and for an id that cannot be one. */
export const noSuchMember = () => new Refusal('missing', 'Member not found')

/**
 * Mark Paid appends a payment, Mark Unpaid its reversal (contract 13); the flat fields of the
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
    await lockLedger(db, 'with others')
    const member = await lockPerson(db, personId)
    if (!member?.membership_number && member?.role !== 'oem' && member?.role !== 'vendor')
      throw noSuchMember()
    if (mark.updated_at !== undefined && mark.updated_at !== member.updated_at)
      throw await editConflict(db, member, mark.updated_at)
    const now = world.now()
    if (mark.payment_status) return pay(db, admin, member, mark, now)
    return member.ledger_entry_id === null ? member : reversePayment(db, admin, member, now)
  })
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
  const open = takesPlace ? await reversePayment(db, admin, member, now) : member
  const free = await reverseActivePayments(db, admin, open, mark.membership_valid_to, now)
  return recordPayment(db, admin, free, payment, now)
}
