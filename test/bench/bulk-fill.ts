/** Fills large registers: the trigrams are built once at the end, by the statements that the migrations used. */
import { sql } from 'kysely'
import type { Database } from '#platform/server/database/database.ts'
import type { Engine } from '#test/support/engines.ts'

interface Named {
  name: string
  statement: string
}

/** Runs `fill` without updating the trigrams of the register, then rebuilds them and refreshes the statistics. */
export async function withoutTrigrams(
  db: Database,
  engine: Engine,
  fill: () => Promise<void>,
): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  if (engine === 'PostgreSQL') {
    const { rows: indexes } = await sql<Named>`select indexname as name, indexdef as statement
      from pg_indexes where schemaname = 'public' and indexdef like '%gin_trgm_ops%'`.execute(db)
    for (const { name } of indexes) await run(`drop index ${name}`)
    await fill()
    await db.connection().execute(async (connection) => {
      await sql`set maintenance_work_mem = '512MB'`.execute(connection)
      for (const { statement } of indexes) await sql.raw(statement).execute(connection)
    })
    await run('vacuum analyze')
    return
  }
  const { rows: tables } = await sql<Named>`select name, sql as statement from sqlite_master
    where type = 'table' and sql like '%using fts5 (%'`.execute(db)
  const { rows: triggers } = await sql<Named>`select name, sql as statement from sqlite_master
    where type = 'trigger' and sql like '%_trigram (%'`.execute(db)
  for (const { name } of triggers) await run(`drop trigger ${name}`)
  await fill()
  for (const { name } of tables) await run(`insert into ${name} (${name}) values ('rebuild')`)
  for (const { statement } of triggers) await run(statement)
  await run('analyze')
}
