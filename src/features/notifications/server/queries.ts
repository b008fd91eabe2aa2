import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import type { Delivery, EventKind } from '../contract.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    notification_event: EventRow
    notification_choice: { person_id: string; kind: EventKind; delivery: Delivery }
    /** When mails of a kind, or the digest, were last sent. */
    notification_run: { name: EventKind | 'digest'; at: Instant }
  }
}

/** Something administrators may want to hear of. Names are read when the mail is sent. */
export interface EventRow {
  id: string
  at: Instant
  kind: EventKind
  /** The id of the application, the job or the mail, or the name of the task. */
  subject_id: string
  /** When it was mailed immediately; also set when no administrator wants such mails. */
  mailed_at: Instant | null
}

export async function insertEvent(db: Database, event: EventRow): Promise<void> {
  await db.insertInto('notification_event').values(event).execute()
}

/** True when there is an event of this subject after `since`. */
export async function hasEvent(
  db: Database,
  { kind, subject_id }: Pick<EventRow, 'kind' | 'subject_id'>,
  since: Instant,
): Promise<boolean> {
  const row = await db
    .selectFrom('notification_event')
    .select('id')
    .where('kind', '=', kind)
    .where('at', '>', since)
    .where('subject_id', '=', subject_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The kinds with events that wait for a mail. */
export async function listWaitingKinds(db: Database): Promise<EventKind[]> {
  const rows = await db
    .selectFrom('notification_event')
    .select('kind')
    .distinct()
    .where('mailed_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Marks the waiting events of a kind as mailed and returns their subjects. */
export async function takeWaiting(db: Database, kind: EventKind, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('notification_event')
    .set({ mailed_at: now.toISOString() })
    .where('mailed_at', 'is', null)
    .where('kind', '=', kind)
    .returning('subject_id')
    .execute()
  return [...new Set(rows.map(({ subject_id }) => subject_id))]
}

/** Events of a kind after `since`, newest first. */
export function listEvents(
  db: Database,
  kinds: readonly EventKind[],
  since: Instant,
  limit: number,
): Promise<EventRow[]> {
  return db
    .selectFrom('notification_event')
    .selectAll()
    .where('kind', 'in', kinds)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteEvents(db: Database, before: Instant): Promise<void> {
  await db.deleteFrom('notification_event').where('at', '<', before).execute()
}

type RunName = EventKind | 'digest'

export async function findRun(db: Database, name: RunName): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('notification_run')
    .select('at')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.at
}

export async function insertRun(db: Database, name: RunName, at: Instant): Promise<void> {
  await db
    .insertInto('notification_run')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Claims a run; false when the last run, by any process, was after `before`. */
export async function claimRun(
  db: Database,
  name: RunName,
  before: Instant,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_run')
    .set({ at: now.toISOString() })
    .where('name', '=', name)
    .where('at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function listChoices(db: Database, personId: string) {
  return db
    .selectFrom('notification_choice')
    .select(['kind', 'delivery'])
    .where('person_id', '=', personId)
    .execute()
}

export async function saveChoice(
  db: Database,
  choice: { person_id: string; kind: EventKind; delivery: Delivery },
): Promise<void> {
  await db
    .insertInto('notification_choice')
    .values(choice)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'kind']).doUpdateSet({ delivery: choice.delivery }),
    )
    .execute()
}

/** The active administrators, each row with one of their choices. */
export function listAdminChoices(db: Database) {
  return db
    .selectFrom('person')
    .leftJoin('notification_choice', 'notification_choice.person_id', 'person.id')
    .select(['person.id', 'person.email', 'person.name'])
    .select(['notification_choice.kind', 'notification_choice.delivery'])
    .where('person.role', '=', 'admin')
    .where('person.is_active', '=', true)
    .orderBy('person.id')
    .execute()
}
