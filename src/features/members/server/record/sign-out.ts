import { recordChange } from '#platform/server/history/history.ts'
import { assertConfirmed } from '#platform/server/http/guards.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { endSessions } from '../queries.ts'
import { lockMember } from './load-member.ts'

/** Ends all sessions of another member or administrator, who may sign in again. */
export async function signOutPerson(world: World, admin: Caller, id: string): Promise<void> {
  if (id === admin.id)
    throw new Refusal('conflict', "Use 'Sign out everywhere' in your profile to sign yourself out")
  await world.db.transaction().execute(async (db) => {
    const person = await lockMember(db, id)
    if (person.role === 'admin') assertConfirmed(admin)
    await endSessions(db, id)
    const change = { actor: admin.id, subject: 'person', subjectId: id, action: 'signed out' }
    await recordChange(db, change, world.now())
  })
}
