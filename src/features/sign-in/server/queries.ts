import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    session: SessionRow
  }
}

interface SessionRow {
  /** SHA-256 of the cookie value; the value itself is not stored. */
  id_hash: string
  /** The id shown in the person's list of sessions; not a secret. */
  id: string
  person_id: string
  created_at: Instant
  seen_at: Instant
  device: string
  /** The person's `session_epoch` at sign-in; the session is invalid once the person has a different one. */
  epoch: number
  /** When the person's second factor was last confirmed in this session; null for not yet. */
  confirmed_at: Instant | null
}

export async function insertSession(
  db: Database,
  session: Omit<SessionRow, 'confirmed_at'>,
): Promise<void> {
  await db
    .insertInto('session')
    .values({ ...session, confirmed_at: null })
    .execute()
}

/**
 * The session with this cookie hash, with its person. Joins the table of another feature, because it
 * runs on every request (docs/decisions/0006-session-join.md).
 */
export async function findSession(db: Database, idHash: string) {
  const session = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .selectAll('person')
    .select([
      'session.id as session',
      'session.created_at as begun_at',
      'session.seen_at',
      'session.confirmed_at',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('second_factor')
            .select('second_factor.id')
            .whereRef('second_factor.person_id', '=', 'person.id'),
        )
        .as('has_second_factor'),
    )
    .where('session.id_hash', '=', idHash)
    .where('person.is_active', '=', true)
    .whereRef('session.epoch', '=', 'person.session_epoch')
    .executeTakeFirst()
  // SQLite answers 1 or 0.
  return session && { ...session, has_second_factor: Boolean(session.has_second_factor) }
}

/** True when a person has an authenticator app or a passkey. */
export async function hasSecondFactor(db: Database, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('id')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives a session another secret and the time of its confirmation; false when it has ended. */
export async function renewSession(
  db: Database,
  { person, session }: { person: string; session: string },
  idHash: string,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ id_hash: idHash, confirmed_at: at, seen_at: at })
    .where('person_id', '=', person)
    .where('id', '=', session)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores that a session is in use. One that began before the clock was set back begins now. */
export async function touchSession(db: Database, idHash: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .updateTable('session')
    .set((row) => ({
      seen_at: at,
      created_at: row.case().when('created_at', '>', at).then(at).else(row.ref('created_at')).end(),
    }))
    .where('id_hash', '=', idHash)
    .execute()
}

export function listSessions(db: Database, personId: string) {
  return db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.id', 'session.created_at', 'session.seen_at', 'session.device'])
    .where('session.person_id', '=', personId)
    .whereRef('session.epoch', '=', 'person.session_epoch')
    .orderBy('session.seen_at', 'desc')
    .orderBy('session.id')
    .execute()
}

export async function deleteSession(db: Database, idHash: string): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', idHash).execute()
}

/** Deletes a session of a person by its listed id; false when the person has no such session. */
export async function deleteOwnSession(
  db: Database,
  personId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteSessions(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('session').where('person_id', '=', personId).execute()
}

/** Deletes expired sessions: last seen before `idleBefore` or begun before `begunBefore` (ISO). */
export async function sweepSessions(
  db: Database,
  idleBefore: Instant,
  begunBefore: Instant,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('seen_at', '<', idleBefore), eb('created_at', '<', begunBefore)]))
    .execute()
}

export type SessionWithPerson = NonNullable<Awaited<ReturnType<typeof findSession>>>
