/** Who administers the portal: adding and removing administrators. */
import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import { findPersonByEmail } from '../queries.ts'
import { changePerson } from './change-person.ts'
import { lockMember } from './load-member.ts'
import { isAdminAddress, lockAdmins } from './member-queries.ts'
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
  return world.db
    .transaction()
    .execute((db) => makeAdmin(db, email, { actor, name, now: world.now() }))
}

async function makeAdmin(
  db: Database,
  email: string,
  { actor, name, now }: { actor: string | null; name: string; now: Date },
): Promise<'added' | 'unchanged' | 'inactive' | 'member'> {
  const person = (await lockPersonByEmail(db, email)) ?? (await createPerson(db, email, now))
  if (!person.is_active) return 'inactive'
  if (person.role === 'admin') return 'unchanged'
  if (person.role !== null) return 'member'
  const values = { role: 'admin' as const, name: name || undefined }
  await changePerson(db, { actor, person, values, action: 'made administrator', now })
  await recordInSettings(db, { actor, action: 'admin-added', person: person.id }, now)
  return 'added'
}

/**
 * Makes the person with an address of ADMIN_EMAIL an administrator, once: an address that an administrator has had
 * before is ignored, so that a removed administrator stays removed.
 */
export async function seedAdmin(
  world: World,
  email: string,
): Promise<'added' | 'unchanged' | 'inactive' | 'member' | 'removed'> {
  if (!(await isAdminAddress(world.db, email))) return ensureAdmin(world, email)
  const person = await findPersonByEmail(world.db, email)
  if (person?.role !== 'admin') return 'removed'
  return person.is_active ? 'unchanged' : 'inactive'
}

/**
 * Makes a person an administrator on behalf of the operator, even one who was removed or deleted. For a member it
 * changes nothing.
 */
export async function promoteAdmin(
  world: World,
  email: string,
): Promise<'added' | 'restored' | 'unchanged' | 'member'> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const person = await lockPersonByEmail(db, email)
    if (isMemberRole(person?.role)) return 'member'
    const isRestored = person !== undefined && !person.is_active
    if (isRestored)
      await changePerson(db, {
        actor: null,
        person,
        values: { is_active: true },
        action: 'restored',
        now,
      })
    const outcome = await makeAdmin(db, email, { actor: null, name: '', now })
    return isRestored ? 'restored' : outcome === 'added' ? 'added' : 'unchanged'
  })
}

export const lastAdministrator = () =>
  new Refusal('conflict', 'This is the last active administrator')

export const noSuchAdmin = () =>
  new Refusal('missing', 'This person is not an active administrator')

/**
 * Takes the administrator role away and ends the person's sessions. At least one active administrator
 * always remains: when two remove each other at the same moment, one of them is refused.
 */
export async function removeAdmin(world: World, admin: Caller, id: string): Promise<void> {
  await world.db.transaction().execute(async (db) => {
    const active = await lockAdmins(db)
    if (!active.includes(admin.id))
      throw new Refusal('forbidden', "You don't have permission to do this")
    if (!active.includes(id)) throw noSuchAdmin()
    if (active.length === 1) throw lastAdministrator()
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
    await recordInSettings(db, { actor: admin.id, action: 'admin-removed', person: id }, now)
  })
}

/** The actions of these changes in the history of the settings. */
export type AdminAction = 'admin-added' | 'admin-removed'

/** The settings screen lists these changes in its own history. */
const recordInSettings = (
  db: Database,
  { actor, action, person }: { actor: string | null; action: AdminAction; person: string },
  now: Date,
): Promise<void> =>
  recordChange(
    db,
    { actor, subject: 'settings', subjectId: 'association', action, after: { person } },
    now,
  )
