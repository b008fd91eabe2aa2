/** Restores an archive into an empty place (contract 10.9). */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Kysely } from 'kysely'
import { extractArchive, verifyArchive } from '#platform/server/backup/archive-reader.ts'
import {
  databaseNames,
  type Manifest,
  manifestName,
  nameOfFile,
} from '#platform/server/backup/manifest.ts'
import {
  findProgram,
  restorePostgres,
  serverMajor,
} from '#platform/server/backup/postgres-programs.ts'
import { sealName } from '#platform/server/backup/seal.ts'
import { checkSqliteFile } from '#platform/server/backup/sqlite-copy.ts'
import type { Config } from '#platform/server/config.ts'
import type { Log } from '#platform/server/core/log.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import { type Database, lockFolder, openPostgres } from '#platform/server/database/database.ts'
import { archiveRefusal, schemaVersion } from '#platform/server/database/schema-version.ts'
import { sqliteDialect } from '#platform/server/database/sqlite-dialect.ts'
import { freeSpace, saveFloor } from '#platform/server/disk/disk-space.ts'
import { assertKeys, openKeyFile } from '#platform/server/files/encryption-keys.ts'
import type { Storage } from '#platform/server/files/storage.ts'
import { openStorage } from '../create-file-store.ts'
import { migrations } from '../migrations.ts'
import { countRows } from './database-copy.ts'
import { endedTables, endOpenAccess } from './end-open-access.ts'

export interface RestoreResult {
  manifest: Manifest
  files: number
  /** Queued mails that are not sent. */
  mails: number
}

/** Throws StartupError, with a sentence for the operator, either before any change or after undoing all changes. */
export async function restoreBackup(
  config: Config,
  file: string,
  log: Log,
  now: Date,
): Promise<RestoreResult> {
  const manifest = await verifyArchive(file, config.backup)
  assertFits(manifest, config)
  await assertKeys(openKeyFile(config.keyFile), manifest.keys)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const release = lockFolder(config.dataDir)
  const work = join(config.dataDir, 'restoring')
  try {
    const target = await openTarget(config)
    try {
      const storage = await openStorage(config, config.dataDir, log)
      await storage.check()
      await assertNoOtherFiles(storage, manifest)
      await rm(work, { recursive: true, force: true })
      await mkdir(work, { mode: 0o700 })
      const database = await extract(config, file, { manifest, storage, work })
      await verifyFiles(storage, manifest)
      const { mails } = await target.fill(database, manifest, now)
      return { manifest, files: filesOf(manifest).size, mails }
    } finally {
      await target.close()
    }
  } finally {
    await rm(work, { recursive: true, force: true })
    release()
  }
}

function assertFits(manifest: Manifest, { databaseUrl }: Config): void {
  const refusal = archiveRefusal(schemaVersion(manifest.migrations, migrations))
  if (refusal) throw new StartupError(refusal)
  if (manifest.engine === 'postgres' && databaseUrl === undefined)
    throw new StartupError(
      'This archive has a PostgreSQL database: set DATABASE_URL to an empty database.',
    )
  if (manifest.engine === 'sqlite' && databaseUrl !== undefined)
    throw new StartupError(
      'This archive has an SQLite database: restore it without DATABASE_URL, and use the command move afterwards.',
    )
}

interface Target {
  /** Fills the empty database from the extracted file, and makes it the database of the portal. */
  fill: (path: string, manifest: Manifest, now: Date) => Promise<{ mails: number }>
  close: () => Promise<void>
}

/** StartupError when there is a database already. */
async function openTarget({ dataDir, databaseDirectUrl: url }: Config): Promise<Target> {
  return url === undefined ? sqliteTarget(dataDir) : postgresTarget(url)
}

async function sqliteTarget(folder: string): Promise<Target> {
  const target = join(folder, 'portal.sqlite')
  if (await stat(target).catch(() => undefined))
    throw new StartupError(
      `${folder} has a database already; a backup is restored into an empty folder only. Move this one away, or set DATA_DIR.`,
    )
  return {
    close: async () => {},
    fill: async (path, manifest, now) => {
      await checkSqliteFile(path)
      assertCounts(countSqlite(path, manifest), manifest)
      const db: Database = new Kysely({ dialect: sqliteDialect(path) })
      const result = await endOpenAccess(db, now).finally(() => db.destroy())
      // This check also moves the write-ahead log into the file.
      await checkSqliteFile(path)
      // These files belong to an earlier database in this folder; SQLite would apply them to the
      // restored one.
      for (const end of ['-wal', '-shm', '-journal']) await rm(target + end, { force: true })
      await flush(path)
      await rename(path, target)
      await flush(folder)
      return result
    },
  }
}

