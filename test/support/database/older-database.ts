/** Databases of the portal's other versions, for tests of upgrades. */
import { sql } from 'kysely'
import { migrations } from '#app/server/migrations.ts'
import { type OpenDatabase, openPostgres, openSqlite } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import type { Engine } from '../engines.ts'
import { emptyPostgres, newPortalSettings } from '../process/operator.ts'
import { queryDatabase } from './query-database.ts'

/** The settings of a separate portal. */
export type Installation = Awaited<ReturnType<typeof emptyInstallation>>

/** An installation with an empty database, without tables. */
export async function emptyInstallation(engine: Engine) {
  const settings: Record<string, string> & { DATA_DIR: string } = await newPortalSettings()
  return engine === 'SQLite' ? settings : { ...settings, DATABASE_URL: await emptyPostgres() }
}

export const onlyBaseline = Object.fromEntries(Object.entries(migrations).slice(0, 1))

/**
 * An installation whose database has the schema of the baseline, and these
 * migrations, one a day from 5 January 2024 on.
 */
export async function installationWith(
  engine: Engine,
  applied: readonly string[],
): Promise<Installation> {
  const installation = await emptyInstallation(engine)
  const { db, close } = await openInstallation(installation)
  await migrate(db, onlyBaseline)
  await sql`delete from kysely_migration`.execute(db)
  for (const [index, name] of applied.entries()) {
    const at = new Date(Date.UTC(2024, 0, 5 + index)).toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(db)
  }
  await close()
  return installation
}

export const openInstallation = async ({
  DATA_DIR,
  DATABASE_URL,
}: Installation): Promise<OpenDatabase> =>
  DATABASE_URL ? openPostgres(DATABASE_URL, { connections: 3 }) : openSqlite(DATA_DIR)

/** The names in the table of migrations, and the earliest time. */
export async function appliedIn({ DATA_DIR, DATABASE_URL }: Installation) {
  const rows = await queryDatabase(
    { DATA_DIR, DATABASE_URL },
    'select name, timestamp from kysely_migration order by name',
  )
  const [first] = rows.map(({ timestamp }) => String(timestamp)).toSorted()
  return { names: rows.map(({ name }) => name), first }
}
