/** Opens the file store where the settings place it: in the data folder or at FILES_URL. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import type { Log } from '#platform/server/core/log.ts'
import { StartupError } from '#platform/server/core/startup-error.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { assertKeys, openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { openFileStore } from '#platform/server/files/file-store.ts'
import type { FileStore } from '#platform/server/files/file-store-interface.ts'
import { folderStorage, type Storage } from '#platform/server/files/storage.ts'
import { keysInUse } from '#platform/server/files/stored-files.ts'
import { Refusal } from '#shared/refusal.ts'
import { copiesOnSameDisk } from './backup/backup-space.ts'

/** Opens the file store; StartupError when the storage does not answer or an encryption key is missing. */
export async function createFileStore(
  config: Config,
  { db }: OpenDatabase,
  folder: string,
  log: Log,
): Promise<FileStore> {
  const keys = openKeyFile(config.keyFile)
  await assertKeys(keys, await keysInUse(db))
  const storage = await openStorage(config, folder, log)
  try {
    await storage.check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const where = hasOwnStorage(config) ? 'FILES_URL' : 'DATA_DIR'
    throw new StartupError(`${error.message} (${where} says where it is).`)
  }
  const backupCopies = await copiesOnSameDisk(config.backup, folder)
  return openFileStore({ db, storage, incoming: incomingOf(folder), keys, log, backupCopies })
}

/** Deletes uploads that an earlier process left unfinished. Only for a process that has the folder to itself. */
export const removeIncoming = (folder: string): Promise<void> =>
  rm(incomingOf(folder), { recursive: true, force: true })

const incomingOf = (folder: string): string => join(folder, 'incoming')

/** The sample association keeps its files beside its database, in the data folder. */
const hasOwnStorage = ({ filesLocation, sample }: Config): boolean =>
  filesLocation !== undefined && !sample

export async function openStorage(config: Config, folder: string, log: Log): Promise<Storage> {
  const { filesLocation } = config
  if (!filesLocation || !hasOwnStorage(config)) return folderStorage(join(folder, 'uploads'))
  // The SDK costs time and memory, so it is loaded only when it is needed.
  const { s3Storage } = await import('#platform/server/files/s3-storage.ts')
  return s3Storage(filesLocation, log)
}
