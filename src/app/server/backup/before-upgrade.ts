/** A copy of the database before pending migrations change it. */
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { encryptArchive } from '#platform/server/backup/age.ts'
import { isEncrypted } from '#platform/server/backup/backup-settings.ts'
import {
  dumpPostgres,
  findProgram,
  serverMajor,
} from '#platform/server/backup/postgres-programs.ts'
import { copySqlite } from '#platform/server/backup/sqlite-copy.ts'
import type { Config } from '#platform/server/config.ts'
import { reasonOf, StartupError } from '#platform/server/core/startup-error.ts'
import { webStream } from '#platform/server/core/web-stream.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { appliedMigrations, schemaVersion } from '#platform/server/database/schema-version.ts'
import { databaseBytes } from '#platform/server/database/size.ts'
import { days } from '#shared/durations.ts'
import { migrations } from '../migrations.ts'
import { assertSpace } from './backup-space.ts'

const maxCopies = 3

/**
 * Copies a database that `migrate` will upgrade into the folder of the backups, encrypted like them, and deletes
 * the copies of earlier upgrades but the newest. StartupError when an SQLite database cannot be copied; on
 * PostgreSQL, whose programs may be missing, only a warning.
 */
export async function backUpBeforeUpgrade(
  config: Config,
  database: OpenDatabase,
  print: (text: string) => void,
): Promise<void> {
  const { folder } = config.backup
  const applied = await appliedMigrations(database.db)
  const { kind } = schemaVersion(applied, migrations)
  if (folder === undefined || (kind !== 'behind' && kind !== 'replaced')) return
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '')
  const name = `before-upgrade-${applied.at(-1)}-${time}`
  try {
    // Deletes what an interrupted upgrade has left; newer files may belong to another process.
    const yesterday = Date.now() - days(1)
    await removeCopies(folder, (copyName, at) => isPartial(copyName) && at < yesterday)
    const copies = isEncrypted(config.backup) ? 2 : 1
    await assertSpace(folder, copies * (await databaseBytes(database.db)))
    const file = await copyTo(join(folder, name), config, database)
    print(`Before the upgrade the database was copied to ${file}.`)
    await removeCopies(folder, (copyName, _at, newer) => !isPartial(copyName) && newer >= maxCopies)
  } catch (error) {
    const reason = reasonOf(error)
    if (database.engine === 'postgres')
      print(`The database is upgraded without a copy of it: ${reason}`)
    else
      throw new StartupError(
        `The database could not be copied before its upgrade: ${reason} Set BACKUP_DIR=off to upgrade without a copy.`,
      )
  }
}

async function copyTo(path: string, config: Config, { db, engine }: OpenDatabase): Promise<string> {
  const plain = `${path}.${engine === 'sqlite' ? 'sqlite' : 'dump'}`
  const file = isEncrypted(config.backup) ? `${plain}.age` : plain
  const partial = `${plain}.partial`
  try {
    if (engine === 'sqlite') await copySqlite(join(config.dataDir, 'portal.sqlite'), partial)
    else {
      const program = await findProgram('pg_dump', await serverMajor(db))
      await dumpPostgres(program, { url: config.databaseDirectUrl ?? '', file: partial })
    }
    if (file === plain) await rename(partial, file)
    else await encryptFile(partial, file, config)
    return file
  } finally {
    await rm(partial, { force: true })
  }
}

async function encryptFile(from: string, to: string, { backup }: Config): Promise<void> {
  const partial = `${to}.partial`
  try {
    const bytes = webStream(createReadStream(from))
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(await encryptArchive(bytes, backup)), output)
    await rename(partial, to)
  } finally {
    await rm(partial, { force: true })
  }
}

const pattern =
  /^before-upgrade-.+-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.(sqlite|dump)(\.age)?(\.partial)?$/

const isPartial = (name: string): boolean => name.endsWith('.partial')

/** Deletes the copies for which `isObsolete` is true; it gets their time and the number of newer ones. */
async function removeCopies(
  folder: string,
  isObsolete: (name: string, at: number, newer: number) => boolean,
): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const copies = names.flatMap((name) => {
    const [, day, hour, minute, second] = name.match(pattern) ?? []
    return day ? [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}Z`) }] : []
  })
  for (const [newer, { name, at }] of copies.toSorted((a, b) => b.at - a.at).entries())
    if (isObsolete(name, at, newer)) await rm(join(folder, name), { force: true })
}
