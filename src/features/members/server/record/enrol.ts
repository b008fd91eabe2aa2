import type { Database } from '#platform/server/database/database.ts'
import { recordChange } from '#platform/server/history/history.ts'
import type { World } from '#platform/server/world.ts'
import type { User } from '../../answers.ts'
import { derivedColumns } from '../../columns/derived-columns.ts'
import type { NewMember } from '../../contract.ts'
import { lockLedger } from '../lock-queries.ts'
import { userFromRow } from '../member-json-queries.ts'
import { becomeMember, findPersonByEmail, type PersonRow } from '../queries.ts'
import { nextVersion } from './change-person.ts'
import { emailTaken } from './email-taken.ts'
import { queueWelcomeMail } from './mails.ts'
import { assignMembershipNumber } from './membership-number.ts'
import { createPerson, lockPersonByEmail, recordedColumns } from './new-person.ts'

/**
 * Add Member: an active, visible member who joins now, with a membership number and a welcome mail.
 * A job seeker with the same email becomes the member. Refused with 409 when the address
 * belongs to anyone else (the refusal names them) or the number was ever assigned.
 */
export async function addMember(world: World, actorId: string, member: NewMember): Promise<User> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await enrol(db, member, actorId, now)
    await queueWelcomeMail(db, world, row, now)
    return userFromRow(row)
  })
}

/**
 * Writes a new member's row, number and history entry, without a mail. `joined` is the date of
 * joining.
 */
export async function enrol(
  db: Database,
  member: NewMember & { photo_url?: string | null },
  actorId: string | null,
  joined: Date,
): Promise<PersonRow> {
  await lockLedger(db, 'shared')
  const existing = await lockPersonByEmail(db, member.email)
  const person = existing ?? (await createPerson(db, member.email, joined))
  if (person.role !== null || !person.is_active) throw emailTaken(person)
  const { additional_info_materials_products, membership_number: requested, ...fields } = member
  const membership_number = await assignMembershipNumber(
    db,
    { personId: person.id, role: member.role, requested },
    joined,
  )
  const materials = JSON.stringify(additional_info_materials_products)
  const row: PersonRow = {
    ...person,
    ...fields,
    ...derivedColumns({ ...person, ...fields, membership_number, materials }),
    materials,
    membership_number,
    is_visible: true,
    created_at: joined.toISOString(),
    updated_at: existing ? nextVersion(existing.updated_at, joined) : joined.toISOString(),
  }
  if (!(await becomeMember(db, row)))
    throw emailTaken((await findPersonByEmail(db, member.email)) ?? person)
  await recordChange(
    db,
    {
      actor: actorId,
      subject: 'person',
      subjectId: row.id,
      action: 'added',
      ...(existing && { before: seekerFields(existing) }),
      after: recordedColumns(row),
    },
    new Date(row.updated_at),
  )
  return row
}

/** The fields of a job seeker that membership replaces. */
const seekerFields = ({ name, role, created_at }: PersonRow) => ({ name, role, created_at })
