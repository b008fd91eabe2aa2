/** The public page of a certificate. */

import { hashSecret } from '#platform/server/core/ids.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { enforceLimit } from '#platform/server/http/rate-limit.ts'
import type { World } from '#platform/server/world.ts'
import { limits, type RefusingLimit } from '#shared/limits.ts'
import type { Verification } from '../answers.ts'
import { normaliseCode } from '../code.ts'
import { certificateStatus } from '../rules.ts'
import { findByCodeHash } from './queries.ts'

const unknown: Verification = {
  status: 'unknown',
  name: '',
  company_name: '',
  membership_number: '',
  valid_until: '',
}

/**
 * Returns whether a certificate is valid now. Every code costs one hash and one query, so that neither the time nor
 * the form of the answer helps to guess a code.
 */
export async function verify(
  { db, now }: World,
  client: Client,
  code: string,
  limit: RefusingLimit = limits.certificateChecks,
): Promise<Verification> {
  const at = now()
  await enforceLimit(db, limit, client, at)
  const certificate = await findByCodeHash(db, hashSecret(normaliseCode(code)))
  if (!certificate) return unknown
  const { name, company_name, membership_number, paid_until } = certificate
  const status = certificateStatus(certificate, certificate, at)
  return {
    status,
    name,
    company_name,
    membership_number,
    valid_until: status === 'valid' ? paid_until : '',
  }
}
