/** Taking the administration from somebody; never from the last one. */
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { lockAdmins } from '../register/member-queries.ts'
import { lockMember, nextVersion } from './edit.ts'
import { updateRole } from './status-queries.ts'

/**
 * Makes an administrator a person without a role; their sessions end. Of two who remove each other
 * at once one wins: the portal is never without an active administrator.
 */
export async function removeAdmin(world: World, admin: Caller, id: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    const active = await lockAdmins(db)
    if (!active.includes(admin.id)) throw new Refusal('forbidden', 'You may not do this')
    if (!active.includes(id)) throw new Refusal('missing', 'This is no active administrator')
    if (active.length === 1) throw new Refusal('conflict', 'This is the last active administrator')
    if (id === admin.id)
      throw new Refusal('conflict', 'You cannot remove yourself; ask another administrator')
    const now = world.now()
    const at = nextVersion((await lockMember(db, id)).updated_at, now)
    await updateRole(db, id, null, at)
    await recordChange(
      db,
      {
        actor: admin.id,
        subject: 'person',
        subjectId: id,
        act: 'removed as administrator',
        before: { role: 'admin' },
        after: { role: null },
      },
      new Date(at),
    )
    await recordAdministration(db, admin.id, 'removed administrator', id, now)
  })
}

/** Who administers the portal is read among the settings too. */
export const recordAdministration = (
  db: Database,
  actor: string | null,
  act: 'added administrator' | 'removed administrator',
  person: string,
  now: Date,
): Promise<void> =>
  recordChange(
    db,
    { actor, subject: 'settings', subjectId: 'association', act, after: { person } },
    now,
  )
