/** Removes every second factor of an administrator who has lost theirs, and signs that person out. */
import { findPerson } from '#features/members/server/queries.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { deleteSessions } from '../queries.ts'
import { queueSecurityMail } from './mails.ts'
import { deleteAllFactors } from './queries.ts'

/** `admin` is null for the operator. Returns false when the person has no second factor. */
export async function resetSecondFactor(
  world: World,
  admin: Pick<Caller, 'id'> | null,
  personId: string,
): Promise<boolean> {
  return world.db.transaction().execute(async (db) => {
    const person = await findPerson(db, personId)
    if (!person || (await deleteAllFactors(db, personId)) === 0) return false
    await deleteSessions(db, personId)
    const actor = admin?.id ?? null
    const entry = { actor, subject: 'person', subjectId: personId, action: 'second factor reset' }
    await recordChange(db, entry, world.now())
    const change = admin
      ? 'Another administrator has removed your authenticator app, passkeys and recovery codes, and signed you out.'
      : 'The person who runs the portal has removed your authenticator app, passkeys and recovery codes, and signed you out.'
    await queueSecurityMail(world, db, person, { change, device: '' })
    return true
  })
}

/** The reset by another administrator, who must have a second factor. Administrators cannot reset their own. */
export async function resetAsAdmin(world: World, admin: Caller, personId: string): Promise<void> {
  if (personId === admin.id)
    throw new Refusal('conflict', 'Remove your own second factor in your profile')
  if (!admin.hasSecondFactor)
    throw new Refusal('conflict', "Set up your own second factor before you reset another's")
  if (!(await resetSecondFactor(world, admin, personId))) throw noSecondFactor()
}

export const noSecondFactor = () =>
  new Refusal('missing', 'This administrator has no second factor')
