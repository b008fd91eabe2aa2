import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import type { FactorKind } from '../../second-factor/rules.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    second_factor: FactorRow
    recovery_code: RecoveryCodeRow
    second_factor_challenge: ChallengeRow
  }
}

/** An authenticator app (one for each person) or a passkey. */
export interface FactorRow {
  id: string
  person_id: string
  kind: FactorKind
  /** The name that the person gave a passkey; empty for an app. */
  name: string
  created_at: Instant
  last_used_at: Instant | null
  /** The key of an app, encrypted; null for passkeys, like the next column. */
  secret: string | null
  /** The time step (30 seconds each) of the last accepted code. */
  last_step: number | null
  /** The id of a passkey in base64url; null for apps, like the following columns. */
  credential_id: string | null
  public_key: string | null
  sign_count: number | null
  /** Comma-separated. */
  transports: string | null
}

interface RecoveryCodeRow {
  id: string
  person_id: string
  /** A keyed hash of the code. */
  mac: string
  created_at: Instant
  used_at: Instant | null
}

/** What a session has been asked to sign, or the key of an app that is not confirmed yet. */
interface ChallengeRow {
  session_id: string
  purpose: ChallengePurpose
  person_id: string
  value: string
  expires_at: Instant
}

type ChallengePurpose = 'app' | 'passkey-enrolment' | 'passkey'

export function listFactors(db: Database, personId: string): Promise<FactorRow[]> {
  return db
    .selectFrom('second_factor')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The kinds of factors of each active administrator who has one. */
export function listAdminFactors(db: Database) {
  return db
    .selectFrom('second_factor')
    .innerJoin('person', 'person.id', 'second_factor.person_id')
    .select(['second_factor.person_id', 'second_factor.kind'])
    .distinct()
    .where('person.role', '=', 'admin')
    .where('person.is_active', '=', true)
    .orderBy('second_factor.person_id')
    .orderBy('second_factor.kind')
    .execute()
}

export async function insertFactor(db: Database, factor: FactorRow): Promise<void> {
  await db.insertInto('second_factor').values(factor).execute()
}

/** False when the person has no such factor. */
export async function deleteFactor(db: Database, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteApp(db: Database, personId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('person_id', '=', personId)
    .where('kind', '=', 'app')
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes factors and recovery codes; returns how many factors there were. */
export async function deleteAllFactors(db: Database, personId: string): Promise<number> {
  await deleteRecoveryCodes(db, personId)
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Accepts a time step of an app once: false when this step or a later one was used before. */
export async function useStep(db: Database, id: string, step: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the counter of a passkey; false when it has changed since it was read. */
export async function usePasskey(
  db: Database,
  { id, sign_count }: Pick<FactorRow, 'id' | 'sign_count'>,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ sign_count: counter, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .where('sign_count', '=', sign_count)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertRecoveryCodes(db: Database, codes: RecoveryCodeRow[]): Promise<void> {
  await db.insertInto('recovery_code').values(codes).execute()
}

export async function deleteRecoveryCodes(db: Database, personId: string): Promise<void> {
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}

/** The unused recovery codes of a person. */
export function listRecoveryCodes(db: Database, personId: string): Promise<RecoveryCodeRow[]> {
  return db
    .selectFrom('recovery_code')
    .selectAll()
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * Marks a recovery code as used. When a code is used several times concurrently, exactly one call returns true.
 */
export async function useRecoveryCode(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now.toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Replaces the challenge of the session for this purpose. */
export async function putChallenge(db: Database, challenge: ChallengeRow): Promise<void> {
  const { value, expires_at, person_id } = challenge
  await db
    .insertInto('second_factor_challenge')
    .values(challenge)
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'purpose']).doUpdateSet({ value, expires_at, person_id }),
    )
    .execute()
}

interface ChallengeKey {
  session: string
  person: string
  purpose: ChallengePurpose
}

/** The value of an unexpired challenge, without using it up. */
export async function findChallenge(
  db: Database,
  { session, person, purpose }: ChallengeKey,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('second_factor_challenge')
    .select('value')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.value
}

/** Deletes a challenge and returns its value; undefined when there is none, or it has expired. */
export async function takeChallenge(
  db: Database,
  { session, person, purpose }: ChallengeKey,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('second_factor_challenge')
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .where('purpose', '=', purpose)
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  return row && row.expires_at > now.toISOString() ? row.value : undefined
}

export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('second_factor_challenge')
    .where('expires_at', '<=', now.toISOString())
    .execute()
}

/** The encrypted keys of all apps. */
export function listAppSecrets(db: Database) {
  return db
    .selectFrom('second_factor')
    .select(['id', 'secret'])
    .where('kind', '=', 'app')
    .orderBy('id')
    .execute()
}

/** Replaces an encrypted key that is still `previous`. */
export async function replaceAppSecret(
  db: Database,
  id: string,
  previous: string,
  secret: string,
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ secret })
    .where('id', '=', id)
    .where('secret', '=', previous)
    .execute()
}
