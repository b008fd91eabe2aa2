/** What administrators do to members who are there: edit, switch off and on, show and hide. */
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, recordChange } from '#platform/server/history.ts'
import type { Caller } from '#platform/server/http/http.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isMemberRole } from '#shared/roles.ts'
import type { MemberEdit } from '../../contract.ts'
import { derivedColumns } from '../../derived-columns.ts'
import { fieldLabels } from '../../field-labels.ts'
import { numberKey, numberTakenMessage } from '../../membership-number.ts'
import { namesOf, type PersonRow } from '../queries.ts'
import { findNumberOwners } from '../register/bulk-queries.ts'
import {
  findMember,
  findMemberForUpdate,
  lockAdmins,
  type MemberRow,
  updateMember,
} from '../register/member-queries.ts'
import { issueNumber } from './number-queries.ts'

/** The same words for somebody who is absent, who is no member, and for an id that cannot be one. */
export const noSuchMember = () => new Refusal('missing', 'Member not found')

/**
 * Changes the fields that were sent. Refused with 409, in words that say who changed what, when
 * the member is no longer as the administrator read them.
 */
export const editMember = (
  world: World,
  admin: Caller,
  id: string,
  edit: MemberEdit,
): Promise<MemberRow> =>
  world.db.transaction().execute((db) => editMemberInTransaction(world, db, admin, id, edit))

/** The same within a transaction that does more. */
export async function editMemberInTransaction(
  { now: clock }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  { updated_at: read, ...edit }: MemberEdit,
): Promise<MemberRow> {
  const member = await lockMember(db, id)
  if (read !== undefined && read !== member.updated_at) throw await editConflict(db, member, read)
  const now = clock()
  const changes = changedColumns(member, edit)
  if (Object.keys(changes).length === 0) return member
  if (changes.membership_number)
    await changeMembershipNumber(db, member, changes.membership_number, now)
  return saveMemberChanges(db, admin.id, member, changes, 'edited', now)
}

type Changes = Partial<Omit<PersonRow, 'id' | 'role'>>

/** The fields that are new, as columns. */
function changedColumns(member: MemberRow, edit: Omit<MemberEdit, 'updated_at'>): Changes {
  const { additional_info_materials_products: chosen, membership_number: number, ...texts } = edit
  const materials = chosen && JSON.stringify([...new Set(chosen)])
  const wanted: Record<string, unknown> = {
    ...texts,
    ...(number && { membership_number: number }),
    ...(materials !== undefined && member.role === 'vendor' && { materials }),
  }
  const isVendorOther = JSON.parse(materials ?? member.materials).includes('other')
  if (member.role !== 'vendor' || !isVendorOther) delete wanted.materials_other
  if (member.role === 'vendor' && !isVendorOther && member.materials_other !== '')
    wanted.materials_other = ''
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(member, name),
    ),
  )
}

/** A number that was ever given to somebody else is theirs for ever; one's own of old may come back. */
async function changeMembershipNumber(
  db: Database,
  member: MemberRow,
  number: string,
  now: Date,
): Promise<void> {
  if (!isMemberRole(member.role))
    throw new Refusal('invalid', 'An administrator has no membership number')
  const key = numberKey(number)
  const isSame = key === numberKey(member.membership_number ?? '')
  if (isSame || (await issueNumber(db, key, member.id, now))) return
  const owner = (await findNumberOwners(db, [key])).get(key)
  if (owner !== member.id) throw new Refusal('conflict', numberTakenMessage(number))
}

/**
 * Writes changes on a member who still is as read, with what follows from them and the history. The
 * change is told at the version it makes, so that a member's changes have one order for ever.
 */
export async function saveMemberChanges(
  db: Database,
  actorId: string,
  member: MemberRow,
  changes: Changes,
  act: string,
  now: Date,
): Promise<MemberRow> {
  const after = { ...member, ...changes }
  const at = nextVersion(member.updated_at, now)
  const columns = { ...changes, ...derivedColumns(after), updated_at: at }
  if (!(await updateMember(db, member, columns)))
    throw await editConflict(db, await requireMember(db, member.id), member.updated_at)
  const names = Object.keys(changes).filter((name) => name !== 'session_epoch')
  await recordChange(
    db,
    {
      actor: actorId,
      subject: 'person',
      subjectId: member.id,
      act,
      before: Object.fromEntries(names.map((name) => [name, Reflect.get(member, name)])),
      after: Object.fromEntries(names.map((name) => [name, Reflect.get(after, name)])),
    },
    new Date(at),
  )
  return { ...after, ...columns }
}

