import { lockLedger, lockPerson } from '#features/members/server/lock-queries.ts'
import type { PersonRow } from '#features/members/server/queries.ts'
import { assertUnchanged } from '#features/members/server/record/change-person.ts'
import { noSuchMember } from '#features/members/server/record/load-member.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isMemberRole } from '#shared/roles.ts'

/** The member, locked until the transaction ends; refused when they have changed since `version`. */
export async function lockForPayment(
  db: Database,
  personId: string,
  version: string | undefined,
): Promise<PersonRow> {
  await lockLedger(db, 'shared')
  const member = await lockPerson(db, personId)
  if (!member || !(member.membership_number || isMemberRole(member.role))) throw noSuchMember()
  await assertUnchanged(db, member, version)
  return member
}
