/** One archive of the database, the stored files and the settings, beside a running portal (contract 10.9). */
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ArchiveWriter, writeArchive } from '#platform/server/backup/archive-writer.ts'
import { fileEntry, settingsName } from '#platform/server/backup/manifest.ts'
import { type BackupRun, endRun, startRun } from '#platform/server/backup/runs.ts'
import type { Config } from '#platform/server/config.ts'
import { reasonOf } from '#platform/server/core/startup-error.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import type { Storage } from '#platform/server/files/storage.ts'
import { findFile } from '#platform/server/files/stored-files.ts'
import { sealHistory } from '#platform/server/history/history-chain.ts'
import { portalVersion } from '../checks/process.ts'
import { assertSpace, estimateBytes } from './backup-space.ts'
import { copyPostgresDatabase, copySqliteDatabase, type DatabaseCopy } from './database-copy.ts'

export interface BackupSource {
  config: Config
  database: OpenDatabase
  storage: Storage
  /** Called with the bytes that the backup needs, before it is begun. */
  makeRoom?: (needed: number) => Promise<void>
  /** Aborts the backup and removes its files. */
  signal?: AbortSignal
}

export interface BackupResult {
  bytes: number
  files: number
  deleted: string[]
  missing: string[]
}

/** Writes the archive and records the run, even if it fails. Throws StartupError with a sentence for the operator. */
export async function createBackup(
  source: BackupSource,
  { file, kind }: { file: string; kind: BackupRun['kind'] },
  now: () => Date,
): Promise<BackupResult> {
  const { db } = source.database
  const run = await startRun(db, { kind, file }, now())
  try {
    const result = await writeBackup(source, file, now())
    await endRun(db, run, { bytes: result.bytes, files: result.files }, now())
    return result
  } catch (error) {
    await endRun(db, run, { error: reasonOf(error) }, now()).catch(() => {})
    throw error
  }
}

async function writeBackup(source: BackupSource, file: string, now: Date): Promise<BackupResult> {
  const { config, database } = source
  const needed = await estimateBytes(database.db)
  await source.makeRoom?.(needed)
  await assertSpace(dirname(file), needed)
  const work = join(dirname(file), `.${basename(file)}.work`)
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { recursive: true, mode: 0o700 })
  try {
    const head = await sealHistory(database.db, now)
    const history = head ? { sequence: head.sequence, hash: head.hash } : null
    const { bytes, manifest } = await writeArchive(file, config.backup, async (writer) => {
      // The database comes first: every file that it names is stored already.
      const copy = await copyDatabase(source, work)
      await writer.addFile(copy.entry.name, copy.entry.path)
      await rm(work, { recursive: true, force: true })
      await writer.addBytes(settingsName, Buffer.from(settingsText(config)))
      const lost = { history, ...(await addFiles(writer, copy.files, source)) }
      const { entry: _entry, files: _files, ...described } = copy
      const content = { ...described, ...lost }
      return { format: 1, version: portalVersion, made_at: now.toISOString(), ...content }
    })
    const { deleted, missing } = manifest
    const files = manifest.entries.filter(({ name }) => name.startsWith(fileEntry(''))).length
    return { bytes, files, deleted, missing }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function copyDatabase(
  { config, database, signal }: BackupSource,
  work: string,
): Promise<DatabaseCopy> {
  return database.engine === 'postgres' && config.databaseDirectUrl !== undefined
    ? copyPostgresDatabase(database.db, config.databaseDirectUrl, work, signal)
    : copySqliteDatabase(config.dataDir, work, signal)
}

/** How many files are read at once: enough for a distant storage, few enough for the memory. */
const filesAtOnce = 4

async function addFiles(
  writer: ArchiveWriter,
  names: readonly string[],
  { storage, database: { db }, signal }: BackupSource,
) {
  const deleted: string[] = []
  const missing: string[] = []
  const reads: Promise<Buffer | undefined>[] = []
  for (const [index, name] of names.entries()) {
    signal?.throwIfAborted()
    while (reads.length < Math.min(names.length, index + filesAtOnce)) {
      const read = storage.read(names[reads.length] ?? '')
      // Awaited below; without a handler until then, its failure would be an unhandled rejection.
      read.catch(() => {})
      reads.push(read)
    }
    const bytes = await reads[index]
    // The contents that were read are discarded.
    delete reads[index]
    if (bytes) await writer.addBytes(fileEntry(name), bytes)
    else if (await findFile(db, name.replace(/\.small$/, ''))) missing.push(name)
    else deleted.push(name)
  }
  return { deleted, missing }
}

/** The settings without secrets, to set up a new machine by. */
function settingsText(config: Config): string {
  const values = {
    PUBLIC_URL: config.publicUrl,
    HOST: config.host,
    PORT: String(config.port),
    DATA_DIR: config.dataDir,
    FILES_KEY_FILE: config.keyFile,
    ADMIN_EMAIL: config.adminEmails.join(','),
    MAIL_FROM: config.mailFrom,
    PRODUCT_NAME: config.info.product_name,
    ASSOCIATION_NAME: config.info.association_name,
    ASSOCIATION_SHORT_NAME: config.info.association_short_name,
    ASSOCIATION_WEBSITE: config.info.association_website,
    LOG_LEVEL: config.logLevel,
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value}"`)
  const secret = [
    config.databaseUrl && 'DATABASE_URL',
    config.filesLocation && 'FILES_URL',
    config.smtpUrl && 'SMTP_URL',
  ].filter(Boolean)
  const note = secret.length > 0 ? [`# Also set, with secrets: ${secret.join(', ')}`] : []
  return [...lines, ...note, ''].join('\n')
}
