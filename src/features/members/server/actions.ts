import type { Database } from '#platform/server/database/database.ts'
import { lockLedger } from '#platform/server/database/row-locks.ts'
import { recordChange } from '#platform/server/history.ts'
import { newId } from '#platform/server/ids.ts'
import { queueMail } from '#platform/server/mail/outbox.ts'
import type { World } from '#platform/server/world.ts'
import { yearInIndia } from '#shared/dates.ts'
import { Refusal } from '#shared/refusal.ts'
import { foldCase } from '#shared/search.ts'
import type { NewMember, User } from '../contract.ts'
import { derivedColumns } from '../derived-columns.ts'
import {
  formatMembershipNumber,
  numberKey,
  numberSeries,
  numberTakenMessage,
} from '../membership-number.ts'
import { welcomeMail } from './mails.ts'
import {
  becomeMember,
  findPersonByEmail,
  insertPerson,
  lockPerson,
  type PersonRow,
  userFromRow,
} from './queries.ts'
import { recordAdministration } from './record/administrators.ts'
import { nextVersion } from './record/edit.ts'
import { issueNumber, takeSerial } from './record/number-queries.ts'
import { renamePerson, updateRole } from './record/status-queries.ts'

/**
 * Makes a member by hand: active, visible, joined now, with a number of their own, and a mail with
 * the way to sign in. The address of a job seeker becomes that person's membership; one that
 * somebody else has, or a number that was ever given, is refused with 409 in words that say who.
 */
export async function addMember(world: World, actorId: string, member: NewMember): Promise<User> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const row = await enrol(db, member, actorId, now)
    await queueWelcome(db, world, row, now)
    return userFromRow(row)
  })
}

/** The mail with the number and the way to sign in; call it in the transaction that enrols. */
export const queueWelcome = (
  db: Database,
  world: World,
  member: PersonRow,
  now: Date,
): Promise<void> => queueMail(db, welcomeMail(world, member), now)

/** The member's row, number and history, without a mail; `joined` is the day on the certificate. */
export async function enrol(
  db: Database,
  member: NewMember & { photo_url?: string | null },
  actorId: string | null,
  joined: Date,
): Promise<PersonRow> {
  await lockLedger(db, 'with others')
  const existing = await lockPersonByEmail(db, member.email)
  const person = existing ?? (await createPerson(db, member.email, joined))
  if (person.role !== null || !person.is_active) throw addressTaken(person)
  const { additional_info_materials_products: chosen, membership_number: _, ...fields } = member
  const membership_number = await assignMembershipNumber(db, person.id, member, joined)
  const row: PersonRow = {
    ...person,
    ...fields,
    ...derivedColumns({
      ...person,
      ...fields,
      membership_number,
      materials: JSON.stringify(chosen),
    }),
    materials: JSON.stringify(chosen),
    membership_number,
    is_visible: true,
    created_at: joined.toISOString(),
    updated_at: existing ? nextVersion(existing.updated_at, joined) : joined.toISOString(),
  }
  if (!(await becomeMember(db, row)))
    throw addressTaken((await findPersonByEmail(db, member.email)) ?? person)
  await recordChange(
    db,
    {
      actor: actorId,
      subject: 'person',
      subjectId: row.id,
      act: 'added',
      ...(existing && { before: seekerFields(existing) }),
      after: withoutDerivedColumns(row),
    },
    new Date(row.updated_at),
  )
  return row
}

async function lockPersonByEmail(db: Database, email: string): Promise<PersonRow | undefined> {
  const person = await findPersonByEmail(db, email)
  return person && lockPerson(db, person.id)
}

/** A row as the history keeps it: without what is made up from the rest. */
export function withoutDerivedColumns(row: PersonRow): Record<string, unknown> {
  const { session_epoch: _epoch, phone_key: _phone, company_key: _company, ...fields } = row
  const { search_text: _search, directory_text: _directory, shown_city: _city, ...after } = fields
  return after
}

/** What a job seeker was before the membership. */
const seekerFields = ({ name, role, created_at }: PersonRow) => ({ name, role, created_at })

function addressTaken({ name, company_name, role, is_active }: PersonRow): Refusal {
  const named = company_name ? `${name} of ${company_name}` : name
  const state = is_active ? role === 'admin' && 'an administrator' : 'a deleted user'
  const who = [named, state].filter(Boolean).join(', ') || 'somebody else'
  return new Refusal('conflict', `This e-mail address already belongs to ${who}`)
}

async function assignMembershipNumber(
  db: Database,
  personId: string,
  { role, membership_number: wanted }: NewMember,
  joined: Date,
): Promise<string> {
  if (wanted !== '') {
    if (await issueNumber(db, numberKey(wanted), personId, joined)) return wanted
    throw new Refusal('conflict', numberTakenMessage(wanted))
  }
  const series = numberSeries(role, yearInIndia(joined))
  for (;;) {
    const number = formatMembershipNumber(series, await takeSerial(db, series))
    if (await issueNumber(db, number, personId, joined)) return number
  }
}

/** Makes this person an administrator when nobody has the address yet, or a job seeker has it. */
export async function ensureAdmin(
  world: World,
  email: string,
  { actor = null, name = '' }: { actor?: string | null; name?: string } = {},
): Promise<'made' | 'there' | 'inactive' | 'member'> {
  return world.db.transaction().execute(async (db) => {
    const now = world.now()
    const person = (await lockPersonByEmail(db, email)) ?? (await createPerson(db, email, now))
    if (!person.is_active) return 'inactive'
    if (person.role === 'admin') return 'there'
    if (person.role !== null) return 'member'
    const at = nextVersion(person.updated_at, now)
    await updateRole(db, person.id, 'admin', at)
    if (name !== '') await renamePerson(db, { ...person, name })
    await recordChange(
      db,
      { actor, subject: 'person', subjectId: person.id, act: 'made administrator' },
      new Date(at),
    )
    await recordAdministration(db, actor, 'added administrator', person.id, now)
    return 'made'
  })
}

/**
 * The person behind a first sign-in: no role, no company, named only by the address. Answers
 * whoever has the address when somebody was faster.
 */
export async function createPerson(db: Database, email: string, now: Date): Promise<PersonRow> {
  const row = emptyPerson(email, now)
  if (await insertPerson(db, row)) return row
  return (await findPersonByEmail(db, email)) ?? row
}

/** A person of whom nothing but the address is known. */
export function emptyPerson(email: string, now: Date): PersonRow {
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
    phone_key: '',
    company_key: '',
    search_text: foldCase(`\n\n${email}\n`),
    city: '',
    shown_city: '',
    directory_text: '',
    show_phone: true,
    show_email: true,
    show_address: true,
    payment_amount: null,
    payment_mode: null,
    payment_reference: null,
    payment_date: null,
    membership_valid_from: null,
    membership_valid_to: null,
    ledger_entry_id: null,
  }
}
