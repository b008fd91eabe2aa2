import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** On SQLite, the filters of the register by row number: counts what the trigram index finds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return
  await sql`create index register_found on person_search
    (seq, role, is_active, is_visible, is_paid, membership_valid_to, by_dues, has_email)`.execute(
    db,
  )
}
