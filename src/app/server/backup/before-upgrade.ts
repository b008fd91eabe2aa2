/** A copy of the database before pending migrations change it. */
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import {
  dumpPostgres,
  findProgram,
  serverMajor,
} from '#platform/server/backup/postgres-programs.ts'
import { copySqlite } from '#platform/server/backup/sqlite-copy.ts'
import type { Config } from '#platform/server/config.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { migrationState } from '#platform/server/database/migrate.ts'
import { StartupError } from '#platform/server/startup-error.ts'
import { migrations } from '../migrations.ts'
import { assertSpace, databaseBytes } from './backup-space.ts'

/**
 * Copies a database that has data and needs migrations into the folder of the backups, where it is kept
 * until somebody deletes it. StartupError when an SQLite database cannot be copied; on PostgreSQL, whose
 * programs may be missing, only a warning.
 */
export async function backUpBeforeUpgrade(
  config: Config,
  database: OpenDatabase,
  print: (text: string) => void,
): Promise<void> {
  const { folder } = config.backup
  const { applied, pending } = await migrationState(database.db, migrations)
  const isNewer = applied.some((name) => !(name in migrations))
  if (folder === undefined || applied.length === 0 || pending.length === 0 || isNewer) return
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '')
  const name = `before-upgrade-${applied.at(-1)}-${time}`
  try {
    await assertSpace(folder, await databaseBytes(database.db))
    const file = await copyTo(join(folder, name), config, database)
    print(`Before the upgrade the database was copied to ${file}.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (database.engine === 'postgres')
      print(`The database is upgraded without a copy of it: ${reason}`)
    else
      throw new StartupError(
        `The database could not be copied before its upgrade: ${reason} Set BACKUP_DIR=off to upgrade without a copy.`,
      )
  }
}

async function copyTo(path: string, config: Config, { db, engine }: OpenDatabase): Promise<string> {
  const file = `${path}.${engine === 'sqlite' ? 'sqlite' : 'dump'}`
  const partial = `${file}.partial`
  if (engine === 'sqlite') await copySqlite(join(config.dataDir, 'portal.sqlite'), partial)
  else {
    const program = await findProgram('pg_dump', await serverMajor(db))
    await dumpPostgres(program, { url: config.databaseUrl ?? '', file: partial })
  }
  await rename(partial, file)
  return file
}
