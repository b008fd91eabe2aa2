/** All edits of a person's fields go through `changePerson`: it writes the history and refuses lost updates. */

import type { Database } from '#platform/server/database/database.ts'
import { listChanges, recordChange } from '#platform/server/history/history.ts'
import { recordOwnChange } from '#platform/server/history/history-budget.ts'
import { editConflict, isStale } from '#platform/server/http/conflicts.ts'
import type { Instant } from '#shared/dates.ts'
import { keysOf, valueAt } from '#shared/records.ts'
import type { Refusal } from '#shared/refusal.ts'
import { derivedColumns } from '../../columns/derived-columns.ts'
import { fieldOfColumn } from '../../fields/fields.ts'
import { paymentFields } from '../../fields/payment-fields.ts'
import { endSessions, type PersonRow, readActorName } from '../queries.ts'
import type { EmailChanges } from './email-changes.ts'
import { assertEmailFree } from './email-taken.ts'
import { recordAdminAddress, updateMember } from './member-queries.ts'
import { reserveMembershipNumber } from './membership-number.ts'

/** The actions that an edit records; history.ts has a sentence for each, and for the others. */
export type PersonAction =
  | 'edited'
  | 'edited own profile'
  | 'photo changed'
  | 'undone'
  | 'deactivated'
  | 'restored'
  | 'shown'
  | 'hidden'
  | 'made administrator'
  | 'removed as administrator'
  | 'imported'
  | 'import undone'

type FieldValues = Omit<PersonRow, 'id' | 'updated_at' | 'session_epoch'>
export type PersonValues = { [Column in keyof FieldValues]?: FieldValues[Column] | undefined }

interface PersonChange<Row extends PersonRow> {
  /** The id of the person who makes it; null for the portal. */
  actor: string | null
  /** The row as read in this transaction. Lock it when reading, to avoid a conflict. */
  person: Row
  /** The new values; undefined stays unchanged. */
  values: PersonValues
  action: PersonAction
  now: Date
  /** Needed when `values` may change the email. */
  emails?: EmailChanges
}

/**
 * Writes the values that differ from the row, with the columns derived from them, and records the
 * change. A new role, a new email and a deactivation end the person's sessions; a new email is a sensitive change and
 * is mailed (email-changes.ts). Refused with 409 when the email or the membership number belongs to another person, or
 * when the row has changed since it was read.
 */
export async function changePerson<Row extends PersonRow>(
  db: Database,
  { actor, person, values, action, now, emails }: PersonChange<Row>,
): Promise<Row> {
  const changes = changedValues(person, values)
  const names = keysOf(changes)
  if (names.length === 0) return person
  if (changes.email !== undefined) await assertEmailFree(db, person.id, changes.email)
  if (changes.membership_number)
    await reserveMembershipNumber(db, person, changes.membership_number, now)
  const after = { ...person, ...changes }
  const at = nextVersion(person.updated_at, now)
  const columns = {
    ...changes,
    ...derivedColumns(after),
    updated_at: at,
  }
  if (!(await updateMember(db, person, columns)))
    throw await memberConflict(db, person, person.updated_at)
  if (shouldEndSessions(changes)) await endSessions(db, person.id)
  if (person.role === 'admin' || after.role === 'admin')
    await recordAdminAddress(db, after.email, now)
  const valuesOf = (row: PersonRow) => Object.fromEntries(names.map((name) => [name, row[name]]))
  const change = {
    actor,
    subject: 'person',
    subjectId: person.id,
    action: action,
    before: valuesOf(person),
    after: valuesOf(after),
  }
  // The entry has the time of the version it creates: the entries of one person have a total order.
  const isOwn = actor === person.id
  await (isOwn
    ? recordOwnChange(db, person, change, new Date(at))
    : recordChange(db, change, new Date(at)))
  if (changes.email !== undefined) {
    if (!emails) throw new Error('A change of the email needs `emails`, for its guard and mails')
    await emails.add(person, after)
  }
  return { ...after, ...columns }
}

const changedValues = (person: PersonRow, values: PersonValues): Partial<FieldValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== valueAt(person, name),
    ),
  )

const shouldEndSessions = ({ email, role, is_active }: Partial<FieldValues>): boolean =>
  email !== undefined || role !== undefined || is_active === false

/** The new `updated_at`: now, but always later than the version it replaces. */
export function nextVersion(version: string, now: Date): Instant {
  const at = now.toISOString()
  return at > version ? at : new Date(Date.parse(version) + 1).toISOString()
}

/** Refuses a change that was made on an outdated version (contract 12.8). */
export async function assertUnchanged(
  db: Database,
  person: PersonRow,
  expectedVersion: string | undefined,
): Promise<void> {
  if (expectedVersion !== undefined && isStale(person, expectedVersion))
    throw await memberConflict(db, person, expectedVersion)
}

/**
 * The refusal of an edit of an outdated version. It names who changed what in the meantime: 'Asha Patil
 * has changed the remarks since you opened it; please load it again'.
 */
export async function memberConflict(
  db: Database,
  member: Pick<PersonRow, 'id'>,
  expectedVersion: string,
): Promise<Refusal> {
  const changes = await listChanges(db, 'person', member.id, expectedVersion)
  const who = await readActorName(db, changes.at(-1))
  const columns = changes.flatMap(({ after }) => Object.keys(after))
  const labels = [...new Set(columns.flatMap((column) => labelOf(column) ?? []))]
  const what = labels.length > 4 ? 'this member' : labels.join(', ') || 'this member'
  return editConflict(`${who} has changed ${what} since you opened it; please load it again`)
}

/** Lists the payment once, however many of its fields have changed. */
const labelOf = (column: string): string | undefined =>
  fieldOfColumn(Object.hasOwn(paymentFields, column) ? 'payment_amount' : column)?.inSentence
