import type { Database } from '#platform/server/database.ts'
import { isClash } from '#platform/server/database.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { yearInIndia } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import type { NewMember, User } from '../contract.ts'
import { membershipNumber, numberSeries } from '../rules.ts'
import { welcomeMail } from './mails.ts'
import {
  becomeMember,
  findPersonByEmail,
  insertPerson,
  issueNumber,
  type PersonRow,
  takeSerial,
  updateRole,
  userFromRow,
} from './queries.ts'

// biome-ignore lint/performance/noBarrelFile: the one door through which other features lean on this one
export {
  countMembers,
  findPerson,
  findPersonByEmail,
  hasPeople,
  type PersonRow,
  userFromRow,
} from './queries.ts'

/**
 * Makes a member by hand: active, visible, joined now, with a number of their own, and a mail with
 * the way to sign in. The address of a job seeker becomes that person's membership; one that
 * somebody else has, or a number that was ever given, is refused with 409 in words that say who.
 */
export async function addMember(world: World, actorId: string, member: NewMember): Promise<User> {
  try {
    return await world.db.transaction().execute((db) => addMemberIn(db, world, actorId, member))
  } catch (error) {
    if (isClash(error))
      throw new Refusal('conflict', 'Somebody with this e-mail address has just been added')
    throw error
  }
}

async function addMemberIn(
  db: Database,
  world: World,
  actorId: string,
  member: NewMember,
): Promise<User> {
  const now = world.now()
  const known = await findPersonByEmail(db, member.email)
  if (known && (known.role !== null || !known.is_active)) throw addressTaken(known)
  const id = known?.id ?? newId(now)
  const {
    additional_info_materials_products: chosen,
    membership_number: wanted,
    ...fields
  } = member
  const row: PersonRow = {
    ...fields,
    id,
    materials: JSON.stringify(chosen),
    membership_number: await giveNumber(db, id, member, wanted, now),
    is_active: true,
    is_visible: true,
    photo_url: null,
    logo_url: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    session_epoch: 0,
  }
  if (known) await becomeMember(db, row)
  else await insertPerson(db, row)
  await recordChange(
    db,
    { actor: actorId, subject: 'person', subjectId: id, act: 'added', after: { ...row } },
    now,
  )
  await queueMail(db, welcomeMail(world, row), now)
  return userFromRow(row)
}

function addressTaken(person: PersonRow): Refusal {
  const who = person.company_name ? `${person.name} of ${person.company_name}` : person.name
  const state = person.is_active ? '' : ', a deleted user'
  return new Refusal(
    'conflict',
    `This e-mail address already belongs to ${who || person.email}${state}`,
  )
}

async function giveNumber(
  db: Database,
  personId: string,
  member: NewMember,
  wanted: string,
  now: Date,
): Promise<string> {
  if (wanted !== '') {
    if (await issueNumber(db, wanted, personId, now)) return wanted
    throw new Refusal('conflict', `Membership number ${wanted} has already been given`)
  }
  const series = numberSeries(member.role, yearInIndia(now))
  for (;;) {
    const number = membershipNumber(series, await takeSerial(db, series))
    if (await issueNumber(db, number, personId, now)) return number
  }
}

/** Makes this person an administrator when nobody has the address yet, or a job seeker has it. */
export async function ensureAdmin(
  world: World,
  email: string,
): Promise<'made' | 'there' | 'inactive' | 'member'> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const known = await findPersonByEmail(db, email)
    if (known && !known.is_active) return 'inactive'
    if (known?.role === 'admin') return 'there'
    if (known && known.role !== null) return 'member'
    const id = known?.id ?? (await createPerson(db, email, now)).id
    await updateRole(db, id, 'admin', now)
    await recordChange(
      db,
      { actor: null, subject: 'person', subjectId: id, act: 'made administrator' },
      now,
    )
    return 'made'
  })
}

/** The person behind a first sign-in: no role, no company, named only by the address. */
export async function createPerson(db: Database, email: string, now: Date): Promise<PersonRow> {
  const row = emptyPerson(email, now)
  await insertPerson(db, row)
  return row
}

function emptyPerson(email: string, now: Date): PersonRow {
  return {
    id: newId(now),
    email,
    role: null,
    is_active: true,
    is_visible: true,
    membership_number: null,
    photo_url: null,
    logo_url: null,
    name: '',
    company_name: '',
    whatsapp_number: '',
    website_url: '',
    company_description: '',
    services_products: '',
    address: '',
    factory_address: '',
    certificate_postal_address: '',
    business_partner: '',
    materials: '[]',
    materials_other: '',
    social_links: '',
    remarks: '',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    session_epoch: 0,
  }
}
