/** The limits on applications that are more than a count (contract 9.8). */

import type { Database } from '#platform/server/database/database.ts'
import type { Client } from '#platform/server/http/client-network.ts'
import { countStrangerMail } from '#platform/server/mail/stranger-limits.ts'
import { Refusal } from '#shared/refusal.ts'
import { maxOpenApplications } from '../../rules.ts'
import { countOpen } from '../queries.ts'

/** Counts the confirmation mail; call it last in the transaction that stores the application. */
export async function countConfirmation(
  db: Database,
  email: string,
  client: Client,
  now: Date,
): Promise<void> {
  const wait = await countStrangerMail(db, { topic: 'application', to: email, client }, now)
  if (wait > 0)
    throw new Refusal(
      'too-many',
      'We have received too many applications today. Please try again tomorrow.',
      { retryAfter: wait },
    )
}

/** Call it after `applicationsOfAddress` is counted and the new application is stored, in one transaction. */
export async function assertOpenApplicationLimit(db: Database, email: string): Promise<void> {
  if ((await countOpen(db, email)) > maxOpenApplications)
    throw new Refusal(
      'conflict',
      `There are already ${maxOpenApplications} open applications with this email address. You can withdraw one with the link in its email.`,
    )
}
