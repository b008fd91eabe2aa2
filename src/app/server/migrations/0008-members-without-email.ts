import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Members may have no email (''); the emails of all other people stay unique. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table person drop constraint person_email_key`.execute(db)
  else await rebuildPerson(db)
  await sql`create unique index person_by_email on person (email) where email <> ''`.execute(db)
}

/**
 * SQLite cannot drop a constraint, so the table is copied to one without it. Dropping the old table
 * would delete the rows that reference it, so foreign keys must be off (`migrate` does that).
 */
async function rebuildPerson(db: Kysely<unknown>): Promise<void> {
  const foreignKeys = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  if (foreignKeys.rows[0]?.foreign_keys !== 0)
    throw new Error('This migration needs foreign keys to be off')
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = 'person' and sql is not null`.execute(db)
  const table = rows.find(({ type }) => type === 'table')?.sql ?? ''
  const rebuilt = table
    .replace(/^create table "?person"?/i, 'create table "person_rebuilt"')
    .replace(/("email" text not null) unique/i, '$1')
  if (rebuilt.length !== table.length + '_rebuilt'.length - ' unique'.length)
    throw new Error(`The table of people is not as expected: ${table}`)
  await sql.raw(rebuilt).execute(db)
  await sql`insert into person_rebuilt select * from person order by rowid`.execute(db)
  await sql`drop table person`.execute(db)
  await sql`alter table person_rebuilt rename to person`.execute(db)
  for (const { type, sql: definition } of rows)
    if (type !== 'table') await sql.raw(definition).execute(db)
  const broken = await sql`pragma foreign_key_check`.execute(db)
  if (broken.rows.length > 0) throw new Error('Foreign keys are broken after the migration')
}
