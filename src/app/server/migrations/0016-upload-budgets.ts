import { type Kysely, sql } from 'kysely'
import { createIndex } from './tables.ts'

/**
 * Stored bytes of files and the pool they take space of; reminders of applications whose email address
 * is not confirmed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const files = () => db.schema.alterTable('stored_file')
  await files()
    .addColumn('stored_bytes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await files().addColumn('pool', 'text').execute()
  await files().addColumn('pool_key', 'text').execute()
  await sql`update stored_file set stored_bytes = size`.execute(db)
  // Files from before have no network: they take space of all visitors together.
  await sql`
    update stored_file set pool = 'visitor', pool_key = ''
    where uploaded_by is null and (owner is null or (owner = 'application'
      and owner_id in (select id from application where status <> 'approved')))`.execute(db)
  await createIndex(db, 'stored_file_in_pool', 'stored_file', ['pool', 'pool_key', 'stored_bytes'])

  const applications = () => db.schema.alterTable('application')
  for (const column of ['reminded_at', 'deletion_announced_at', 'kept_at', 'kept_by'])
    await applications().addColumn(column, 'text').execute()
}
