/** Switches a member active or inactive, visible or hidden. */
import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import { lockMember, noSuchMember, requireMember } from './load-member.ts'
import { lockAdmins, type MemberRow } from './member-queries.ts'
import { saveMemberChanges } from './save-changes.ts'

/**
 * Deactivates a member, which ends their sessions at once, or restores them. The last active
 * administrator cannot be deactivated.
 */
export const setActive = (
  world: World,
  admin: Caller,
  id: string,
  isActive: boolean,
): Promise<MemberRow> =>
  world.db.transaction().execute((db) => setActiveInTransaction(world, db, admin, id, isActive))

/** The same inside a transaction of the caller. */
export async function setActiveInTransaction(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  isActive: boolean,
): Promise<MemberRow> {
  const { role } = await requireMember(db, id)
  const admins = role === 'admin' ? await lockAdmins(db) : []
  const member = await lockMember(db, id)
  if (member.is_active === isActive) return member
  if (!isActive) refuseLastAdministrator(admins, admin, member)
  const endSessions = isActive ? {} : { session_epoch: member.session_epoch + 1 }
  const act = isActive ? 'restored' : 'deactivated'
  return saveMemberChanges(
    db,
    admin.id,
    member,
    { is_active: isActive, ...endSessions },
    act,
    now(),
  )
}

function refuseLastAdministrator(
  admins: readonly string[],
  admin: Caller,
  member: MemberRow,
): void {
  if (member.id === admin.id)
    throw new Refusal('conflict', 'You cannot deactivate yourself; ask another administrator')
  if (member.role !== 'admin') return
  // Another administrator may have deactivated the caller while this transaction waited.
  if (!admins.includes(admin.id)) throw new Refusal('forbidden', 'You may not do this')
  if (admins.length <= 1) throw new Refusal('conflict', 'This is the last active administrator')
}

/** Shows a member in the directory or hides them. */
export const setVisible = (
  world: World,
  admin: Caller,
  id: string,
  isVisible: boolean,
): Promise<MemberRow> =>
  world.db.transaction().execute((db) => setVisibleInTransaction(world, db, admin, id, isVisible))

/** The same inside a transaction of the caller. */
export async function setVisibleInTransaction(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  isVisible: boolean,
): Promise<MemberRow> {
  const member = await lockMember(db, id)
  if (!isMemberRole(member.role)) throw noSuchMember()
  if (member.is_visible === isVisible) return member
  const act = isVisible ? 'shown' : 'hidden'
  return saveMemberChanges(db, admin.id, member, { is_visible: isVisible }, act, now())
}
