/** npm run portal -- move: to PostgreSQL, to another file storage, or both (contract 10.9). */

import { join } from 'node:path'
import { sql } from 'kysely'
import { type Config, readConfig } from '#platform/server/config.ts'
import { createLog } from '#platform/server/core/log.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import {
  type Database,
  type OpenDatabase,
  openPostgres,
  openRunningSqlite,
  openSqlite,
} from '#platform/server/database/database.ts'
import { assertMigrated, migrate } from '#platform/server/database/migrate.ts'
import { countOf } from '#shared/sentences.ts'
import { sum } from '#shared/sum.ts'
import { countRows } from '../backup/database-copy.ts'
import { openStorage } from '../create-file-store.ts'
import { migrations } from '../migrations.ts'
import { copyFiles } from './copy-files.ts'
import { copyTables } from './copy-tables.ts'

type Environment = Record<string, string | undefined>

/** Copies the files first, then the database; the source is unchanged until the end. */
export async function moveCommand(
  config: Config,
  environment: Environment,
  print: (text: string) => void,
): Promise<void> {
  const target = readTarget(config, environment)
  const source = await openSource(config)
  try {
    await assertMigrated(source.db, migrations)
    const log = createLog(config.logLevel)
    if (target.movesFiles) {
      const from = await openStorage(config, config.dataDir, log)
      const to = await openStorage(target.config, config.dataDir, log)
      const count = await copyFiles(from, to, config.dataDir)
      print(`${countOf(count, 'stored file', 'stored files')} copied and compared.`)
    }
    if (target.movesDatabase) await moveDatabase(config, target.config, print)
    if (source.engine === 'postgres') await assertNoPortal(source.db)
  } finally {
    await source.close()
  }
  const names = [target.movesDatabase && 'DATABASE_URL', target.movesFiles && 'FILES_URL']
  const settings = names
    .filter((name) => name !== false)
    .map((name) => `${name} to the value of TO_${name}`)
  print(
    `Now set ${settings.join(' and ')}, and start the portal. Nothing was deleted in the old place; delete it yourself once the portal runs and has a backup.`,
  )
}

/** The settings of the portal after the move. */
function readTarget(config: Config, environment: Environment) {
  const databaseUrl = environment.TO_DATABASE_URL?.trim() || undefined
  const filesUrl = environment.TO_FILES_URL?.trim() || undefined
  if (config.sample)
    throw new StartupError(
      'ADMIN_EMAIL is not set, so this is the sample association, which is not moved; give the command the settings the portal runs with.',
    )
  if (databaseUrl === undefined && filesUrl === undefined)
    throw new StartupError('Set TO_DATABASE_URL, TO_FILES_URL or both to the new places.')
  if (databaseUrl !== undefined && config.databaseUrl !== undefined)
    throw new StartupError(
      'The portal is on PostgreSQL already; between two servers of PostgreSQL use backup and restore.',
    )
  return {
    movesDatabase: databaseUrl !== undefined,
    movesFiles: filesUrl !== undefined,
    config: readConfig({
      ...environment,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(filesUrl && { FILES_URL: filesUrl }),
    }),
  }
}

/** StartupError when a portal runs on it. */
async function openSource({ databaseUrl, dataDir }: Config): Promise<OpenDatabase> {
  if (databaseUrl === undefined) {
    // Throws when there is no database yet; it is closed again, because a move only reads.
    await openRunningSqlite(dataDir).close()
    return openSqlite(dataDir)
  }
  const opened = await openPostgres(databaseUrl, { connections: 1 })
  await assertNoPortal(opened.db).catch(async (error: unknown) => {
    await opened.close()
    throw error
  })
  return opened
}

/** A running portal asks for mails to send every two seconds, so it always has a connection. */
async function assertNoPortal(db: Database): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'members-portal' and pid <> pg_backend_pid()`.execute(db)
  if (rows.length > 0)
    throw new StartupError('A portal is running on this database; stop it first.')
}

async function moveDatabase(
  { dataDir }: Config,
  { databaseUrl = '' }: Config,
  print: (text: string) => void,
): Promise<void> {
  const { db, close } = await openPostgres(databaseUrl, {
    connections: 2,
    setting: 'TO_DATABASE_URL',
  })
  try {
    await assertEmpty(db)
    await migrate(db, migrations)
    const digests = await db
      .transaction()
      .execute((transaction) => copyTables(join(dataDir, 'portal.sqlite'), transaction))
    await sql`analyze`.execute(db)
    const rows = sum(Object.values(digests), (digest) => digest.rows)
    print(
      `${countOf(rows, 'row', 'rows')} of ${countOf(Object.keys(digests).length, 'table', 'tables')} copied and compared.`,
    )
  } finally {
    await close()
  }
}

/** An interrupted run leaves tables without rows: the rows are copied in one transaction. */
async function assertEmpty(db: Database): Promise<void> {
  const filled = Object.entries(await countRows(db)).find(
    ([table, rows]) => rows > 0 && !table.startsWith('kysely_'),
  )
  if (filled)
    throw new StartupError(
      `The database at TO_DATABASE_URL has rows already (in ${filled[0]}); the portal is moved into an empty one only.`,
    )
}
