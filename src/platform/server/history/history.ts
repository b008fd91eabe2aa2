/**
 * The history of all changes: who, what, when, and the values before and after (contract 17.1). The
 * database refuses to change or delete an entry; only its values can be erased. history-chain.ts seals
 * the entries.
 */
import { hash } from 'node:crypto'
import type { Instant } from '#shared/dates.ts'
import { fewRandomBytes, newId } from '../core/ids.ts'
import { chunks, insertRows } from '../database/bulk.ts'
import type { Database } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    history: HistoryRow
    /** The entries that history-chain.ts has not sealed yet: at most `maxUnsealed` in a row. */
    history_unsealed: {
      first_id: string
      /** The ids, separated by blanks. */
      ids: string
    }
  }
}

export interface HistoryRow {
  id: string
  at: Instant
  actor_id: string | null
  subject: string
  subject_id: string
  act: string
  before: string | null
  after: string | null
  /** Random, so that an erased value cannot be found by trying; null once the values are erased. */
  salt: string | null
  /**
   * A digest of the salt and the values (see `valuesDigest`), which is kept when they are erased.
   */
  digest: string
  /** The entry records that the values of its record's earlier entries were erased. */
  is_erasure: boolean
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
  at: Instant
  actor_id: string | null
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Records a change; call it in the transaction that makes the change. */
export const recordChange = (db: Database, change: Change, now: Date): Promise<void> =>
  insertEntries(db, [toRow(change, now)])

/** Records many changes; call it in the transaction that makes them. */
export const recordChanges = (db: Database, changes: readonly Change[], now: Date): Promise<void> =>
  insertEntries(
    db,
    changes.map((change) => toRow(change, now)),
  )

/** Entries in a row of `history_unsealed`: an import of many rows writes few of them. */
export const maxUnsealed = 500

async function insertEntries(db: Database, rows: readonly HistoryRow[]): Promise<void> {
  await insertRows(db, 'history', rows)
  const batches = chunks(
    rows.map(({ id }) => id),
    maxUnsealed,
  )
  await insertRows(
    db,
    'history_unsealed',
    batches.map((ids) => ({ first_id: ids[0] ?? '', ids: ids.join(' ') })),
  )
}

function toRow(change: Change, now: Date, isErasure = false): HistoryRow {
  const values = {
    salt: fewRandomBytes(16).toString('base64url'),
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  }
  return {
    id: newId(now),
    at: now.toISOString(),
    actor_id: change.actor,
    subject: change.subject,
    subject_id: change.subjectId,
    act: change.action,
    ...values,
    digest: valuesDigest(values),
    is_erasure: isErasure,
  }
}

/** SHA-256 of an entry's values and its salt. */
export const valuesDigest = ({
  salt,
  before,
  after,
}: Pick<HistoryRow, 'salt' | 'before' | 'after'>): string =>
  hash('sha256', JSON.stringify([salt, before, after]), 'base64url')

/**
 * The ids of the people who have changed records of other kinds than this one after a time. Uses the
 * index of subjects, so that the many changes of this kind are not read.
 */
export async function actorsOnOtherSubjects(
  db: Database,
  subject: string,
  at: Instant,
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

/**
 * The changes of one record without the erased ones, optionally only those after a time, oldest first. The time may be
 * a version that a request sent, so it is compared as a text.
 */
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
    .where('at', '>', after as Instant)
    .where('salt', 'is not', null)
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

/**
 * The entries with one of these acts, without the erased ones, oldest first; with `of` those that a person made, and
 * those with the subject `aboutPerson` and the person's id.
 */
export async function listByAct(
  db: Database,
  acts: readonly string[],
  of?: { person: string; aboutPerson: string },
): Promise<(RecordedChange & { subject: string; subject_id: string })[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .select('act as action')
    .where('act', 'in', acts)
    .where('salt', 'is not', null)
    .$if(of !== undefined, (entries) =>
      entries.where((eb) =>
        eb.or([
          eb('actor_id', '=', of?.person ?? ''),
          eb.and([
            eb('subject', '=', of?.aboutPerson ?? ''),
            eb('subject_id', '=', of?.person ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    before: parseFields(row.before),
    after: parseFields(row.after),
  }))
}

const parseFields = (json: string | null): Record<string, unknown> => (json ? JSON.parse(json) : {})

/**
 * Erases the values of all earlier entries on the records of these changes (contract 12.9), and
 * records the changes, such as a permanent delete. Who changed what kind of record when stays.
 */
export async function eraseHistory(
  db: Database,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  for (const batch of chunks(changes, 100)) {
    const bySubject = Map.groupBy(batch, ({ subject }) => subject)
    for (const [subject, erased] of bySubject)
      await db
        .updateTable('history')
        .set({ before: null, after: null, salt: null })
        .where('subject', '=', subject)
        .where(
          'subject_id',
          'in',
          erased.map(({ subjectId }) => subjectId),
        )
        .where('salt', 'is not', null)
        .execute()
  }
  await insertEntries(
    db,
    changes.map((change) => toRow(change, now, true)),
  )
}
