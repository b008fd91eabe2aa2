/** Switches a member active or inactive, visible or hidden. */

import type { z } from 'zod'
import type { Database } from '#platform/server/database/database.ts'
import { assertConfirmed } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { memberActivity, memberVisibility } from '../../contract.ts'
import type { MemberRow } from '../queries.ts'
import { lastAdministrator } from './administrators.ts'
import { assertUnchanged, changePerson } from './change-person.ts'
import { lockMember, noSuchMember, requireMember } from './load-member.ts'
import { lockAdmins } from './member-queries.ts'

/**
 * Deactivates a member, which ends their sessions, or restores them. The last active administrator cannot be
 * deactivated. Call it in a transaction.
 */
export async function setActive(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  {
    id,
    is_active: isActive,
    updated_at: expectedVersion,
  }: z.output<typeof memberActivity> & { id: string },
): Promise<MemberRow> {
  const { role } = await requireMember(db, id)
  const admins = role === 'admin' ? await lockAdmins(db) : []
  const person = await lockMember(db, id)
  await assertUnchanged(db, person, expectedVersion)
  if (person.is_active === isActive) return person
  if (person.role === 'admin') assertConfirmed(admin)
  if (!isActive) assertNotLastAdministrator(admins, admin, person)
  return changePerson(db, {
    actor: admin.id,
    person,
    values: { is_active: isActive },
    action: isActive ? 'restored' : 'deactivated',
    now: now(),
  })
}

function assertNotLastAdministrator(
  admins: readonly string[],
  admin: Caller,
  member: MemberRow,
): void {
  if (member.id === admin.id)
    throw new Refusal('conflict', 'You cannot deactivate yourself; ask another administrator')
  if (member.role !== 'admin') return
  // Another administrator may have deactivated the caller while this transaction waited.
  if (!admins.includes(admin.id))
    throw new Refusal('forbidden', "You don't have permission to do this")
  if (admins.length <= 1) throw lastAdministrator()
}

/** Shows a member in the directory or hides them. Call it in a transaction. */
export async function setVisible(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  {
    id,
    is_visible: isVisible,
    updated_at: expectedVersion,
  }: z.output<typeof memberVisibility> & { id: string },
): Promise<MemberRow> {
  const person = await lockMember(db, id)
  if (!isMemberRole(person.role)) throw noSuchMember()
  await assertUnchanged(db, person, expectedVersion)
  return changePerson(db, {
    actor: admin.id,
    person,
    values: { is_visible: isVisible },
    action: isVisible ? 'shown' : 'hidden',
    now: now(),
  })
}
