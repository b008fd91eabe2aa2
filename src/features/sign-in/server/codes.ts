/** The codes of sign-in mails: creates them, stores them as keyed hashes and compares them (contract 11.3). */
import { randomInt } from 'node:crypto'
import { randomCode } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Secrets } from '#platform/server/files/secrets.ts'
import { countHit, readHits, returnHits } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { type Limit, limits } from '#shared/limits.ts'
import type { CodeKind } from '../rules.ts'
import { countCodeAttempt, type SignInRequest } from './request-queries.ts'

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Six digits, or eight letters and digits: 850 billion codes. */
export const newCode = (kind: CodeKind): string =>
  kind === 'digits' ? String(randomInt(1_000_000)).padStart(6, '0') : randomCode(letters, 8)

const purpose = 'sign-in code'

/** The code as the database stores it; it cannot be found from the database alone. */
export const hashCode = (secrets: Secrets, requestId: string, code: string): string =>
  secrets.hmac(purpose, `${requestId} ${code}`)

const isRight = (secrets: Secrets, request: SignInRequest, code: string): boolean =>
  secrets.verifyHmac(purpose, `${request.id} ${code}`, request.code_hash)

/** Checks a code entered with the link of the same mail. Every attempt is counted before it is compared. */
export const checkCodeWithLink = async (
  { db, secrets }: World,
  request: SignInRequest,
  code: string,
): Promise<boolean> =>
  (await countCodeAttempt(db, request.id, 'link_tries')) && isRight(secrets, request, code)

/**
 * The request among those of a browser whose code this is; 'blocked' when too many wrong codes were
 * entered for the address. Each comparison is counted for its request and for the address.
 */
export async function findByCodeWithoutLink(
  { db, secrets, now }: World,
  email: string,
  requests: readonly SignInRequest[],
  code: string,
): Promise<SignInRequest | 'blocked' | undefined> {
  if (await isUsedUp(db, limits.codesOff, email, now())) return 'blocked'
  let comparisons = 0
  for (const request of requests.toReversed()) {
    if (!(await countCodeAttempt(db, request.id, 'tries'))) continue
    if ((await countHit(db, limits.wrongCodes, email, now())) > 0) return 'blocked'
    comparisons += 1
    if (!isRight(secrets, request, code) || request.purpose !== 'login') continue
    // None of them was a wrong code: the comparisons with newer requests belong to the right one.
    await returnHits(db, limits.wrongCodes, email, comparisons)
    return request
  }
  if (await isUsedUp(db, limits.wrongCodes, email, now()))
    await countHit(db, limits.codesOff, email, now())
  return undefined
}

const isUsedUp = async (db: Database, limit: Limit, email: string, now: Date): Promise<boolean> =>
  (await readHits(db, limit, email, now)).hits >= limit.max
