/** Brings a database up to the newest migration, or checks that it is there. */
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import { lockByName } from './advisory-lock.ts'
import type { Database } from './database.ts'
import { isPostgres } from './engine-sql.ts'

/**
 * Runs the pending `migrations` (by name, in the order of the names), once, even when several
 * processes start together. StartupError for a database that has a migration this version does not
 * know: it was used by a newer version.
 */
export async function migrate(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const unknown = (await appliedMigrations(db)).find((name) => !(name in migrations))
  if (unknown)
    throw new StartupError(
      `This database was last used by a newer portal (it knows "${unknown}"); start that version, or restore an older backup.`,
    )
  if (isPostgres(db)) await db.transaction().execute((tx) => migrateInTransaction(tx, migrations))
  else await withoutForeignKeys(db, () => migrateToLatest(db, migrations))
  // The first query of SQLite's reading connection after a change of the schema still gets the old columns.
  await appliedMigrations(db)
}

/** On PostgreSQL: the lock ends with the transaction, also behind a pooler. */
async function migrateInTransaction(
  tx: Database,
  migrations: Record<string, Migration>,
): Promise<void> {
  // Changing a large table, or waiting for a portal that does, takes longer than any other statement.
  await sql`set local statement_timeout = 0`.execute(tx)
  await lockByName(tx, 'migrations', 'exclusive')
  await migrateToLatest(tx, migrations)
}

async function migrateToLatest(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The migrations that a database has and those it still needs; a new database has none. */
export async function migrationState(db: Database, migrations: Record<string, Migration>) {
  const applied = (await appliedMigrations(db)).toSorted()
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name))
  return { applied, pending }
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
  const applied = await appliedMigrations(db)
  if (applied.toSorted().join() !== Object.keys(migrations).toSorted().join())
    throw new StartupError(
      'This database belongs to another version of the portal; start this version on it once.',
    )
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name)
}
