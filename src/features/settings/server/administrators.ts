import { ensureAdmin } from '#features/members/server/record/administrators.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { NewAdmin } from '../contract.ts'

/** Adds an administrator. Refuses addresses of administrators, members and deleted users. */
export async function addAdmin(
  world: World,
  admin: Caller,
  { email, name }: NewAdmin,
): Promise<void> {
  const outcome = await ensureAdmin(world, email, { actor: admin.id, name })
  const messages = {
    unchanged: 'This person is already an administrator',
    inactive: 'This email belongs to a deleted user. Restore them first.',
    member: 'This email belongs to a member. An administrator needs a different one.',
  }
  if (outcome !== 'added')
    throw new Refusal('conflict', messages[outcome], { code: 'email-taken', field: 'email' })
}
