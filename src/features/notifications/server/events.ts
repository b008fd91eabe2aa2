import { newId } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import { days } from '#shared/durations.ts'
import type { EventKind } from '../contract.ts'
import { deleteEvents, hasEvent, insertEvent } from './queries.ts'

interface Event {
  kind: EventKind
  /** The id of the application, the job or the mail, or the name of the task. */
  subjectId: string
}

/** Records an event for administrators; call it in the transaction of its cause. */
export const recordEvent = (db: Database, { kind, subjectId }: Event, now: Date): Promise<void> =>
  insertEvent(db, {
    id: newId(now),
    at: now.toISOString(),
    kind,
    subject_id: subjectId,
    mailed_at: null,
  })

/** Like `recordEvent`, at most once a day for a subject: for tasks that fail every hour. */
export async function recordDailyEvent(db: Database, event: Event, now: Date): Promise<void> {
  const since = new Date(now.getTime() - days(1)).toISOString()
  if (await hasEvent(db, { kind: event.kind, subject_id: event.subjectId }, since)) return
  await recordEvent(db, event, now)
}

/** Deletes events of more than 90 days ago. */
export const sweepEvents = (db: Database, now: Date): Promise<void> =>
  deleteEvents(db, new Date(now.getTime() - days(90)).toISOString())
