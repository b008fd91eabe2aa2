import { sql } from 'kysely'
import { compiledOnce } from '#platform/server/database/compiled-query.ts'
import type { Database } from '#platform/server/database/database.ts'
import { maxCodeAttempts } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    session: SessionRow
    sign_in_request: SignInRequest
  }
}

interface SessionRow {
  /** SHA-256 of the cookie value; the value itself is not stored. */
  id_hash: string
  /** The id shown in the person's list of sessions; not a secret. */
  id: string
  person_id: string
  created_at: string
  seen_at: string
  device: string
  /** The person's `session_epoch` at sign-in; the session is invalid once the person has another. */
  epoch: number
  /** When the person's second factor was last given in this session; null: not yet. */
  confirmed_at: string | null
}

/** A request for a sign-in link. Its secrets are stored as hashes only. */
export interface SignInRequest {
  id: string
  token_hash: string
  code_hash: string
  /** Hash of the pending cookie of the requesting browser; null: works in any browser. */
  pending_hash: string | null
  email: string
  /** 'nothing' when the mail had no link because the address may not sign in this way. */
  purpose: 'login' | 'nothing'
  /** True only for links of the sample association, which work more than once. */
  reusable: boolean
  /** Number of codes entered so far, right or wrong. */
  tries: number
  created_at: string
  expires_at: string
  used_at: string | null
  closed_at: string | null
}

export async function insertRequest(db: Database, request: SignInRequest): Promise<void> {
  await db.insertInto('sign_in_request').values(request).execute()
}

/**
 * The unexpired, unused requests of an address, oldest first. Requests blocked by wrong codes are
 * included: otherwise guessing would free a slot for more guessing.
 */
export function listOpenRequests(db: Database, email: string, now: Date): Promise<SignInRequest[]> {
  return db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now.toISOString())
    .where('used_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('pending_hash', 'is not', null)
    .orderBy('created_at')
    .execute()
}

/** True when an unexpired request belongs to this pending cookie. */
export async function hasPendingRequest(
  db: Database,
  pendingHash: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_request')
    .select('id')
    .where('pending_hash', '=', pendingHash)
    .where('expires_at', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function findRequest(db: Database, tokenHash: string): Promise<SignInRequest | undefined> {
  return db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Counts a code attempt before the code is compared; false when no attempts are left. */
export async function countCodeAttempt(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_request')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', maxCodeAttempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks a request as used; false when it was used, closed or expired in the meantime. */
export async function redeemRequest(db: Database, id: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('sign_in_request')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', at)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('reusable', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Closes the open requests of an address after one of them was redeemed. */
export async function closeRequests(db: Database, email: string, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_request')
    .set({ closed_at: now.toISOString() })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('reusable', '=', false)
    .execute()
}

/** Deletes requests that expired more than a day ago. */
export async function sweepRequests(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('sign_in_request').where('expires_at', '<', yesterday).execute()
}

/** Deletes the reusable links that an earlier process made for the sample association. */
export async function deleteReusableRequests(db: Database): Promise<void> {
  await db.deleteFrom('sign_in_request').where('reusable', '=', true).execute()
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
export const findSession = compiledOnce((db, idHash) =>
  db
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
    .whereRef('session.epoch', '=', 'person.session_epoch'),
)

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

export async function touchSession(db: Database, idHash: string, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: now.toISOString() })
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

/** Deletes all sessions of a person except `newest` and the `others` most recent besides it. */
export async function trimSessions(
  db: Database,
  personId: string,
  newest: string,
  others: number,
): Promise<void> {
  const sessionsToKeep = db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('id', '!=', newest)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(others)
  await db
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '!=', newest)
    .where('id', 'not in', sessionsToKeep)
    .execute()
}

/** Deletes expired sessions: last seen before `idleBefore` or begun before `begunBefore` (ISO). */
export async function sweepSessions(
  db: Database,
  idleBefore: string,
  begunBefore: string,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('seen_at', '<', idleBefore), eb('created_at', '<', begunBefore)]))
    .execute()
}

export type SessionWithPerson = NonNullable<Awaited<ReturnType<typeof findSession>>>
