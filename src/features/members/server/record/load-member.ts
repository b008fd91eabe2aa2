import type { Database } from '#platform/server/database/database.ts'
import type { RecordOf } from '#platform/server/http/route.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { lockPerson } from '../lock-queries.ts'
import type { MemberRow } from '../queries.ts'
import { findMember } from './member-queries.ts'

/** A job seeker also gets this 404. */
export const noSuchMember = () => new Refusal('missing', 'Member not found')

/** A member or administrator by id; refused with 404 when there is none. */
export async function requireMember(db: Database, id: string): Promise<MemberRow> {
  const member = await findMember(db, id)
  if (!member) throw noSuchMember()
  return member
}

/** Like `requireMember`, with the row locked until the transaction ends. Use it before changing the member. */
export async function lockMember(db: Database, id: string): Promise<MemberRow> {
  const member = await lockPerson(db, id)
  if (!member?.role) throw noSuchMember()
  return { ...member, role: member.role }
}

/** The member or administrator that a route names. */
export const memberRecord = ({ db }: World): RecordOf<MemberRow> => ({
  find: (id) => findMember(db, id),
  missing: noSuchMember,
})
