/** Who administers the portal: adding and removing administrators. */
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { changePerson } from './change-person.ts'
import { lockMember } from './load-member.ts'
import { lockAdmins } from './member-queries.ts'
import { createPerson, lockPersonByEmail } from './new-person.ts'

/**
 * Makes a new person, or the job seeker with this address, an administrator. For any other person it
 * changes nothing and returns the reason.
 */
export async function ensureAdmin(
  world: World,
  email: string,
  { actor = null, name = '' }: { actor?: string | null; name?: string } = {},
): Promise<'added' | 'unchanged' | 'inactive' | 'member'> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const person = (await lockPersonByEmail(db, email)) ?? (await createPerson(db, email, now))
    if (!person.is_active) return 'inactive'
    if (person.role === 'admin') return 'unchanged'
    if (person.role !== null) return 'member'
    const values = { role: 'admin' as const, name: name || undefined }
    await changePerson(db, { actor, person, values, action: 'made administrator', now })
    await recordInSettings(db, actor, 'admin-added', person.id, now)
    return 'added'
  })
}

/** The same 404 for an unknown id and a malformed one. */
export const noSuchAdmin = () =>
  new Refusal('missing', 'This person is not an active administrator')

/**
 * Takes the administrator role away and ends the person's sessions. At least one active administrator
 * always remains: when two remove each other at once, one of them is refused.
 */
export async function removeAdmin(world: World, admin: Caller, id: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    const active = await lockAdmins(db)
    if (!active.includes(admin.id))
      throw new Refusal('forbidden', "You don't have permission to do this")
    if (!active.includes(id)) throw noSuchAdmin()
    if (active.length === 1) throw new Refusal('conflict', 'This is the last active administrator')
    if (id === admin.id)
      throw new Refusal('conflict', 'You cannot remove yourself; ask another administrator')
    const now = world.now()
    await changePerson(db, {
      actor: admin.id,
      person: await lockMember(db, id),
      values: { role: null },
      action: 'removed as administrator',
      now,
    })
    await recordInSettings(db, admin.id, 'admin-removed', id, now)
  })
}

/** The actions of these changes in the history of the settings. */
export type AdminAction = 'admin-added' | 'admin-removed'

/** The settings screen lists these changes in its own history. */
const recordInSettings = (
  db: Database,
  actor: string | null,
  action: AdminAction,
  person: string,
  now: Date,
): Promise<void> =>
  recordChange(
    db,
    { actor, subject: 'settings', subjectId: 'association', action, after: { person } },
    now,
  )
