/** The private links that give applicants access to their own application (contract 12.5). */

import { hashSecret, newSecret } from '#platform/server/core/ids.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { isLinkAlive } from '../../rules.ts'
import type { ApplicationRecord, ApplicationRow } from '../queries.ts'
import { findByLink, insertLink } from './link-queries.ts'

/** Creates a link for a mail to the applicant. Returns its token, of which only a hash is stored. */
export async function createLink(
  db: Database,
  application: Pick<ApplicationRow, 'id' | 'email'>,
  now: Date,
): Promise<string> {
  const token = newSecret()
  await insertLink(db, hashSecret(token), application, now)
  return token
}

/** The application that a link opens; refuses unknown and expired links. */
export async function findByToken(
  db: Database,
  { now }: World,
  token: string,
): Promise<ApplicationRecord & { link_email: string }> {
  const row = await findByLink(db, hashSecret(token))
  if (row && isLinkAlive(row, now())) return row
  throw new Refusal(
    'missing',
    'This link is invalid or has expired. Please open the link in the newest email.',
  )
}
