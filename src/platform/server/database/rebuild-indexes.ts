import { sql } from 'kysely'
import type { Database, Tables } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/**
 * On SQLite, for a transaction that inserts a large part of a table: drops its indexes
 * and stops writing its trigram table, and returns a function that creates them again, which takes less time than adding rows to them one by one. Readers see
 * the tables as they were until the commit. On PostgreSQL, where dropping an index would make readers wait, and
 * for few rows it does nothing. Unique indexes stay.
 */
export async function dropIndexes(
  db: Database,
  tables: readonly (keyof Tables & string)[],
  newRows: number,
): Promise<() => Promise<void>> {
  const isLarge = await isLargePart(db, tables, newRows)
  const indexes = isLarge ? await indexesOf(db, tables) : []
  const triggers = isLarge ? await trigramTriggers(db, tables) : []
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  for (const { name } of triggers) await sql`drop trigger ${sql.id(name)}`.execute(db)
  return async () => {
    for (const trigrams of new Set(triggers.map((trigger) => trigger.trigrams)))
      await sql`insert into ${sql.id(trigrams)} (${sql.id(trigrams)}) values ('rebuild')`.execute(
        db,
      )
    for (const created of [...triggers, ...indexes]) await sql.raw(created.sql).execute(db)
  }
}

/** The triggers that write trigram tables. */
async function trigramTriggers(db: Database, tables: readonly string[]) {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger' and tbl_name in (${sql.join(tables)})`.execute(
    db,
  )
  return rows.flatMap(({ name, sql: text }) => {
    const trigrams = text.match(/insert into (\w+_trigram)\b/)?.[1]
    return trigrams === undefined ? [] : [{ name, sql: text, trigrams }]
  })
}

const minRows = 2000

/** Whether there are at most twice as many rows as new ones. */
async function isLargePart(
  db: Database,
  tables: readonly (keyof Tables & string)[],
  newRows: number,
): Promise<boolean> {
  const [table] = tables
  if (isPostgres(db) || newRows < minRows || table === undefined) return false
  const { rows } =
    await sql`select 1 from ${sql.table(table)} limit 1 offset ${2 * newRows}`.execute(db)
  return rows.length === 0
}

async function indexesOf(db: Database, tables: readonly string[]) {
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'index' and tbl_name in (${sql.join(tables)})
      and sql is not null and sql not like 'create unique %'`.execute(db)
  return rows
}