async function postgresTarget(url: string): Promise<Target> {
  const { db, close } = await openPostgres(url, { connections: 1 })
  try {
    const tables = Object.keys(await countRows(db))
    if (tables.length > 0)
      throw new StartupError(
        'The database at DATABASE_URL has tables already; a backup is restored into an empty database only.',
      )
  } catch (error) {
    await close()
    throw error
  }
  return {
    close,
    fill: async (path, manifest, now) => {
      const major = Math.max(await serverMajor(db), manifest.pg_dump ?? 0)
      await restorePostgres(await findProgram('pg_restore', major), url, path)
      const result = await endOpenAccess(db, now)
      const counts = await countRows(db)
      const ended = new Set([...endedTables, 'backup_run'])
      const rows = Object.entries(manifest.rows).filter(([table]) => !ended.has(table))
      assertCounts(counts, { rows: Object.fromEntries(rows) })
      return result
    },
  }
}

function countSqlite(path: string, { rows }: Manifest): Record<string, number> {
  const file = new DatabaseSync(path, { readOnly: true })
  try {
    const count = (table: string) => file.prepare(`select count(*) as n from "${table}"`).get()?.n
    return Object.fromEntries(Object.keys(rows).map((table) => [table, Number(count(table))]))
  } finally {
    file.close()
  }
}

function assertCounts(counts: Record<string, number>, { rows }: Pick<Manifest, 'rows'>): void {
  for (const [table, expected] of Object.entries(rows))
    if (counts[table] !== expected)
      throw new StartupError(
        `The restored table ${table} has ${counts[table] ?? 'no'} rows instead of ${expected}.`,
      )
}

/** The stored files of the archive: digests by name. */
const filesOf = ({ entries }: Manifest): Map<string, string> =>
  new Map(
    entries.flatMap(({ name, sha256 }) => {
      const file = nameOfFile(name)
      return file === undefined ? [] : [[file, sha256] as const]
    }),
  )

/** Files of the archive itself are allowed, because an interrupted restore leaves them. */
async function assertNoOtherFiles(storage: Storage, manifest: Manifest): Promise<void> {
  const expected = filesOf(manifest)
  for await (const { name } of storage.list())
    if (!expected.has(name) && name !== '.probe')
      throw new StartupError(
        'The file storage has other files already; a backup is restored into an empty one only. Move them away, or change DATA_DIR or FILES_URL.',
      )
}

/** Stores the files, and returns the path of the extracted database. */
async function extract(
  { backup }: Config,
  file: string,
  { manifest, storage, work }: { manifest: Manifest; storage: Storage; work: string },
): Promise<string> {
  const digests = new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256]))
  const database = join(work, manifest.engine === 'sqlite' ? 'portal.sqlite' : 'database.dump')
  await extractArchive(file, backup, async (name, body) => {
    const expected = digests.get(name)
    if (expected === undefined && name !== manifestName && name !== sealName)
      throw new StartupError(`${name} was not there the first time; check the disk.`)
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
    }
    const stored = nameOfFile(name)
    if (stored !== undefined) {
      const path = join(work, 'file')
      await pipeline(Readable.from(hashed()), createWriteStream(path, { mode: 0o600 }))
      await storage.put(stored, path)
    } else if (name === databaseNames.sqlite) {
      const limit = await unpackedLimit(manifest, work)
      const unpack = [Readable.from(hashed()), createGunzip(), limit] as const
      await pipeline(...unpack, createWriteStream(database))
    } else if (name === databaseNames.postgres) {
      await pipeline(Readable.from(hashed()), createWriteStream(database))
    } else for await (const _chunk of hashed());
    if (expected !== undefined && hash.digest('hex') !== expected)
      throw new StartupError(`${name} was read differently the second time; check the disk.`)
  })
  return database
}

/** Passes on at most what the manifest declares and the disk of `work` has room for; then a StartupError. */
async function unpackedLimit({ database_bytes: declared }: Manifest, work: string) {
  const space = await freeSpace(work)
  const room = space.free - saveFloor(space)
  let size = 0
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (declared !== undefined && size > declared)
        throw new StartupError(
          'The database in this archive is larger than its manifest says, so it was not restored: the archive is damaged or not made by a portal.',
        )
      if (size > room)
        throw new StartupError(
          `There is not enough space in ${work} for the database of this archive: only ${Math.floor(space.free / 1024 ** 2)} MB are free.`,
        )
      yield chunk
    }
  }
}

/** Reads every file back from the storage. */
async function verifyFiles(storage: Storage, manifest: Manifest): Promise<void> {
  for (const [name, expected] of filesOf(manifest)) {
    const bytes = await storage.read(name)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== expected)
      throw new StartupError(`The restored file ${name} is not as it was backed up.`)
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
