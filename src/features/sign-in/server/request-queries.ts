import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { clockTolerance, days } from '#shared/durations.ts'
import { type CodeKind, type LinkType, maxCodeAttempts, maxLinkAttempts } from '../rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    sign_in_request: SignInRequest
  }
}

/** A request for a sign-in link. Its secrets are stored as hashes only. */
export interface SignInRequest {
  id: string
  token_hash: string
  /** HMAC of the code under a key outside the database. */
  code_hash: string
  code_kind: CodeKind
  /** Hash of the requesting browser's pending cookie; null: works in any browser. */
  pending_hash: string | null
  email: string
  type: LinkType
  /** The row of the known browser that made the request; null for any other browser. */
  known_id: string | null
  /** 'nothing' when the mail had no link because the address may not sign in this way. */
  purpose: 'login' | 'nothing'
  /** True only for links of the sample association, which work more than once. */
  reusable: boolean
  /** Number of codes entered with the pending cookie, right or wrong. */
  tries: number
  /** Number of codes entered with the link, right or wrong. */
  link_tries: number
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
  closed_at: Instant | null
}

export async function insertRequest(db: Database, request: SignInRequest): Promise<void> {
  await db.insertInto('sign_in_request').values(request).execute()
}

/** The valid requests of an address, oldest first, including those whose code wrong codes have ended. */
export function listOpenRequests(db: Database, email: string, now: Date): Promise<SignInRequest[]> {
  return db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now.toISOString())
    .where('created_at', '<=', latestCreation(now))
    .where('used_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('pending_hash', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Requests created later than this were created before the clock was set back; they are not valid. */
const latestCreation = (now: Date): Instant =>
  new Date(now.getTime() + clockTolerance).toISOString()

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

/**
 * Counts a code attempt before the code is compared; false when no attempts are left. Attempts with the
 * link are counted separately, because only a reader of the mailbox has the link.
 */
export async function countCodeAttempt(
  db: Database,
  id: string,
  column: 'tries' | 'link_tries',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_request')
    .set({ [column]: sql<number>`${sql.ref(column)} + 1` })
    .where('id', '=', id)
    .where(column, '<', column === 'tries' ? maxCodeAttempts : maxLinkAttempts)
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
    .where((eb) =>
      eb.or([
        eb.and([eb('used_at', 'is', null), eb('created_at', '<=', latestCreation(now))]),
        eb('reusable', '=', true),
      ]),
    )
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
  const yesterday = new Date(now.getTime() - days(1)).toISOString()
  await db.deleteFrom('sign_in_request').where('expires_at', '<', yesterday).execute()
}

/** Deletes the reusable links that an earlier process made for the sample association. */
export async function deleteReusableRequests(db: Database): Promise<void> {
  await db.deleteFrom('sign_in_request').where('reusable', '=', true).execute()
}
