/** Brings a database up to the newest migration, or checks that it is there. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../core/startup-error.ts'
import { lockByName } from './advisory-lock.ts'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'
import {
  adoptBaseline,
  appliedMigrations,
  commandRefusal,
  databaseRefusal,
  schemaVersion,
} from './schema-version.ts'

/**
 * Runs the pending `migrations` (by name, in the order of the names), once, even when several
 * processes start together; all of them or none, so that a killed process leaves the database as it
 * was. StartupError for a database that this version cannot use.
 */
export async function migrate(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const work = () => db.transaction().execute((tx) => migrateInTransaction(tx, migrations))
  if (isPostgres(db)) await work()
  else await withoutForeignKeys(db, work)
  // After a schema change, the first query of SQLite's reading connection still returns the old columns.
  await appliedMigrations(db)
}

/** On PostgreSQL the lock ends with the transaction, also through a pooler. */
async function migrateInTransaction(
  tx: Database,
  migrations: Record<string, Migration>,
): Promise<void> {
  // Changing a large table, or waiting for a portal that does, takes longer than any other statement.
  if (isPostgres(tx)) await sql`set local statement_timeout = 0`.execute(tx)
  await lockByName(tx, 'migrations', 'exclusive')
  const version = schemaVersion(await appliedMigrations(tx), migrations)
  const refusal = databaseRefusal(version)
  if (refusal) throw new StartupError(refusal)
  if (version.kind === 'replaced') await adoptBaseline(tx)
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * A migration may copy a table and drop the old one; with foreign keys on, that would delete the rows
 * that reference it. SQLite cannot switch them off inside the transaction of the migrations.
 */
async function withoutForeignKeys(db: Database, work: () => Promise<void>): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    await work()
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

/** StartupError unless exactly `migrations` are applied: for commands that must not migrate. */
export async function assertMigrated(
  db: Database,
  migrations: Record<string, Migration>,
): Promise<void> {
  const refusal = commandRefusal(schemaVersion(await appliedMigrations(db), migrations))
  if (refusal) throw new StartupError(refusal)
}
