import type { Database } from '#platform/server/database/database.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import type { MemberEdit } from '../../contract.ts'
import type { MemberRow } from '../queries.ts'
import { assertUnchanged, changePerson } from './change-person.ts'
import { withEmailChanges } from './email-changes.ts'
import { columnsOfForm } from './form-columns.ts'
import { lockMember } from './load-member.ts'

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
  world.db.transaction().execute((db) => editMemberInTransaction(world, db, admin, { ...edit, id }))

/** Like `editMember`, inside the caller's transaction. */
export async function editMemberInTransaction(
  world: World,
  db: Database,
  admin: Caller,
  { id, updated_at: expectedVersion, ...edit }: MemberEdit & { id: string },
): Promise<MemberRow> {
  const person = await lockMember(db, id)
  await assertUnchanged(db, person, expectedVersion)
  const { membership_number: number, ...values } = columnsOfForm('edit', person, edit)
  // An empty number keeps the current one.
  const changes = { ...values, membership_number: number || undefined }
  // Who administers the portal is changed in its settings.
  if (person.role === 'admin' && changes.email !== undefined && changes.email !== person.email)
    throw new Refusal('invalid', 'The email of an administrator cannot be changed here', {
      field: 'email',
    })
  return withEmailChanges(world, db, admin, (emails) =>
    changePerson(db, {
      actor: admin.id,
      person,
      values: changes,
      emails,
      action: 'edited',
      now: world.now(),
    }),
  )
}
