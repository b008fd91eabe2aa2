/** Removes what must not be valid again in a restored database. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'

/** Sessions, sign-in links and codes, private links of applicants, half-finished second factors. */
export const endedTables = [
  'session',
  'sign_in_request',
  'application_link',
  'second_factor_challenge',
]

const notSent = 'Not sent: the portal was restored from a backup, and it may have been sent before.'

/**
 * Ends all sessions and open links, so that a device signed out after the backup stays signed out.
 * Queued mails and notifications are not sent, because they were probably sent before. Works on the
 * tables of older versions too. Returns how many mails were not sent.
 */
export async function endOpenAccess(db: Database, now: Date): Promise<{ mails: number }> {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const at = now.toISOString()
  return db.transaction().execute(async (transaction) => {
    for (const table of endedTables)
      if (tables.has(table)) await sql`delete from ${sql.table(table)}`.execute(transaction)
    if (tables.has('notification_event'))
      await transaction
        .updateTable('notification_event')
        .set({ mailed_at: at })
        .where('mailed_at', 'is', null)
        .execute()
    if (tables.has('backup_run'))
      await transaction.deleteFrom('backup_run').where('status', '=', 'running').execute()
    const { numUpdatedRows } = await transaction
      .updateTable('outbox')
      .set({
        failed_at: at,
        last_error: notSent,
        body_text: null,
        body_html: null,
        leased_until: null,
      })
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return { mails: Number(numUpdatedRows) }
  })
}
