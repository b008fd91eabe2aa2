/** The public page of a certificate. */

import { hashSecret } from '#platform/server/core/ids.ts'
import { countClientHit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { minutes } from '#shared/durations.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Verification } from '../answers.ts'
import { normaliseCode } from '../code.ts'
import { certificateStatus } from '../rules.ts'
import { findByCodeHash } from './queries.ts'

const limit = { max: 120, windowMs: minutes(10) }

const unknown: Verification = {
  status: 'unknown',
  name: '',
  company_name: '',
  membership_number: '',
}

/**
 * What a certificate is worth now. Any code costs one hash and one query by it, so that neither the time
 * nor the form of the answer helps to guess one.
 */
export async function verify(
  { db, now }: World,
  client: string,
  code: string,
  /** Calls and pages are limited apart, because a page with scripts makes a call, too. */
  counter: 'certificate' | 'certificate page' = 'certificate',
): Promise<Verification> {
  const at = now()
  const wait = await countClientHit(db, counter, client, limit, at)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      `Too many certificates were checked from your network; please try again in ${Math.ceil(wait / 60)} minutes`,
      { retryAfter: wait },
    )
  const found = await findByCodeHash(db, hashSecret(normaliseCode(code)))
  if (!found) return unknown
  const { name, company_name, membership_number } = found
  return { status: certificateStatus(found, found, at), name, company_name, membership_number }
}
