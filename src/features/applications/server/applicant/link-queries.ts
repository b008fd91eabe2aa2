/** The private links of applications, each with the address it was mailed to. */
import type { Database } from '#platform/server/database/database.ts'
import type { Instant } from '#shared/dates.ts'
import { type ApplicationRecord, type ApplicationRow, applicationRecords } from '../queries.ts'

declare module '#platform/server/database/database.ts' {
  interface Tables {
    application_link: {
      token_hash: string
      application_id: string
      /** The address it was mailed to. */
      email: string
      created_at: Instant
    }
  }
}

export async function insertLink(
  db: Database,
  tokenHash: string,
  { id, email }: Pick<ApplicationRow, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('application_link')
    .values({
      token_hash: tokenHash,
      application_id: id,
      email,
      created_at: now.toISOString(),
    })
    .execute()
}

export async function deleteLinks(db: Database, applicationId: string): Promise<void> {
  await db.deleteFrom('application_link').where('application_id', '=', applicationId).execute()
}

/** The application that a private link opens, and the address the link was mailed to. */
export function findByLink(
  db: Database,
  tokenHash: string,
): Promise<(ApplicationRecord & { link_email: string }) | undefined> {
  return applicationRecords(db)
    .innerJoin('application_link', 'application_link.application_id', 'application.id')
    .select('application_link.email as link_email')
    .where('application_link.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/**
 * Marks the e-mail address of an application as confirmed. False when it was confirmed before, or
 * when the application has another address now.
 */
export async function confirmEmail(
  db: Database,
  id: string,
  email: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('application')
    .set({ email_confirmed_at: now.toISOString() })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
