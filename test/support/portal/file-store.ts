/** Test file stores in a folder or on a real S3 server, with access to the stored bytes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { readFilesUrl } from '#platform/server/core/files-url.ts'
import { createLog } from '#platform/server/core/log.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openKeyFile } from '#platform/server/files/encryption-keys.ts'
import { openFileStore } from '#platform/server/files/file-store.ts'
import type {
  FileStore,
  FileStoreOptions,
  Uploader,
} from '#platform/server/files/file-store-interface.ts'
import { folderStorage, type Storage } from '#platform/server/files/storage.ts'
import type { StoredFile } from '#platform/server/files/stored-files.ts'
import { portalUploader } from '#platform/server/files/uploader.ts'
import type { FileKind } from '#shared/file-kinds.ts'
import { type S3Server, s3Bucket, startS3Server } from '#test/setup/s3-server.ts'

/** Both storages that the portal supports. */
export const storages = ['folder', 'S3'] as const
export type StorageName = (typeof storages)[number]

/** An empty store; `overrides` replaces the default options. */
export async function testFiles(
  db: Database,
  storage: StorageName = 'folder',
  overrides: Partial<FileStoreOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-files-'))
  const keyFile = `${folder}.key`
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(keyFile, { force: true })
  })
  const opened = storage === 'S3' ? await s3Location() : folderLocation(folder)
  const all: FileStoreOptions = {
    db,
    storage: opened.storage,
    incoming: join(folder, 'incoming'),
    keys: openKeyFile(keyFile),
    log: createLog('silent'),
    ...overrides,
  }
  return {
    ...all,
    files: openFileStore(all),
    /** The data folder of the portal. */
    folder,
    keyFile,
    /** All stored and incoming bytes by path. */
    storedBytes: () => new Map([...bytesIn(opened.folder), ...bytesIn(folder)]),
  }
}

/** Stores an uploaded file of a visitor, without an owner, as forms do. */
export async function storeFile(
  files: FileStore,
  kind: FileKind,
  bytes: Buffer,
  name = 'paper.pdf',
  now = new Date('2025-01-05T09:00:00.000Z'),
  uploader: Uploader = portalUploader,
): Promise<StoredFile> {
  const received = await files.receive(Readable.from([bytes]), kind, name, uploader)
  const file = await files.store(received, uploader, now)
  await files.discard([received])
  return file
}

const folderLocation = (folder: string): { storage: Storage; folder: string } => ({
  storage: folderStorage(join(folder, 'uploads')),
  folder,
})

let server: Promise<S3Server> | undefined

/** One server per worker with a prefix for each test. Lists have two entries per page. */
async function s3Location(): Promise<{ storage: Storage; folder: string }> {
  server ??= startS3Server()
  const { location, folder } = await server
  const parsed = readFilesUrl(location())
  if (typeof parsed === 'string') throw new Error(parsed)
  const { s3Storage } = await import('#platform/server/files/s3-storage.ts')
  return {
    storage: s3Storage(parsed, createLog('silent'), 2),
    folder: join(folder, s3Bucket, parsed.prefix),
  }
}

function* bytesIn(folder: string): Iterable<[string, Buffer]> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) yield [path, readFileSync(path)]
  }
}
