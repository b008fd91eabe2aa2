import { findPersonByEmail, type PersonRow } from '#features/members/server/queries.ts'
import { lockMember, noSuchMember } from '#features/members/server/record/load-member.ts'
import type { MemberRow } from '#features/members/server/record/member-queries.ts'
import { editConflict, saveMemberChanges } from '#features/members/server/record/save-changes.ts'
import { type Payment, replacePayment } from '#features/payments/server/ledger.ts'
import type { Database } from '#platform/server/database/database.ts'
import { lockLedger } from '#platform/server/database/row-locks.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { MemberDataEdit } from '../contract.ts'

/**
 * Writes the edited record. What the payment says goes through the ledger; a new address must be
 * nobody else's and ends the member's sessions. Refused with 409 when it was changed meanwhile.
 */
export async function editMemberData(
  world: World,
  admin: Caller,
  id: string,
  { updated_at: read, payment_amount, payment_mode, payment_reference, ...columns }: MemberDataEdit,
): Promise<PersonRow> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const member = await lockMember(db, id)
    if (!isMemberRole(member.role)) throw noSuchMember()
    if (read !== undefined && read !== member.updated_at) throw await editConflict(db, member, read)
    if (columns.email !== undefined) await refuseTaken(db, member, columns.email)
    const now = world.now()
    const edited = await writeColumns(db, admin, member, columns, now)
    const payment = paymentAfter(edited, { payment_amount, payment_mode, payment_reference }, now)
    return payment === undefined ? edited : replacePayment(db, admin, edited, payment, now)
  })
}

async function writeColumns(
  db: Database,
  admin: Caller,
  member: MemberRow,
  columns: Record<string, unknown>,
  now: Date,
): Promise<MemberRow> {
  const changes: Partial<PersonRow> = Object.fromEntries(
    Object.entries(columns).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(member, name),
    ),
  )
  if (Object.keys(changes).length === 0) return member
  const endsSessions = 'email' in changes && { session_epoch: member.session_epoch + 1 }
  return saveMemberChanges(db, admin.id, member, { ...changes, ...endsSessions }, 'edited', now)
}

async function refuseTaken(db: Database, member: MemberRow, email: string): Promise<void> {
  const owner = await findPersonByEmail(db, email)
  if (!owner || owner.id === member.id) return
  const who = [owner.name || 'somebody else', owner.company_name].filter(Boolean).join(' of ')
  const state = owner.is_active ? '' : ', a deleted user'
  throw new Refusal('conflict', `This e-mail address already belongs to ${who}${state}`)
}

type PaymentEdit = Pick<MemberDataEdit, 'payment_amount' | 'payment_mode' | 'payment_reference'>

/** The payment that is to count; null for none, undefined when it stays as it is. */
function paymentAfter(
  member: PersonRow,
  { payment_amount, payment_mode, payment_reference }: PaymentEdit,
  now: Date,
): Payment | null | undefined {
  const amount = payment_amount === undefined ? member.payment_amount : payment_amount
  const mode = payment_mode === undefined ? member.payment_mode : payment_mode
  const reference = payment_reference ?? member.payment_reference ?? ''
  if (amount === null) {
    if (member.ledger_entry_id !== null) return null
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
