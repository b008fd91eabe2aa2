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
 * Saves an edited record (contract 5.10). A changed payment goes through the ledger. A new e-mail
 * address must be free and ends the member's sessions. Refused with 409 when the member has changed
 * since `updated_at`.
 */
export async function editMemberData(
  world: World,
  admin: Caller,
  id: string,
  {
    updated_at: version,
    payment_amount,
    payment_mode,
    payment_reference,
    ...columns
  }: MemberDataEdit,
): Promise<PersonRow> {
  return world.db.transaction().execute(async (db) => {
    await lockLedger(db, 'shared')
    const member = await lockMember(db, id)
    if (!isMemberRole(member.role)) throw noSuchMember()
    if (version !== undefined && version !== member.updated_at)
      throw await editConflict(db, member, version)
    if (columns.email !== undefined) await refuseTakenEmail(db, member, columns.email)
    const now = world.now()
    const edited = await saveColumns(db, admin, member, columns, now)
    const payment = newPayment(edited, { payment_amount, payment_mode, payment_reference }, now)
    return payment === undefined ? edited : replacePayment(db, admin, edited, payment, now)
  })
}

async function saveColumns(
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

async function refuseTakenEmail(db: Database, member: MemberRow, email: string): Promise<void> {
  const owner = await findPersonByEmail(db, email)
  if (!owner || owner.id === member.id) return
  const ownerName = [owner.name || 'somebody else', owner.company_name].filter(Boolean).join(' of ')
  const suffix = owner.is_active ? '' : ', a deleted user'
  throw new Refusal('conflict', `This e-mail address already belongs to ${ownerName}${suffix}`)
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
