import type { Payment } from '#features/ledger/server/entries.ts'
import { replacePayment } from '#features/ledger/server/payments/payment-for-days.ts'
import { receiptInstead } from '#features/ledger/server/payments/write-payment.ts'
import { lockLedger } from '#features/members/server/lock-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { assertUnchanged, changePerson } from '#features/members/server/record/change-person.ts'
import { withEmailChanges } from '#features/members/server/record/email-changes.ts'
import { columnsOfForm } from '#features/members/server/record/form-columns.ts'
import { lockMember, noSuchMember } from '#features/members/server/record/load-member.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { MemberDataEdit } from '../../member-data/contract.ts'

/**
 * Saves an edited record (contract 5.10). A changed payment goes through the ledger. A new e-mail
 * address must be free and ends the member's sessions. Refused with 409 when the member has changed
 * since `updated_at`.
 */
export async function editMemberData(
  world: World,
  admin: Caller,
  id: string,
  { updated_at: expectedVersion, ...edit }: MemberDataEdit,
): Promise<PersonRow> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const person = await lockMember(db, id)
    if (!isMemberRole(person.role)) throw noSuchMember()
    await assertUnchanged(db, person, expectedVersion)
    const now = world.now()
    const values = columnsOfForm('memberData', person, edit)
    const edited = await withEmailChanges(world, db, admin, (emails) =>
      changePerson(db, { actor: admin.id, person, values, action: 'edited', now, emails }),
    )
    const payment = newPayment(edited, edit, now)
    if (payment === undefined) return edited
    const { member } = await replacePayment(db, {
      admin,
      payment,
      now,
      member: edited,
      receiptOf: (replaced) => (replaced ? receiptInstead(replaced) : 'series'),
    })
    return member
  })
}

type PaymentEdit = Pick<MemberDataEdit, 'payment_amount' | 'payment_mode' | 'payment_reference'>

/** The payment after the edit: null for none, undefined when it does not change. */
function newPayment(
  member: PersonRow,
  { payment_amount, payment_mode, payment_reference }: PaymentEdit,
  now: Date,
): Payment | null | undefined {
  const amount = payment_amount === undefined ? member.payment_amount : payment_amount
  const mode = payment_mode === undefined ? member.payment_mode : payment_mode
  const reference = payment_reference ?? member.payment_reference ?? ''
  if (amount === null) {
    if (member.payment_amount !== null) return null
    if ((payment_mode ?? '') === '' && (payment_reference ?? '') === '') return undefined
    throw new Refusal('invalid', 'Please enter the payment amount too')
  }
  const isSame =
    amount === member.payment_amount &&
    mode === member.payment_mode &&
    reference === (member.payment_reference ?? '')
  if (isSame) return undefined
  return {
    amount_paise: amount,
    mode: (mode || null) as Payment['mode'],
    reference,
    valid_from: member.membership_valid_from,
    valid_to: member.membership_valid_to,
    paid_at: member.payment_date ?? now.toISOString(),
  }
}
