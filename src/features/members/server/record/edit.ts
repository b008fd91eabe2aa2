import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import type { MemberEdit } from '../../contract.ts'
import { lockMember } from './load-member.ts'
import type { MemberRow } from './member-queries.ts'
import { changeMembershipNumber } from './membership-number.ts'
import { changedOnly, editConflict, saveMemberChanges } from './save-changes.ts'

/**
 * Edit Member: saves the fields that were sent and differ. Refused with 409, naming who changed what,
 * when the member is no longer as the administrator read them.
 */
export const editMember = (
  world: World,
  admin: Caller,
  id: string,
  edit: MemberEdit,
): Promise<MemberRow> =>
  world.db.transaction().execute((db) => editMemberInTransaction(world, db, admin, id, edit))

/** The same inside a transaction of the caller. */
export async function editMemberInTransaction(
  { now: clock }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  { updated_at: read, ...edit }: MemberEdit,
): Promise<MemberRow> {
  const member = await lockMember(db, id)
  if (read !== undefined && read !== member.updated_at) throw await editConflict(db, member, read)
  const now = clock()
  const changes = changedOnly(member, editedColumns(member, edit))
  if (Object.keys(changes).length === 0) return member
  if (changes.membership_number)
    await changeMembershipNumber(db, member, changes.membership_number, now)
  return saveMemberChanges(db, admin.id, member, changes, 'edited', now)
}

/**
 * The form's fields as columns. An empty membership number keeps the current one; materials are for
 * vendors, and the text of 'other' is cleared when 'other' is not selected.
 */
function editedColumns(
  member: MemberRow,
  edit: Omit<MemberEdit, 'updated_at'>,
): Parameters<typeof changedOnly>[1] {
  const { additional_info_materials_products: selected, membership_number, ...columns } = edit
  const materials = selected && JSON.stringify([...new Set(selected)])
  const isOther = JSON.parse(materials ?? member.materials).includes('other')
  const isVendor = member.role === 'vendor'
  return {
    ...columns,
    membership_number: membership_number || undefined,
    materials: isVendor ? materials : undefined,
    materials_other: isVendor ? (isOther ? columns.materials_other : '') : undefined,
  }
}