/** A change within the same millisecond still gets a later version than the one it replaces. */
export function nextVersion(version: string, now: Date): string {
  const at = now.toISOString()
  return at > version ? at : new Date(Date.parse(version) + 1).toISOString()
}

/** 'Asha Patil has changed the remarks since you opened this member; please load it again'. */
export async function editConflict(
  db: Database,
  member: Pick<PersonRow, 'id'>,
  read: string,
): Promise<Refusal> {
  const changes = await listChanges(db, 'person', member.id, read)
  const last = changes.at(-1)
  const names = await namesOf(db, last?.actor_id ? [last.actor_id] : [])
  const who = names.get(last?.actor_id ?? '') ?? 'Somebody'
  const fields = [...new Set(changes.flatMap(({ after }) => Object.keys(after)))]
  const labels = fields.flatMap((name) => fieldLabels[name] ?? [])
  const what = labels.length > 4 ? 'this member' : labels.join(', ') || 'this member'
  return new Refusal(
    'conflict',
    `${who} has changed ${what} since you opened it; please load it again`,
  )
}

/** Switches a member off (their sessions end at once) or on; nobody is left without an administrator. */
export async function setActive(
  world: World,
  admin: Caller,
  id: string,
  isActive: boolean,
): Promise<MemberRow> {
  return world.db
    .transaction()
    .execute((db) => setActiveInTransaction(world, db, admin, id, isActive))
}

/** The same within a transaction that does more. */
export async function setActiveInTransaction(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  isActive: boolean,
): Promise<MemberRow> {
  const { role } = await requireMember(db, id)
  const admins = role === 'admin' ? await lockAdmins(db) : []
  const member = await lockMember(db, id)
  if (member.is_active === isActive) return member
  if (!isActive) refuseLastAdministrator(admins, admin, member)
  const ends = isActive ? {} : { session_epoch: member.session_epoch + 1 }
  const act = isActive ? 'restored' : 'deactivated'
  return saveMemberChanges(db, admin.id, member, { is_active: isActive, ...ends }, act, now())
}

function refuseLastAdministrator(
  admins: readonly string[],
  admin: Caller,
  member: MemberRow,
): void {
  if (member.id === admin.id)
    throw new Refusal('conflict', 'You cannot deactivate yourself; ask another administrator')
  if (member.role !== 'admin') return
  // Whoever has just been switched off by the other one does nothing any more.
  if (!admins.includes(admin.id)) throw new Refusal('forbidden', 'You may not do this')
  if (admins.length <= 1) throw new Refusal('conflict', 'This is the last active administrator')
}

/** Shows a member in the directory, or hides them. */
export async function setVisible(
  world: World,
  admin: Caller,
  id: string,
  isVisible: boolean,
): Promise<MemberRow> {
  return world.db
    .transaction()
    .execute((db) => setVisibleInTransaction(world, db, admin, id, isVisible))
}

/** The same within a transaction that does more. */
export async function setVisibleInTransaction(
  { now }: Pick<World, 'now'>,
  db: Database,
  admin: Caller,
  id: string,
  isVisible: boolean,
): Promise<MemberRow> {
  const member = await lockMember(db, id)
  if (!isMemberRole(member.role)) throw noSuchMember()
  if (member.is_visible === isVisible) return member
  const act = isVisible ? 'shown' : 'hidden'
  return saveMemberChanges(db, admin.id, member, { is_visible: isVisible }, act, now())
}

export async function requireMember(db: Database, id: string): Promise<MemberRow> {
  const member = await findMember(db, id)
  if (!member) throw noSuchMember()
  return member
}

/** The same for whoever is about to change them: nobody else does before the transaction is over. */
export async function lockMember(db: Database, id: string): Promise<MemberRow> {
  const member = await findMemberForUpdate(db, id)
  if (!member) throw noSuchMember()
  return member
}
