import { sql } from 'kysely'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/** The size of the database in bytes. */
export async function databaseBytes(db: Database): Promise<number> {
  const postgres = 'pg_database_size(current_database())'
  const sqlite =
    '(select page_count from pragma_page_count) * (select page_size from pragma_page_size)'
  const expression = isPostgres(db) ? postgres : sqlite
  const { rows } = await sql.raw<{ bytes: number }>(`select ${expression} as bytes`).execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
