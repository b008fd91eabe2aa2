/** The history of all changes: who, what, when, and the values before and after (contract 17.1). Entries never change. */
import { insertRows } from './database/bulk.ts'
import type { Database } from './database/database.ts'
import { newId } from './ids.ts'

declare module './database/database.ts' {
  interface Tables {
    history: {
      id: string
      at: string
      actor_id: string | null
      subject: string
      subject_id: string
      act: string
      before: string | null
      after: string | null
    }
  }
}

export interface Change {
  /** The id of the person who made the change; null for the portal itself. */
  actor: string | null
  /** The kind of record: 'person', 'job'… */
  subject: string
  subjectId: string
  /** A verb in the past tense: 'posted', 'approved', 'added'… */
  action: string
  /** The changed fields, before and after. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** A stored change. */
export interface RecordedChange {
  id: string
  at: string
  actor_id: string | null
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Records a change; call it in the transaction that makes the change. */
export async function recordChange(db: Database, change: Change, now: Date): Promise<void> {
  await db.insertInto('history').values(toRow(change, now)).execute()
}

/** Records many changes; call it in the transaction that makes them. */
export const recordChanges = (db: Database, changes: readonly Change[], now: Date): Promise<void> =>
  insertRows(
    db,
    'history',
    changes.map((change) => toRow(change, now)),
  )

const toRow = (change: Change, now: Date) => ({
  id: newId(now),
  at: now.toISOString(),
  actor_id: change.actor,
  subject: change.subject,
  subject_id: change.subjectId,
  act: change.action,
  before: change.before ? JSON.stringify(change.before) : null,
  after: change.after ? JSON.stringify(change.after) : null,
})

/**
 * The ids of the people who have changed records of other kinds than this one after a time. Uses the
 * index of subjects, so that the many changes of this kind are not read.
 */
export async function actorsOnOtherSubjects(
  db: Database,
  subject: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('history')
    .select('actor_id')
    .distinct()
    .where((eb) => eb.or([eb('subject', '<', subject), eb('subject', '>', subject)]))
    .where('at', '>', at)
    .where('actor_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ actor_id: id }) => id ?? []))
}

/** The changes of one record, optionally only those after a time, oldest first. */
export async function listChanges(
  db: Database,
  subject: string,
  subjectId: string,
  after = '',
): Promise<RecordedChange[]> {
  const rows = await db
    .selectFrom('history')
    .select(['id', 'at', 'actor_id', 'act as action', 'before', 'after'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('at', '>', after)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    before: parseFields(row.before),
    after: parseFields(row.after),
  }))
}

/** One change by its id, with the kind and id of its record. */
export async function findChange(
  db: Database,
  id: string,
): Promise<(RecordedChange & { subject: string; subject_id: string }) | undefined> {
  const row = await db
    .selectFrom('history')
    .selectAll()
    .select('act as action')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, before: parseFields(row.before), after: parseFields(row.after) }
}

const parseFields = (json: string | null): Record<string, unknown> => (json ? JSON.parse(json) : {})

/** Deletes the history of records, when people are deleted permanently (contract 12.9). */
export async function deleteChanges(
  db: Database,
  subject: string,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  await db
    .deleteFrom('history')
    .where('subject', '=', subject)
    .where('subject_id', 'in', subjectIds)
    .execute()
}
