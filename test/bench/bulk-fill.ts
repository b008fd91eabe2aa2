/** Fills large registers: on PostgreSQL the trigrams are built once at the end, by the statements of the migrations. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Engine } from '#test/support/engines.ts'

interface Named {
  name: string
  statement: string
}

/** Runs `fill` without updating the trigrams, then builds them and refreshes the statistics. */
export async function withoutTrigrams(
  db: Database,
  engine: Engine,
  fill: () => Promise<void>,
): Promise<void> {
  if (engine === 'SQLite') {
    await fill()
    return
  }
  const { rows: indexes } = await sql<Named>`select indexname as name, indexdef as statement
    from pg_indexes where schemaname = 'public' and indexdef like '%gin_trgm_ops%'`.execute(db)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await fill()
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)
    for (const { statement } of indexes) await sql.raw(statement).execute(connection)
  })
  await sql`vacuum analyze`.execute(db)
}
