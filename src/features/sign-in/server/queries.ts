import { sql } from 'kysely'
import { compiledOnce, type Database } from '#platform/server/database/database.ts'
import { maxCodeAttempts } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    session: SessionRow
    sign_in_request: SignInRequest
  }
}

interface SessionRow {
  /** SHA-256 of the cookie; the cookie itself is nowhere. */
  id_hash: string
  /** What the person's list of sessions names it by. */
  id: string
  person_id: string
  created_at: string
  seen_at: string
  device: string
  /** The person's `session_epoch` at the sign-in; the session ends when it moves on. */
  epoch: number
}

/** One request for a link: its secrets are kept as hashes only. */
export interface SignInRequest {
  id: string
  token_hash: string
  code_hash: string
  /** The browser that asked; null: made by the portal itself, bound to no browser. */
  pending_hash: string | null
  email: string
  /** 'login', or 'nothing' for an address that got a mail without a link. */
  purpose: 'login' | 'nothing'
  /** Only the links of the sample association can be used again. */
  reusable: boolean
  /** Codes tried so far. */
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
 * The requests of an address whose time has not come, oldest first; those that wrong codes have
 * ended still count, or guessing would make room for more of it.
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

/** True when a browser already waits for some answer under this pending cookie. */
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

/** Counts one try of a code before it is compared; false when the tries are used up. */
export async function countCodeAttempt(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_request')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', maxCodeAttempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses a request up; false when somebody was faster, or it is over. */
export async function redeemRequest(db: Database, id: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('sign_in_request')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', at)
    .where('closed_at', 'is', null)
    .where((is) => is.or([is('used_at', 'is', null), is('reusable', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the other requests of an address once one of them has signed its person in. */
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

/** Forgets requests a day after their end, and every reusable one of an earlier process. */
export async function sweepRequests(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('sign_in_request').where('expires_at', '<', yesterday).execute()
}

export async function deleteReusableRequests(db: Database): Promise<void> {
  await db.deleteFrom('sign_in_request').where('reusable', '=', true).execute()
}

export async function insertSession(db: Database, session: SessionRow): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/**
 * The session of a cookie with the person behind it, as both are now, by the hash of the cookie.
 * The one query that joins another feature's table: it runs on every request (docs/decisions/0006).
 */
export const findSession = compiledOnce((db, idHash) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .selectAll('person')
    .select(['session.id as session', 'session.created_at as begun_at', 'session.seen_at'])
    .where('session.id_hash', '=', idHash)
    .where('person.is_active', '=', true)
    .whereRef('session.epoch', '=', 'person.session_epoch'),
)

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

/** Ends one session of a person by its listed id; false when the person has no such session. */
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

/** Ends all sessions of a person but `newest` and the `others` last begun beside it. */
export async function trimSessions(
  db: Database,
  personId: string,
  newest: string,
  others: number,
): Promise<void> {
  const kept = db
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
    .where('id', 'not in', kept)
    .execute()
}

/** Forgets the sessions that ended by themselves; `idleBefore` and `begunBefore` are ISO times. */
export async function sweepSessions(
  db: Database,
  idleBefore: string,
  begunBefore: string,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where((is) => is.or([is('seen_at', '<', idleBefore), is('created_at', '<', begunBefore)]))
    .execute()
}

export type SessionWithPerson = NonNullable<Awaited<ReturnType<typeof findSession>>>
