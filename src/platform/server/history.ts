/** Who changed what, when, from what to what (contract 17). Append-only. */
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
  /** Whose act it was; null for the portal itself. */
  actor: string | null
  /** The noun: 'person', 'job'… */
  subject: string
  subjectId: string
  /** The verb in the trade's words: 'posted', 'approved', 'added'… */
  act: string
  /** The fields that changed, as they were and as they are. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** A change as it was written down. */
export interface RecordedChange {
  id: string
  at: string
  actor_id: string | null
  act: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Writes a change down; call it in the transaction that makes the change. */
export async function recordChange(db: Database, change: Change, now: Date): Promise<void> {
  await db.insertInto('history').values(rowOf(change, now)).execute()
}

/** The same for many changes at once. */
export const recordChanges = (db: Database, changes: readonly Change[], now: Date): Promise<void> =>
  insertRows(
    db,
    'history',
    changes.map((change) => rowOf(change, now)),
  )

const rowOf = (change: Change, now: Date) => ({
  id: newId(now),
  at: now.toISOString(),
  actor_id: change.actor,
  subject: change.subject,
  subject_id: change.subjectId,
  act: change.act,
  before: change.before ? JSON.stringify(change.before) : null,
  after: change.after ? JSON.stringify(change.after) : null,
})

/** Everybody who did something that is written down after a moment. */
export async function actorsSince(db: Database, at: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('history')
    .select('actor_id')
    .distinct()
    .where('at', '>', at)
    .where('actor_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ actor_id: id }) => id ?? []))
}

/** What was written down about one record, all of it or what came after a moment, oldest first. */
export async function listChanges(
  db: Database,
  subject: string,
  subjectId: string,
  after = '',
): Promise<RecordedChange[]> {
  const rows = await db
    .selectFrom('history')
    .select(['id', 'at', 'actor_id', 'act', 'before', 'after'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('at', '>', after)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, before: fields(row.before), after: fields(row.after) }))
}

/** One change by its id, with the record it is about. */
export async function findChange(
  db: Database,
  id: string,
): Promise<(RecordedChange & { subject: string; subject_id: string }) | undefined> {
  const row = await db.selectFrom('history').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, before: fields(row.before), after: fields(row.after) }
}

const fields = (json: string | null): Record<string, unknown> => (json ? JSON.parse(json) : {})

/** Forgets everything that was written down about some records, for people who are deleted for good. */
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
