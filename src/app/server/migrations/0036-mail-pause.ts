import type { Kysely } from 'kysely'

/** While the mail server takes no mail of the portal: since when, why, and when it is tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_pause')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'text', (c) => c.notNull())
    .execute()
}
