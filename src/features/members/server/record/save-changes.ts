/** Writes changed columns of a person with their history entry, refusing lost updates. */
import type { Database } from '#platform/server/database/database.ts'
import { listChanges, recordChange } from '#platform/server/history.ts'
import { Refusal } from '#shared/refusal.ts'
import { derivedColumns } from '../../derived-columns.ts'
import { fieldLabels } from '../../field-labels.ts'
import { namesOf, type PersonRow } from '../queries.ts'
import { requireMember } from './load-member.ts'
import { type MemberRow, updateMember } from './member-queries.ts'

export type PersonChanges = Partial<Omit<PersonRow, 'id' | 'role'>>

/** The given values that differ from the stored ones; undefined means 'not sent'. */
export const changedOnly = (
  person: PersonRow,
  values: { [Column in keyof PersonChanges]: PersonChanges[Column] | undefined },
): PersonChanges =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== Reflect.get(person, name),
    ),
  )

/** Saves what an administrator changed. Refused with 409 when the row is no longer as it was read. */
export async function saveMemberChanges(
  db: Database,
  actorId: string,
  member: MemberRow,
  changes: PersonChanges,
  act: string,
  now: Date,
): Promise<MemberRow> {
  const saved = await saveChanges(db, actorId, member, changes, act, now)
  if (saved) return saved
  throw await editConflict(db, await requireMember(db, member.id), member.updated_at)
}

/** Saves what a person changed in their own profile; undefined when the row is no longer as read. */
export async function saveOwnChanges(
  db: Database,
  person: PersonRow,
  values: Parameters<typeof changedOnly>[1],
  now: Date,
): Promise<PersonRow | undefined> {
  const changes = changedOnly(person, values)
  if (Object.keys(changes).length === 0) return person
  return saveChanges(db, person.id, person, changes, 'edited own profile', now)
}

/**
 * The history entry carries the time of the version it creates, so that the entries of one person
 * have a total order.
 */
async function saveChanges<Row extends PersonRow>(
  db: Database,
  actorId: string,
  person: Row,
  changes: PersonChanges,
  act: string,
  now: Date,
): Promise<Row | undefined> {
  const after = { ...person, ...changes }
  const at = nextVersion(person.updated_at, now)
  const columns = { ...changes, ...derivedColumns(after), updated_at: at }
  if (!(await updateMember(db, person, columns))) return undefined
  const names = Object.keys(changes).filter((name) => name !== 'session_epoch')
  const values = (row: PersonRow) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)]))
  await recordChange(
    db,
    {
      actor: actorId,
      subject: 'person',
      subjectId: person.id,
      act,
      before: values(person),
      after: values(after),
    },
    new Date(at),
  )
  return { ...after, ...columns }
}

/** The new `updated_at`: now, but always later than the version it replaces. */
export function nextVersion(version: string, now: Date): string {
  const at = now.toISOString()
  return at > version ? at : new Date(Date.parse(version) + 1).toISOString()
}

/**
 * The refusal of an edit that was made on an old version (`read`). It names who changed what since:
 * 'Asha Patil has changed the remarks since you opened it; please load it again'.
 */
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
