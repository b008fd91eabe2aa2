import type { Kysely } from 'kysely'

/** The last check of the database, and the row that /readyz writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('database_check')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('checked_at', 'text', (c) => c.notNull())
    .addColumn('duration_ms', 'integer', (c) => c.notNull())
    .addColumn('problems', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('write_probe')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('written_at', 'text', (c) => c.notNull())
    .execute()
}
