/** Migrated, empty databases of both engines, created once for all tests; each test uses a copy. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrations } from '#app/server/migrations.ts'
import { openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { queryPostgres } from '#test/support/database/query-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with a migrated, empty SQLite database. */
    migratedFolder: string
    /** The options of CREATE DATABASE for a PostgreSQL database with the same tables. */
    migratedTemplate: string
  }
}

const template = 'migrated'
const file = 'portal.sqlite'

/** With the URL of a PostgreSQL superuser. */
export async function makeMigrated(postgresUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrated-'))
  const url = new URL(postgresUrl)
  await queryPostgres(url.href, `create database ${template}`)
  const migratedTemplate = `template ${template} ${await copyStrategy(url.href)}`
  url.pathname = `/${template}`
  for (const opened of [openSqlite(folder), await openPostgres(url.href)]) {
    await migrate(opened.db, migrations)
    await opened.close()
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { migratedFolder: folder, migratedTemplate, remove }
}

/** Copying files takes a quarter of the time of PostgreSQL 15's default, which logs every page. */
async function copyStrategy(url: string): Promise<string> {
  const [row] = await queryPostgres(url, 'show server_version_num')
  return Number(row?.server_version_num) >= 150_000 ? 'strategy file_copy' : ''
}

/** Copies the database into a folder without one. */
export const copyMigrated = (to: string): void =>
  copyFileSync(join(inject('migratedFolder'), file), join(to, file))

interface ReusableDatabase {
  name: string
  url: string
  /** Our own connection, open while tests use the database. */
  client: pg.Client
  /** The result of `schemaOf` after creation. */
  schema: string
}

/** Unused databases of this worker: emptying one takes a fifth of the time of creating one. */
const unused: ReusableDatabase[] = []

/** An empty PostgreSQL database with all tables; `release` takes it back once its connections are closed. */
export async function borrowDatabase(): Promise<{ url: string; release: () => Promise<void> }> {
  const database = unused.pop() ?? (await createDatabase())
  const release = async () => {
    if (await empty(database).catch(() => false)) unused.push(database)
    else await dropDatabase(database)
  }
  return { url: database.url, release }
}

async function createDatabase(): Promise<ReusableDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const postgresUrl = inject('postgresUrl')
  await queryPostgres(postgresUrl, `create database ${name} ${inject('migratedTemplate')}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  // The cluster may stop before this process.
  client.on('error', () => {})
  await client.connect()
  return { name, url: url.href, client, schema: await schemaOf(client) }
}

async function dropDatabase({ name, client }: ReusableDatabase): Promise<void> {
  await client.end().catch(() => {})
  await queryPostgres(inject('postgresUrl'), `drop database ${name} with (force)`)
}

/** False when a test has changed the schema. Ends connections that a test has left open. */
async function empty({ client, schema }: ReusableDatabase): Promise<boolean> {
  await client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`)
  // Truncated, not deleted from: otherwise the physical order of later rows would differ from their insertion.
  await client.query(`
    set lock_timeout = '2s';
    do $$
    declare
      -- A table that has had no row since it was made or truncated has no page.
      used text := (
        select string_agg(oid::regclass::text, ', ') from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace
            and relname not like 'kysely%' and pg_relation_size(oid) > 0);
    begin
      if used is not null then
        -- As a replica, for which the triggers of the ledger do not fire.
        set local session_replication_role = replica;
        execute 'truncate ' || used || ' cascade';
      end if;
    end $$`)
  return (await schemaOf(client)) === schema
}

/** Counts the objects that a change of the schema would add or remove. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`
    select concat_ws(' ', (select count(*) from pg_class), (select count(*) from pg_attribute),
      (select count(*) from pg_constraint), (select count(*) from pg_trigger)) as counts`)
  return rows[0].counts
}
